import { useQuery } from '@tanstack/react-query';
import type { Setting } from '../../../src/api/contract/configuration.ts';
import { configurationQuery } from '../../api/queries.ts';
import { Card } from '../../ui/Card.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import { type Column, Table, TableRow } from '../../ui/Table.tsx';
import { BrowserSettings } from './BrowserSettings.tsx';

const SOURCES: Readonly<Record<Setting['source'], { readonly word: string; readonly look: string }>> = {
  flag: { word: 'flag', look: 'bg-tint-accent text-ink' },
  environment: { word: 'environment', look: 'bg-tint-accent text-ink' },
  default: { word: 'default', look: 'text-mute' },
};

const COLUMNS = [
  { key: 'setting', label: 'Setting', width: 'md:w-[40%]', rowHeader: true },
  { key: 'value', label: 'Value', from: 'sm' },
  { key: 'from', label: 'From', width: 'w-28' },
  { key: 'setBy', label: 'Set by', from: 'lg' },
] as const satisfies readonly Column<string>[];

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
    <Table columns={COLUMNS}>
      {settings.map((setting) => (
        <TableRow
          key={setting.name}
          size="tall"
          columns={COLUMNS}
          cells={{
            setting: <Name setting={setting} />,
            value: <code className="break-all">{setting.value}</code>,
            from: <Source source={setting.source} />,
            setBy: (
              <code className="text-xs text-mute">
                <span className="block">{setting.flag}</span>
                <span className="block">{setting.variable}</span>
              </code>
            ),
          }}
        />
      ))}
    </Table>
  );
}

/** What is set and what it means; on narrow screens also to what. */
function Name({ setting }: { readonly setting: Setting }) {
  return (
    <>
      <span className="font-medium">{setting.name}</span>
      <span className="block text-xs text-mute">{setting.meaning}</span>
      <code className="mt-1 block break-all sm:hidden">{setting.value}</code>
    </>
  );
}

function Source({ source }: { readonly source: Setting['source'] }) {
  const { word, look } = SOURCES[source];
  return <span className={`rounded px-1.5 py-0.5 text-xs ${look}`}>{word}</span>;
}
