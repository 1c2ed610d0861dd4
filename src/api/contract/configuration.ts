import { type Static, Type } from 'typebox';

/** A setting in force; secrets in its value are hidden. */
export const Setting = Type.Object(
  {
    name: Type.String(),
    value: Type.String(),
    /** Where the value was taken from. */
    source: Type.Union([Type.Literal('flag'), Type.Literal('environment'), Type.Literal('default')]),
    /** The flag that sets it: `--port`. */
    flag: Type.String(),
    /** The environment variable that sets it: `PUNCTUAL_PORT`. */
    variable: Type.String(),
    /** What it is, in one sentence. */
    meaning: Type.String(),
  },
  { $id: 'Setting' },
);
export type Setting = Static<typeof Setting>;

/** The configuration that this process started with. It changes with a restart alone. */
export const Configuration = Type.Object(
  { version: Type.String(), settings: Type.Array(Setting) },
  { $id: 'Configuration' },
);
export type Configuration = Static<typeof Configuration>;
