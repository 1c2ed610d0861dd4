import {
  CircleCheck,
  CircleDashed,
  CirclePause,
  CirclePlay,
  CircleX,
  Info,
  type LucideIcon,
  TriangleAlert,
} from 'lucide-react';

/** Everything that is shown with a status colour. Each has a shape and a word of its own. */
export type StatusKind =
  | 'critical'
  | 'warning'
  | 'info'
  | 'running'
  | 'healthy'
  | 'suspended'
  | 'success'
  | 'failed'
  | 'ready'
  | 'notReady'
  | 'unchecked'
  | 'compliant'
  | 'breached';

const LOOKS: Readonly<
  Record<StatusKind, { readonly word: string; readonly icon: LucideIcon; readonly color: string }>
> = {
  critical: { word: 'Critical', icon: CircleX, color: 'text-bad' },
  warning: { word: 'Warning', icon: TriangleAlert, color: 'text-warn' },
  info: { word: 'Info', icon: Info, color: 'text-accent' },
  running: { word: 'Running', icon: CirclePlay, color: 'text-accent' },
  healthy: { word: 'Healthy', icon: CircleCheck, color: 'text-ok' },
  suspended: { word: 'Suspended', icon: CirclePause, color: 'text-mute' },
  success: { word: 'Succeeded', icon: CircleCheck, color: 'text-ok' },
  failed: { word: 'Failed', icon: CircleX, color: 'text-bad' },
  ready: { word: 'Ready', icon: CircleCheck, color: 'text-ok' },
  notReady: { word: 'Not ready', icon: CircleX, color: 'text-bad' },
  compliant: { word: 'Compliant', icon: CircleCheck, color: 'text-ok' },
  breached: { word: 'Breached', icon: CircleX, color: 'text-bad' },
  unchecked: { word: 'Not checked', icon: CircleDashed, color: 'text-mute' },
};

/** A status as shape, word and colour. `iconOnly` keeps the word for screen readers. */
export function Status({
  kind,
  iconOnly = false,
}: {
  readonly kind: StatusKind;
  readonly iconOnly?: boolean;
}) {
  const { word, icon: Icon, color } = LOOKS[kind];
  return (
    <span className={`inline-flex items-center gap-1.5 align-bottom whitespace-nowrap ${color}`}>
      <Icon size={14} strokeWidth={2.25} aria-hidden className="shrink-0" />
      <span className={iconOnly ? 'sr-only' : undefined}>{word}</span>
    </span>
  );
}

/** The shape and colour alone, beside a place that has the word already. */
export function StatusShape({ kind }: { readonly kind: StatusKind }) {
  const { icon: Icon, color } = LOOKS[kind];
  return <Icon size={14} strokeWidth={2.25} aria-hidden className={`shrink-0 ${color}`} />;
}
