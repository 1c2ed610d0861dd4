import { LoaderCircle } from 'lucide-react';
import { Button } from '../../ui/Button.tsx';

/** Starts the test of a channel; turns while one is under way. */
export function TestButton(props: {
  readonly name: string;
  readonly sending: boolean;
  readonly onTest: () => void;
}) {
  return (
    <Button
      // Not disabled, which would take the focus away.
      aria-disabled={props.sending}
      className="-my-1.5"
      onClick={props.onTest}
    >
      {props.sending && <LoaderCircle size={14} aria-hidden className="animate-spin" />}
      {props.sending ? 'Sending…' : 'Test'}
      <span className="sr-only">{props.name}</span>
    </Button>
  );
}
