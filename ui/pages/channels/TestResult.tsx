import type { ChannelTestResult } from '../../../src/api/contract/channel.ts';
import { Notice } from '../../ui/Notice.tsx';

/** Whether the receiver took the test alert, and what it answered. */
export function TestResult({ success, message }: ChannelTestResult) {
  return (
    <Notice kind={success ? 'ok' : 'bad'}>
      <span className="font-medium">{success ? 'Test delivered' : 'Test not delivered'}</span>: {message}
    </Notice>
  );
}
