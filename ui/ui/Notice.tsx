import { CircleCheck, CircleX, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

const LOOKS = {
  ok: { icon: CircleCheck, color: 'text-ok', frame: 'border-line bg-surface' },
  warn: { icon: TriangleAlert, color: 'text-warn', frame: 'border-warn/40 bg-tint-warn' },
  bad: { icon: CircleX, color: 'text-bad', frame: 'border-bad/40 bg-tint-bad' },
} as const;

/** A message in the flow of the page, with the shape and colour of its weight. */
export function Notice(props: {
  readonly kind: keyof typeof LOOKS;
  readonly className?: string;
  readonly children: ReactNode;
}) {
  const { icon: Icon, color, frame } = LOOKS[props.kind];
  return (
    <div className={`flex gap-2 rounded-md border px-3 py-2 ${frame} ${props.className ?? ''}`}>
      <Icon size={15} strokeWidth={2.25} aria-hidden className={`mt-px shrink-0 ${color}`} />
      <div className="min-w-0 flex-1">{props.children}</div>
    </div>
  );
}
