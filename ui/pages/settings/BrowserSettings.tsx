import { ShortcutsSwitch } from '../../shell/ShortcutsSwitch.tsx';
import { setTheme, THEMES } from '../../shell/theme.ts';
import { useTheme } from '../../shell/use-theme.ts';
import { Card } from '../../ui/Card.tsx';
import { Segments } from '../../ui/Segments.tsx';

const OPTIONS = THEMES.map((value) => ({ value, label: value[0]!.toUpperCase() + value.slice(1) }));

/** What this browser remembers for its reader; the service knows nothing of it. */
export function BrowserSettings() {
  const theme = useTheme();
  return (
    <Card title="This browser">
      <div className="flex flex-col gap-3 p-3">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="font-medium">Theme</span>
          <Segments label="Theme" options={OPTIONS} value={theme} onChange={setTheme} />
          <span className="text-xs text-mute">System follows the setting of the computer.</span>
        </div>
        <div>
          <ShortcutsSwitch />
          <p className="pl-6 text-xs text-mute">
            Such as / for the search. Switch them off when you speak instead of typing; Ctrl or Cmd K stays.
          </p>
        </div>
      </div>
    </Card>
  );
}
