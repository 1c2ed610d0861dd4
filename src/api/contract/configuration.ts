import { type Static, Type } from 'typebox';
import { about } from './about.ts';

export const Setting = Type.Object(
  {
    name: about('As it is called in the documentation.', Type.String()),
    value: about('In force; a secret is hidden.', Type.String()),
    source: about(
      'Where the value was taken from.',
      Type.Union([Type.Literal('flag'), Type.Literal('environment'), Type.Literal('default')]),
    ),
    flag: about('The flag that sets it: `--port`.', Type.String()),
    variable: about('The environment variable that sets it: `PUNCTUAL_PORT`.', Type.String()),
    meaning: about('What it is, in one sentence.', Type.String()),
  },
  { $id: 'Setting', description: 'A setting in force; secrets in its value are hidden.' },
);
export type Setting = Static<typeof Setting>;

export const Configuration = Type.Object(
  {
    version: about('Of Punctual.', Type.String()),
    settings: about('All settings, with where each came from.', Type.Array(Setting)),
  },
  {
    $id: 'Configuration',
    description: 'The configuration that this process started with. It changes with a restart alone.',
  },
);
export type Configuration = Static<typeof Configuration>;
