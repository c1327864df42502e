/** A decision's identifier: its issue and a digest of what it says, so that importing the same issue again changes nothing. */

import type { GazetteRecord } from '#data/sources/gazette/records.ts';
import { sha256 } from '#lib/values/hash.ts';
import { words } from '#lib/values/text.ts';

/** Of one issue's decisions, hundreds at most, no two share as many. */
const DIGEST_LETTERS = 12;

export const DECISION_ID = `^[0-9]{4}-[0-9]{1,6}(bis)?-[0-9a-f]{${DIGEST_LETTERS}}$`;

/** Line ends, diacritics and punctuation do not count: another copy of the same issue may differ in them. */
export function decisionId({ date, number, bis, companyName, title, text }: GazetteRecord): string {
  const digest = sha256([companyName, title, text].map((each) => words(each).join(' ')).join('\n'));
  return `${date.slice(0, 4)}-${number}${bis ? 'bis' : ''}-${digest.slice(0, DIGEST_LETTERS)}`;
}
