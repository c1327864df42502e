/** The identifier and the index words of a decision. The identifier has the issue and a digest of the text, so that a second import of an issue changes nothing. */

import type { GazetteRecord } from '#data/sources/gazette/records.ts';
import { nameWords } from '#lib/values/company-name.ts';
import { sha256 } from '#lib/values/hash.ts';
import { indexedWords } from '#lib/values/indexed-words.ts';
import { words } from '#lib/values/text.ts';

/** Enough to distinguish the decisions of an issue, hundreds at most. */
const DIGEST_LETTERS = 12;

export const DECISION_ID = `^[0-9]{4}-[0-9]{1,6}(bis)?-[0-9a-f]{${DIGEST_LETTERS}}$`;

/** Line ends, diacritics and punctuation do not count: another copy of the same issue may differ in them. */
export function decisionId({ date, number, bis, companyName, title, text }: GazetteRecord): string {
  const digest = sha256([companyName, title, text].map((each) => words(each).join(' ')).join('\n'));
  return `${date.slice(0, 4)}-${number}${bis ? 'bis' : ''}-${digest.slice(0, DIGEST_LETTERS)}`;
}

/** A long decision is indexed by its first words, which have the names and the subject. */
const WORDS_MAX = 2_000;

export const decisionWords = (companyName: string, title: string, text: string): string[] => [
  ...new Set([...nameWords(companyName), ...indexedWords(`${companyName} ${title} ${text}`, WORDS_MAX)]),
];
