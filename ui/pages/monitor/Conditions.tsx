import { CircleCheck, CircleHelp, CircleX } from 'lucide-react';
import type { MonitorCondition } from '../../../src/api/contract/monitor.ts';
import { Card } from '../../ui/Card.tsx';
import { Time } from '../../ui/Time.tsx';

const LOOKS = {
  True: { icon: CircleCheck, color: 'text-ok' },
  False: { icon: CircleX, color: 'text-bad' },
  Unknown: { icon: CircleHelp, color: 'text-warn' },
} as const;

/** Whether the monitor is in force; every condition is well when it is True. */
export function Conditions({ conditions }: { readonly conditions: readonly MonitorCondition[] }) {
  return (
    <Card title="Conditions">
      {conditions.length === 0 ? (
        <p className="p-3 text-mute">It was not looked at yet.</p>
      ) : (
        <ul>
          {conditions.map((condition) => (
            <ConditionItem key={condition.type} condition={condition} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function ConditionItem({ condition }: { readonly condition: MonitorCondition }) {
  const { icon: Icon, color } = LOOKS[condition.status];
  return (
    <li className="border-b border-line px-3 py-2 last:border-b-0">
      <p className="flex flex-wrap items-center gap-x-2">
        <Icon size={14} strokeWidth={2.25} aria-hidden className={`shrink-0 ${color}`} />
        <span className="font-medium">{condition.type}</span>
        <span className={color}>{condition.status}</span>
        <span className="ml-auto text-xs text-mute">
          <Time at={condition.lastTransitionTime} />
        </span>
      </p>
      <p className="mt-0.5 pl-[22px] text-xs break-words text-mute">
        {condition.reason}: {condition.message}
      </p>
    </li>
  );
}
