import { Link } from '@tanstack/react-router';
import { ArrowDownRight, ArrowRight, ArrowUpRight } from 'lucide-react';
import type { SlaItem } from '../../../src/api/contract/sla.ts';
import { Status } from '../../ui/Status.tsx';
import { TableHead } from '../../ui/TableHead.tsx';
import { percentText } from '../../util/number.ts';
import { budgetText, budgetTip, countsText, rateText, trendText } from './sla-words.ts';

/** Every CronJob with an SLA; the worst first. On narrow screens the less important joins the name. */
export function SlaTable({ items }: { readonly items: readonly SlaItem[] }) {
  return (
    <table className="w-full">
      <TableHead>
        <th scope="col" className="max-md:hidden">
          State
        </th>
        <th scope="col" className="max-md:pl-3! md:w-1/4">
          CronJob
        </th>
        <th scope="col" className="text-right max-sm:hidden">
          Target
        </th>
        <th scope="col" className="text-right max-sm:pr-3!">
          Actual
        </th>
        <th scope="col" className="max-sm:hidden pl-6!">
          Error budget
        </th>
        <th scope="col" className="max-lg:hidden w-1/4">
          Trend
        </th>
        <th
          scope="col"
          className="text-right max-xl:hidden"
          data-tip="How often it fell below its target in 90 days"
        >
          Breaches
        </th>
      </TableHead>
      <tbody>
        {items.map((item) => (
          <SlaRow key={`${item.namespace}/${item.cronjobName}`} item={item} />
        ))}
      </tbody>
    </table>
  );
}

function SlaRow({ item }: { readonly item: SlaItem }) {
  const { namespace, cronjobName: name, monitor } = item;
  return (
    <tr className="border-b border-line align-top last:border-b-0 hover:bg-hover [&>td]:px-1.5 [&>td]:py-2 [&>td:first-child]:pl-3 [&>td:last-child]:pr-3">
      <td className="max-md:hidden">
        <Status kind={item.compliant ? 'compliant' : 'breached'} />
      </td>
      <td className="max-md:pl-3!">
        <span className="flex items-center gap-1.5">
          <span className="md:hidden">
            <Status kind={item.compliant ? 'compliant' : 'breached'} iconOnly />
          </span>
          <Link
            to="/cronjobs/$namespace/$name"
            params={{ namespace, name }}
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
        <span className="block text-xs lg:hidden">
          <Trend item={item} />
        </span>
      </td>
      <td className="text-right whitespace-nowrap text-mute max-sm:hidden">{percentText(item.slaTarget)}</td>
      <td
        className={`text-right whitespace-nowrap max-sm:pr-3! ${item.compliant ? '' : 'font-semibold text-bad'}`}
      >
        {rateText(item)}
        <span className="block text-xs font-normal whitespace-nowrap text-mute sm:hidden">
          of {percentText(item.slaTarget)}
        </span>
        <span className="block text-xs font-normal whitespace-nowrap text-mute sm:hidden">
          {budgetText(item)}
        </span>
      </td>
      <td className="pl-6! max-sm:hidden">
        <Budget item={item} />
      </td>
      <td className="max-lg:hidden">
        <Trend item={item} />
      </td>
      <td className="text-right max-xl:hidden">{item.breaches}</td>
    </tr>
  );
}

/** What is left, as a length beside the words. */
function Budget({ item }: { readonly item: SlaItem }) {
  const { leftPercent } = item.errorBudget;
  const fill = leftPercent > 25 ? 'bg-fill-ok' : leftPercent > 0 ? 'bg-fill-warn' : 'bg-fill-bad';
  return (
    <span data-tip={budgetTip(item)} className="flex items-center gap-2">
      <span aria-hidden className="block h-2 w-20 rounded-xs bg-fill-none/60 forced-color-adjust-none">
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
