import { Wrench } from 'lucide-react';

/** What may help, as the monitor's patterns suggest it. */
export function SuggestedFix({ text }: { readonly text: string }) {
  return (
    <div className="flex gap-2">
      <Wrench size={14} aria-hidden className="mt-0.5 shrink-0 text-mute" />
      <p className="min-w-0 break-words whitespace-pre-line">
        <span className="font-medium">Suggested fix: </span>
        {text}
      </p>
    </div>
  );
}
