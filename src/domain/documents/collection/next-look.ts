/** When the documentation of a notice is looked at next, in milliseconds. Null: when somebody asks. */
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Looks that found nothing for so long were the last. */
export const YEAR_MS = 365 * DAY_MS;
/** Files that did not come six times do not come. */
const ATTEMPTS_MAX = 6;
/** A site that could not be read for a month is waited for by whoever asks. */
const VAIN_ATTEMPTS_MAX = 40;

/** What is known of a notice: until when its documents may change, and how often that is worth a look. */
export interface Open {
  openUntil?: number | null;
  everyMs?: number;
}

/** While tenders are taken documents change: daily, and once more when that is over. */
export const whileOpen = (now: number, { openUntil = null, everyMs = DAY_MS }: Open): number | null =>
  openUntil !== null && now < openUntil ? Math.min(now + everyMs, openUntil + HOUR_MS) : null;

/**
 * A look found nothing, as every look since `since` (milliseconds). Where no deadline tells how long documents may still come, each
 * wait is as long as all before it, and after a year nobody looks on: the number of looks stays small however many notices there are.
 */
export function afterNothing(now: number, open: Open, since: number): number | null {
  const age = Math.max(now - since, DAY_MS);
  return whileOpen(now, open) ?? (age < YEAR_MS ? now + age : null);
}

/** Files are missing: `attempts` looks ended so, this one included. */
export const afterMissing = (now: number, open: Open, attempts: number): number | null =>
  attempts < ATTEMPTS_MAX ? now + backoffMs(attempts) : whileOpen(now, open);

/** The lists themselves could not be read. */
export const afterTrouble = (now: number, attempts: number): number =>
  now + (attempts < VAIN_ATTEMPTS_MAX ? backoffMs(attempts) / 4 : 30 * DAY_MS);

const backoffMs = (attempts: number): number => Math.min(HOUR_MS * 2 ** Math.max(0, attempts - 1), DAY_MS);
