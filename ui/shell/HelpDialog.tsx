import { Drawer } from '../ui/Drawer.tsx';
import { PAGES } from './pages.ts';
import { ShortcutsSwitch } from './ShortcutsSwitch.tsx';

const KEYS: readonly { readonly keys: readonly string[]; readonly meaning: string }[] = [
  { keys: ['Ctrl/Cmd', 'K'], meaning: 'Go to a CronJob, page or theme' },
  { keys: ['/'], meaning: 'Search' },
  { keys: ['j', 'k'], meaning: 'Next or previous row' },
  { keys: ['Enter'], meaning: 'Open the row' },
  ...PAGES.map(({ key, label }) => ({ keys: ['g', key], meaning: `Go to ${label}` })),
  { keys: ['a'], meaning: 'Acknowledge the alert' },
  { keys: ['e'], meaning: 'Export what is shown as CSV' },
  { keys: ['t'], meaning: 'Change the theme' },
  { keys: ['?'], meaning: 'This help' },
  { keys: ['Esc'], meaning: 'Close what is open' },
];

/** The keys, and the switch that turns them off. */
export function HelpDialog({ onClose }: { readonly onClose: () => void }) {
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
      <div className="mt-6">
        <ShortcutsSwitch />
      </div>
    </Drawer>
  );
}
