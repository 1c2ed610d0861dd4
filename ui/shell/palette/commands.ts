import type { CronJobSummary } from '../../../src/api/contract/cron-job.ts';
import { HEALTHS, type Health, healthOf } from '../../util/health.ts';
import { qualifiedName } from '../../util/qualified-name.ts';
import { type PagePath, PAGES } from '../pages.ts';
import { type Theme, THEMES } from '../theme.ts';

/** What the palette can do. `label` is what is searched, and `id` tells commands apart. */
export type Command =
  | { readonly kind: 'page'; readonly id: string; readonly label: string; readonly to: PagePath }
  | { readonly kind: 'theme'; readonly id: string; readonly label: string; readonly theme: Theme }
  | {
      readonly kind: 'cronJob';
      readonly id: string;
      readonly label: string;
      readonly namespace: string;
      readonly name: string;
      readonly health: Health;
    };

/** So many are shown; whoever looks for another one types on. */
const MOST = 50;

/** Every command: pages, then CronJobs with the worst first, then themes. */
export function allCommands(cronJobs: readonly CronJobSummary[]): readonly Command[] {
  return [
    ...PAGES.map(({ to, label }): Command => ({ kind: 'page', id: `page:${to}`, label, to })),
    ...cronJobs.map(toCommand).toSorted((a, b) => HEALTHS.indexOf(a.health) - HEALTHS.indexOf(b.health)),
    ...THEMES.map((theme): Command => ({
      kind: 'theme',
      id: `theme:${theme}`,
      label: `Theme: ${theme}`,
      theme,
    })),
  ];
}

/**
 * The commands that have every word of the query in their label, whatever the case. Those in which a
 * word of the label begins with the query come first, else they stay in their order.
 */
export function selectCommands(commands: readonly Command[], query: string): readonly Command[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const matching = commands.filter(({ label }) => {
    const text = label.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  const beginning = (command: Command) => beginsWord(command.label.toLowerCase(), words[0] ?? '');
  return matching.toSorted((a, b) => Number(beginning(b)) - Number(beginning(a))).slice(0, MOST);
}

function beginsWord(label: string, word: string): boolean {
  return label.startsWith(word) || label.includes(` ${word}`) || label.includes(`/${word}`);
}

function toCommand(cronJob: CronJobSummary) {
  const { namespace, name } = cronJob;
  const label = qualifiedName(cronJob);
  return {
    kind: 'cronJob',
    id: `cronJob:${label}`,
    label,
    namespace,
    name,
    health: healthOf(cronJob),
  } as const;
}
