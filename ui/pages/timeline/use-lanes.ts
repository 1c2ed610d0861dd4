import { useQueries } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { Timeline } from '../../../src/api/contract/timeline.ts';
import { timelineQuery } from '../../api/queries.ts';
import { type Lane, type LaneSource, timelineLane } from '../../charts/timeline-lane.ts';
import type { Span, TimelineAxis } from '../../charts/timeline-axis.ts';
import type { Row } from '../overview/select-rows.ts';
import { qualifiedName } from '../../util/qualified-name.ts';

/** So many rows are asked for at once: what a screen shows, and a little more. */
const BLOCK = 40;

/** The lanes of the rows in view by `qualifiedName`; a row is missing while its answer is on its way. */
export function useLanes(
  rows: readonly Row[],
  visible: { readonly first: number; readonly last: number },
  asked: Span,
  axis: TimelineAxis,
  now: number,
): ReadonlyMap<string, Lane> {
  const first = Math.floor(visible.first / BLOCK);
  const last = Math.floor(Math.max(visible.first, visible.last) / BLOCK);
  const blocks = Array.from({ length: last - first + 1 }, (_, index) =>
    rows.slice((first + index) * BLOCK, (first + index + 1) * BLOCK),
  ).filter((block) => block.length > 0);
  const answers = useQueries({
    queries: blocks.map((block) => timelineQuery(block, asked)),
    combine: answersOf,
  });
  // When the question changes with the time, the last answer stays until the next one has come.
  const [known, setKnown] = useState<Known>({ answers: [], sources: new Map() });
  if (known.answers !== answers) {
    setKnown({ answers, sources: new Map([...known.sources, ...answers.flatMap(toSources)]) });
  }
  const { sources } = known;
  return useMemo(() => {
    const lanes = new Map<string, Lane>();
    for (const row of rows.slice(first * BLOCK, (last + 1) * BLOCK)) {
      const source = sources.get(qualifiedName(row));
      if (source) lanes.set(qualifiedName(row), timelineLane({ ...source, p50: row.p50Duration }, axis, now));
    }
    return lanes;
  }, [sources, rows, first, last, axis, now]);
}

interface Known {
  readonly answers: readonly Timeline[];
  readonly sources: ReadonlyMap<string, LaneSource>;
}

function answersOf(results: readonly { readonly data: Timeline | undefined }[]): readonly Timeline[] {
  return results.flatMap(({ data }) => (data ? [data] : []));
}

function toSources(answer: Timeline): [string, LaneSource][] {
  const { binSeconds, reasons } = answer;
  const from = Date.parse(answer.from);
  return answer.items.map((item) => [qualifiedName(item), { item, from, binSeconds, reasons, p50: 0 }]);
}
