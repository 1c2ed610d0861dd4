import { useNavigate, useSearch } from '@tanstack/react-router';
import { Download, FileText } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { usePageTitle } from '../../shell/use-page-title.ts';
import { Card } from '../../ui/Card.tsx';
import { Segments } from '../../ui/Segments.tsx';
import { ReportSubject } from './ReportSubject.tsx';
import { REPORT_DAYS, reportPath, type ReportsSearch } from './reports-search.ts';

const DAYS = REPORT_DAYS.map((value) => ({ value, label: `${value} d` }));
const FIELD =
  'mt-1 block h-7 w-full rounded-[5px] border border-line-strong bg-surface px-2 pointer-coarse:h-9';

/** A report to print or to send, about one CronJob, a monitor's or everything. */
export function ReportsPage() {
  usePageTitle('Reports');
  const search = useSearch({ from: '/reports' });
  const navigate = useNavigate({ from: '/reports' });
  const choose = (change: ReportsSearch) =>
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true, resetScroll: false });
  return (
    <main id="main" className="flex flex-col gap-3 p-3 md:p-4">
      <h1 className="text-lg font-semibold">Reports</h1>
      <div className="grid items-start gap-3 lg:grid-cols-2">
        <Card title="A report as PDF">
          <div className="flex flex-col gap-3 p-3">
            <ReportSubject search={search} onSearch={choose} className={FIELD} />
            <div className="flex flex-wrap items-center gap-3">
              <span>Over the last</span>
              <Segments
                label="Over the last"
                options={DAYS}
                value={search.days ?? '30'}
                onChange={(days) => choose({ days: days === '30' ? undefined : days })}
              />
            </div>
            <TitleAndDownload search={search} />
          </div>
        </Card>
        <Contents />
      </div>
    </main>
  );
}

/** What is typed here concerns the address of the file alone. */
function TitleAndDownload({ search }: { readonly search: ReportsSearch }) {
  const [title, setTitle] = useState('');
  return (
    <>
      <label>
        Title (optional)
        <input
          value={title}
          maxLength={120}
          placeholder="CronJob report, or what is configured"
          onChange={(event) => setTitle(event.target.value)}
          className={FIELD}
        />
      </label>
      <a
        href={reportPath(search, title)}
        download
        data-export
        className="inline-flex h-8 items-center gap-1.5 self-start rounded-[5px] bg-accent px-3 font-medium text-on-accent hover:brightness-110 pointer-coarse:h-10"
      >
        <Download size={14} aria-hidden />
        Download the PDF
      </a>
    </>
  );
}

function Contents() {
  return (
    <Card title="What is in it">
      <ul className="flex flex-col gap-2 p-3">
        <Content>Success rate, runs, failures, durations and alerts as numbers.</Content>
        <Content>Success by day; of a single CronJob its durations too, P50 and P95.</Content>
        <Content>Each day as a square of a calendar.</Content>
        <Content>Of several CronJobs a table, the lowest success rate first.</Content>
        <Content>Every alert with how long it lasted.</Content>
      </ul>
      <p className="border-t border-line px-3 py-2 text-xs text-mute">
        Charts are vectors and read well in black and white. Organisation, title and logo come from{' '}
        <code>--report-organisation</code>, <code>--report-title</code> and <code>--report-logo</code>. Any
        page here can be printed as well.
      </p>
    </Card>
  );
}

function Content({ children }: { readonly children: ReactNode }) {
  return (
    <li className="flex gap-2">
      <FileText size={14} aria-hidden className="mt-0.5 shrink-0 text-mute" />
      {children}
    </li>
  );
}
