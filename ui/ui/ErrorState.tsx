import { CloudOff, SearchX } from 'lucide-react';
import { RequestError } from '../api/client.ts';
import { Button } from './Button.tsx';
import { EmptyState } from './EmptyState.tsx';

/** In place of something for which there was never an answer: what went wrong, its code, and Retry. */
export function ErrorState(props: {
  readonly what: string;
  readonly error: Error;
  readonly onRetry: () => void;
}) {
  const code = props.error instanceof RequestError ? props.error.code : 'internal_error';
  const missing = code === 'not_found';
  return (
    <div role="alert">
      <EmptyState
        icon={missing ? SearchX : CloudOff}
        title={missing ? `${props.what} was not found` : `${props.what} could not be loaded`}
      >
        <p>
          {props.error.message} <code className="text-xs">({code})</code>
        </p>
        <Button onClick={props.onRetry}>Retry</Button>
      </EmptyState>
    </div>
  );
}
