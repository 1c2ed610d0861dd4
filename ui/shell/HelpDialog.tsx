import { useState } from 'react';
import { Drawer } from '../ui/Drawer.tsx';
import { enableShortcuts, shortcutsEnabled } from './use-shortcuts.ts';

const KEYS = [
  { keys: ['Ctrl/Cmd', 'K'], meaning: 'Go to a CronJob, page or theme' },
  { keys: ['/'], meaning: 'Search' },
  { keys: ['j', 'k'], meaning: 'Next or previous row' },
  { keys: ['Enter'], meaning: 'Open the row' },
  { keys: ['g', 'o'], meaning: 'Go to the overview' },
  { keys: ['g', 'a'], meaning: 'Go to the alerts' },
  { keys: ['g', 'm'], meaning: 'Go to the monitors' },
  { keys: ['g', 'c'], meaning: 'Go to the channels' },
  { keys: ['a'], meaning: 'Acknowledge the alert' },
  { keys: ['t'], meaning: 'Change the theme' },
  { keys: ['?'], meaning: 'This help' },
  { keys: ['Esc'], meaning: 'Close what is open' },
] as const;

/** The keys, and the switch that turns them off. */
export function HelpDialog({ onClose }: { readonly onClose: () => void }) {
  const [enabled, setEnabled] = useState(shortcutsEnabled);
  return (
    <Drawer title="Keyboard" narrow onClose={onClose}>
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-2">
        {KEYS.map(({ keys, meaning }) => (
          <div key={meaning} className="contents">
            <dt className="flex gap-1">
              {keys.map((key) => (
                <kbd
                  key={key}
                  className="min-w-6 rounded border border-line px-1.5 py-0.5 text-center text-xs"
                >
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <label className="mt-6 flex min-h-6 items-center gap-2">
        <input
          type="checkbox"
          className="size-4 accent-accent"
          checked={enabled}
          onChange={(event) => {
            enableShortcuts(event.target.checked);
            setEnabled(event.target.checked);
          }}
        />
        Single keys are shortcuts
      </label>
    </Drawer>
  );
}
