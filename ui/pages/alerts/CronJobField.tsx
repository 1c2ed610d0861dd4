import { useRef } from 'react';
import { useCronJobNames } from '../../api/use-cron-job-names.ts';
import { useShortcuts } from '../../shell/use-shortcuts.ts';
import { NameField } from '../../ui/NameField.tsx';

/** Narrows the alerts to a CronJob, which may be gone: its alerts are still there. The search key leads to it. */
export function CronJobField(props: {
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
}) {
  const field = useRef<HTMLInputElement>(null);
  const [names, ask] = useCronJobNames();
  useShortcuts((shortcut) => {
    if (shortcut !== 'search') return false;
    field.current?.select();
    return true;
  });
  return (
    <NameField
      ref={field}
      label="CronJob"
      placeholder="Any CronJob"
      allowUnknown
      names={names}
      onAsk={ask}
      {...props}
      className="h-7 w-56 min-w-0 rounded-[5px] border border-line bg-surface px-2 max-sm:grow pointer-coarse:h-9"
    />
  );
}
