import { CopyButton } from './CopyButton.tsx';

/** A text to read or to copy whole, such as a manifest; `label` says what it is. */
export function CodeBlock({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <figure className="w-full min-w-0 overflow-hidden rounded-md border border-line text-left">
      <figcaption className="flex min-h-9 items-center gap-3 border-b border-line bg-hover px-3 py-1 text-xs text-mute">
        <span className="min-w-0 flex-1">{label}</span>
        <CopyButton label="Copy" tip={null} text={text} />
      </figcaption>
      <pre
        // What scrolls must be reachable by the keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        aria-label={label}
        role="region"
        className="max-h-[32rem] overflow-auto px-3 py-2 font-mono text-xs leading-4.5 text-ink focus-visible:-outline-offset-2"
      >
        {text}
      </pre>
    </figure>
  );
}
