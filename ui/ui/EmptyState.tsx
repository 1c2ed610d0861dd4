import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

/** Why a list is empty, and the next step. */
export function EmptyState(props: {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly children?: ReactNode;
}) {
  const Icon = props.icon;
  return (
    <div className="flex flex-col items-center gap-1.5 px-6 py-12 text-center">
      <Icon size={22} aria-hidden className="mb-1 text-mute" />
      <p className="font-medium">{props.title}</p>
      <div className="flex max-w-md flex-col items-center gap-3 text-mute">{props.children}</div>
    </div>
  );
}
