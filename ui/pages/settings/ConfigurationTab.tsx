import { useQuery } from '@tanstack/react-query';
import type { Setting } from '../../../src/api/contract/configuration.ts';
import { configurationQuery } from '../../api/queries.ts';
import { Card } from '../../ui/Card.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import { BrowserSettings } from './BrowserSettings.tsx';

const SOURCES: Readonly<Record<Setting['source'], { readonly word: string; readonly look: string }>> = {
  flag: { word: 'flag', look: 'bg-tint-accent text-ink' },
  environment: { word: 'environment', look: 'bg-tint-accent text-ink' },
  default: { word: 'default', look: 'text-mute' },
};

/** The configuration in force, to be read alone, and what this browser remembers. */
export function ConfigurationTab() {
  const { data, error, refetch } = useQuery(configurationQuery());
  return (
    <>
      <Card
        title="Service"
        beside={data && <span className="text-xs text-mute">version {data.version}</span>}
      >
        {data ? (
          <>
            <SettingsTable settings={data.settings} />
            <p className="border-t border-line px-3 py-2 text-xs text-mute">
              Read when the process starts: change a flag or a variable and restart it. A flag comes before
              its variable.
            </p>
          </>
        ) : error ? (
          <ErrorState what="The configuration" error={error} onRetry={() => void refetch()} />
        ) : (
          <SkeletonRows rows={8} label="Loading the configuration" />
        )}
      </Card>
      <BrowserSettings />
    </>
  );
}

function SettingsTable({ settings }: { readonly settings: readonly Setting[] }) {
  return (
    <table className="w-full">
      <thead className="text-left text-xs text-mute max-sm:sr-only">
        <tr className="h-8 [&>th]:px-3 [&>th]:font-normal">
          <th scope="col" className="md:w-[40%]">
            Setting
          </th>
          <th scope="col">Value</th>
          <th scope="col" className="w-28">
            From
          </th>
          <th scope="col" className="max-lg:hidden">
            Set by
          </th>
        </tr>
      </thead>
      <tbody>
        {settings.map((setting) => (
          <SettingRow key={setting.name} setting={setting} />
        ))}
      </tbody>
    </table>
  );
}

/** On narrow screens the value stands under the name. */
function SettingRow({ setting }: { readonly setting: Setting }) {
  const { word, look } = SOURCES[setting.source];
  return (
    <tr className="border-t border-line align-top max-sm:flex max-sm:flex-wrap max-sm:gap-y-1 max-sm:py-2 sm:[&>*]:py-2 [&>*]:px-3">
      <th scope="row" className="text-left font-normal max-sm:w-full">
        <span className="font-medium">{setting.name}</span>
        <span className="block text-xs text-mute">{setting.meaning}</span>
      </th>
      <td className="max-sm:flex-1">
        <code className="break-all">{setting.value}</code>
      </td>
      <td>
        <span className={`rounded px-1.5 py-0.5 text-xs ${look}`}>{word}</span>
      </td>
      <td className="text-xs text-mute max-lg:hidden">
        <code className="block">{setting.flag}</code>
        <code className="block">{setting.variable}</code>
      </td>
    </tr>
  );
}
