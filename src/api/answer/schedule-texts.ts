import { scheduleWords } from '../../schedule/schedule-words.ts';

/** Far more than a cluster has of different ones; a guard. */
const MOST_TEXTS = 50_000;

/** Schedules in words, each found once: wording ten thousand takes longer than all the rest of their list. */
export class ScheduleTexts {
  readonly #texts = new Map<string, string>();

  of({ schedule, timeZone }: { readonly schedule: string; readonly timeZone: string | null }): string {
    const key = `${timeZone ?? ''}\n${schedule}`;
    let text = this.#texts.get(key);
    if (text === undefined) {
      text = scheduleWords(schedule, timeZone);
      if (this.#texts.size >= MOST_TEXTS) this.#texts.clear();
      this.#texts.set(key, text);
    }
    return text;
  }
}
