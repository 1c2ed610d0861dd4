import { CloudOff, Lock, type LucideIcon, SearchX } from 'lucide-react';
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
  const { icon, verdict } = VERDICTS[code] ?? { icon: CloudOff, verdict: 'could not be loaded' };
  return (
    <div role="alert">
      <EmptyState icon={icon} title={`${props.what} ${verdict}`}>
        <p>
          {props.error.message} <code className="text-xs">({code})</code>
        </p>
        {code === 'unauthorized' && (
          <p>
            A page sends no token by itself: the proxy in front of Punctual adds it for those who may read.
          </p>
        )}
        <Button onClick={props.onRetry}>Retry</Button>
      </EmptyState>
    </div>
  );
}

const MAY_NOT = { icon: Lock, verdict: 'may not be read' };

/** What is not a failure of the service. */
const VERDICTS: Readonly<
  Partial<Record<RequestError['code'], { readonly icon: LucideIcon; readonly verdict: string }>>
> = {
  not_found: { icon: SearchX, verdict: 'was not found' },
  unauthorized: MAY_NOT,
  forbidden: MAY_NOT,
};
