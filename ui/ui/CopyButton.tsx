import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from './Button.tsx';

/** Copies a text and says for two seconds whether that worked. */
export function CopyButton({
  text,
  label,
  tip = text,
}: {
  readonly text: string;
  readonly label: string;
  /** The tooltip; null for none where the text stands beside the button. */
  readonly tip?: string | null;
}) {
  const [result, setResult] = useState<'copied' | 'refused' | null>(null);
  useEffect(() => {
    if (result === null) return;
    const timer = setTimeout(() => setResult(null), 2_000);
    return () => clearTimeout(timer);
  }, [result]);
  const copy = () => {
    // Absent on pages that are served without TLS from another host than localhost.
    const writing = navigator.clipboard?.writeText(text) ?? Promise.reject(new Error('no clipboard'));
    writing.then(
      () => setResult('copied'),
      () => setResult('refused'),
    );
  };
  const Icon = result === 'copied' ? Check : Copy;
  return (
    <Button onClick={copy} data-tip={tip ?? undefined}>
      <Icon size={14} aria-hidden />
      <span aria-live="polite">
        {result === 'copied' ? 'Copied' : result === 'refused' ? 'Copying was refused' : label}
      </span>
    </Button>
  );
}
