import { useState } from 'react';
import { enableShortcuts, shortcutsEnabled } from './use-shortcuts.ts';

/** Whether single keys are shortcuts; speech input users need to switch them off. */
export function ShortcutsSwitch() {
  const [enabled, setEnabled] = useState(shortcutsEnabled);
  return (
    <label className="flex min-h-6 items-center gap-2">
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
  );
}
