import { Link } from '@tanstack/react-router';
import { ArrowDownRight, ArrowRight, ArrowUpRight } from 'lucide-react';
import { memo, type RefCallback, useCallback, useRef } from 'react';
import type { SlaItem } from '../../../src/api/contract/sla.ts';
import { useRowKeys } from '../../shell/use-row-keys.ts';
import { Status } from '../../ui/Status.tsx';
import { type Column, Table, TableGap, TableRow } from '../../ui/Table.tsx';
import { Unprinted } from '../../ui/Unprinted.tsx';
import { useVirtualRows } from '../../ui/use-virtual-rows.ts';
import { percentText } from '../../util/number.ts';
import { qualifiedName } from '../../util/qualified-name.ts';
import { budgetText, budgetTip, countsText, rateText, trendText } from './sla-words.ts';

const COLUMNS = [
  { key: 'state', label: 'State', width: 'w-28', from: 'lg' },
  { key: 'cronJob', label: 'CronJob', rowHeader: true },
  { key: 'target', label: 'Target', width: 'w-18', end: true, from: 'sm' },
  { key: 'actual', label: 'Actual', width: 'w-26', end: true },
  { key: 'budget', label: 'Error budget', width: 'w-40', from: 'sm' },
  { key: 'trend', label: 'Trend', width: 'w-52', from: '2xl' },
  {
    key: 'breaches',
    label: 'Breaches',
    width: 'w-22',
    end: true,
    from: 'xl',
    tip: 'How often it fell below its target in 90 days',
  },
] as const satisfies readonly Column<string>[];

/** Of three lines under the name, before a row was measured. */
const ROW_HEIGHT = 92;

/**
 * Every CronJob with an SLA; the worst first. Of thousands only the visible rows exist. On narrow screens the
 * less important joins the name.
 */
export function SlaTable({ items }: { readonly items: readonly SlaItem[] }) {
  const body = useRef<HTMLTableSectionElement>(null);
  const keyOf = useCallback((index: number) => keyOfItem(items[index]!), [items]);
  const { shown, above, below, rowRef, unprinted, scrollTo } = useVirtualRows(body, {
    count: items.length,
    keyOf,
    rowHeight: ROW_HEIGHT,
    overscan: 4,
  });
  useRowKeys(body, items.length, scrollTo);
  return (
    <>
      <Table columns={COLUMNS} fixed rowCount={items.length} bodyRef={body}>
        <TableGap height={above} />
        {shown.map((index) => (
          <SlaRow key={keyOf(index)} item={items[index]!} index={index} rowRef={rowRef} />
        ))}
        <TableGap height={below} />
      </Table>
      <Unprinted count={unprinted} noun="CronJob" />
    </>
  );
}

function keyOfItem({ namespace, cronjobName: name }: SlaItem): string {
  return qualifiedName({ namespace, name });
}

const SlaRow = memo(function SlaRow(props: {
  readonly item: SlaItem;
  readonly index: number;
  readonly rowRef: RefCallback<HTMLTableRowElement> | undefined;
}) {
  const { item, index, rowRef } = props;
  return (
    <TableRow
      index={index}
      rowRef={rowRef}
      size="tall"
      columns={COLUMNS}
      cells={{
        state: <Status kind={item.compliant ? 'compliant' : 'breached'} />,
        cronJob: <CronJob item={item} />,
        target: <span className="text-mute">{percentText(item.slaTarget)}</span>,
        actual: <Actual item={item} />,
        budget: <Budget item={item} />,
        trend: <Trend item={item} />,
        breaches: item.breaches,
      }}
    />
  );
});

/** Whose SLA it is, by which monitor, and what its rate was made from. */
function CronJob({ item }: { readonly item: SlaItem }) {
  const { namespace, cronjobName: name, monitor } = item;
  return (
    <>
      <span className="flex items-center gap-1.5">
        <span className="lg:hidden">
          <Status kind={item.compliant ? 'compliant' : 'breached'} iconOnly />
        </span>
        <Link
          to="/cronjobs/$namespace/$name"
          params={{ namespace, name }}
          data-row-link
          className="font-medium break-all hover:underline"
        >
          {name}
        </Link>
      </span>
      <span className="block text-xs text-mute">
        {namespace} · by{' '}
        <Link to="/monitors/$namespace/$name" params={monitor} className="hover:underline">
          {monitor.name}
        </Link>
      </span>
      <span className="block text-xs text-mute">{countsText(item)}</span>
      <span className="block text-xs 2xl:hidden">
        <Trend item={item} />
      </span>
    </>
  );
}

function Actual({ item }: { readonly item: SlaItem }) {
  return (
    <>
      <span className={item.compliant ? '' : 'font-semibold text-bad'}>{rateText(item)}</span>
      <span className="block text-xs text-mute sm:hidden">of {percentText(item.slaTarget)}</span>
      <span className="block text-xs text-mute sm:hidden">{budgetText(item)}</span>
    </>
  );
}

/** What is left, as a length beside the words. */
function Budget({ item }: { readonly item: SlaItem }) {
  const { leftPercent } = item.errorBudget;
  const fill = leftPercent > 25 ? 'bg-fill-ok' : leftPercent > 0 ? 'bg-fill-warn' : 'bg-fill-bad';
  return (
    <span data-tip={budgetTip(item)} className="flex items-center gap-2">
      <span aria-hidden className="block h-2 w-14 rounded-xs bg-fill-none/60 forced-color-adjust-none">
        {item.evaluatedRuns > 0 && (
          <span
            className={`block h-full rounded-xs ${fill}`}
            style={{ width: `${leftPercent <= 0 ? 100 : leftPercent}%` }}
          />
        )}
      </span>
      <span className="whitespace-nowrap">{budgetText(item)}</span>
    </span>
  );
}

const ARROWS = { up: ArrowUpRight, down: ArrowDownRight, steady: ArrowRight } as const;

/** An arrow is drawn where there is a trend, and none where there is nothing to compare with. */
function Trend({ item }: { readonly item: SlaItem }) {
  const Arrow = item.trend === null ? null : ARROWS[item.trend];
  const colour = item.trend === 'down' ? 'text-bad' : item.trend === 'up' ? 'text-ok' : 'text-mute';
  return (
    <span className="inline-flex items-start gap-1.5">
      {Arrow && <Arrow size={14} strokeWidth={2.25} aria-hidden className={`mt-0.5 shrink-0 ${colour}`} />}
      <span className={Arrow ? '' : 'text-mute'}>{trendText(item)}</span>
    </span>
  );
}
