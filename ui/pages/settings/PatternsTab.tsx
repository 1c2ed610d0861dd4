import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { Card } from '../../ui/Card.tsx';
import { CodeBlock } from '../../ui/CodeBlock.tsx';
import { EXAMPLE, type PatternDraft, patternYaml, toRequest } from './pattern-draft.ts';
import { PatternField } from './PatternField.tsx';
import { PatternResult } from './PatternResult.tsx';
import { usePatternTest } from './use-pattern-test.ts';

/** With a run, its own facts are what is tried; only what is typed takes their place. */
const ON_A_RUN: PatternDraft = { ...EXAMPLE, exitCode: '', reason: '', log: '', events: '' };

/** A pattern of one's own, held against a failure while it is being written. */
export function PatternsTab() {
  const { run } = useSearch({ from: '/settings/patterns' });
  const [draft, setDraft] = useState(run === undefined ? EXAMPLE : ON_A_RUN);
  const { request, problems } = toRequest(draft, run);
  const { data, error } = usePatternTest(request);
  const yaml = patternYaml(draft);
  const field = (name: keyof PatternDraft) => ({
    value: draft[name],
    onChange: (value: string) => setDraft((before) => ({ ...before, [name]: value })),
  });
  const ofRun = run === undefined ? '' : 'as it was in the run';
  return (
    <>
      <p className="text-mute">
        A failed run is held against the patterns of its monitors first, then against the built-in ones; the
        first that fits is what the alert suggests. Nothing here is saved.
      </p>
      <div className="grid items-start gap-3 lg:grid-cols-2">
        <Card title="Pattern">
          <div className="grid gap-3 p-3 sm:grid-cols-2">
            <PatternField
              label="Exit code, or a range"
              placeholder="any"
              problem={problems.matchExitCode}
              {...field('matchExitCode')}
            />
            <PatternField label="Reason, exactly" placeholder="any" {...field('matchReason')} />
            <PatternField
              label="Found in a reason"
              placeholder="regular expression"
              code
              {...field('reasonPattern')}
            />
            <PatternField
              label="Found in the log"
              placeholder="regular expression"
              code
              {...field('logPattern')}
            />
            <PatternField
              label="Found in the events"
              placeholder="regular expression"
              code
              wide
              {...field('eventPattern')}
            />
            <PatternField label="Suggestion" lines={3} wide {...field('suggestion')} />
          </div>
          {yaml !== null && (
            <div className="px-3 pb-3">
              <CodeBlock label="In spec.alerting of a CronJobMonitor" text={yaml} />
            </div>
          )}
        </Card>
        <div className="flex min-w-0 flex-col gap-3">
          <Card
            title="Failure"
            beside={
              run !== undefined && <span className="text-xs break-all text-mute">of the run {run}</span>
            }
          >
            <div className="grid gap-3 p-3 sm:grid-cols-2">
              <PatternField
                label="Its exit code"
                placeholder={ofRun || 'unknown'}
                problem={problems.exitCode}
                {...field('exitCode')}
              />
              <PatternField label="Its reason" placeholder={ofRun || 'none'} {...field('reason')} />
              <PatternField label="Its log" placeholder={ofRun} lines={5} code wide {...field('log')} />
              <PatternField
                label="Its events, one a line"
                placeholder={ofRun || 'Warning BackOff Pod/name: message'}
                lines={2}
                code
                wide
                {...field('events')}
              />
            </div>
          </Card>
          <Card title="Result">
            <PatternResult result={data} error={error} hasPattern={request.pattern !== undefined} />
          </Card>
        </div>
      </div>
    </>
  );
}
