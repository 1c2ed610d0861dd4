import { readFileSync } from 'node:fs';
import { imageProblem } from '../lib/image-problem.ts';

/** What is wrong with the file that `--report-logo` names, naming the flag; null when nothing is, or none is named. */
export function logoProblem(path: string | null): string | null {
  if (path === null) return null;
  const named = `--report-logo (PUNCTUAL_REPORT_LOGO) is "${path}"`;
  try {
    const problem = imageProblem(readFileSync(path));
    return problem && `${named}, which ${problem}`;
  } catch (error) {
    return `${named}, which cannot be read: ${error instanceof Error ? error.message : String(error)}`;
  }
}
