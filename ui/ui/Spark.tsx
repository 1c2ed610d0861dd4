import { memo } from 'react';
import type { Outcome } from '../../src/api/contract/execution.ts';
import { counted } from '../util/number.ts';
import { SPARK_HEIGHT, SPARK_WIDTH, sparkPaths } from './spark-paths.ts';

/** The newest runs as bars, oldest first, with a summary in words. */
export const Spark = memo(function Spark({ recent }: { readonly recent: readonly Outcome[] }) {
  if (recent.length === 0) return <span className="text-mute">no runs yet</span>;
  const failed = recent.filter((outcome) => outcome === 'failed').length;
  const summary = `${failed === 0 ? 'none' : failed} of the last ${counted(recent.length, 'run')} failed`;
  const paths = sparkPaths(recent);
  return (
    <span data-tip={summary} className="inline-block">
      <span className="sr-only">{summary}</span>
      <svg width={SPARK_WIDTH} height={SPARK_HEIGHT} aria-hidden className="block forced-color-adjust-none">
        <path d={paths.success} className="fill-fill-ok" />
        <path d={paths.failed} className="fill-fill-bad" />
      </svg>
    </span>
  );
});
