/** The identifiers of a document: its id in addresses, and the words of its name in the search. */
import { sha256 } from '#lib/values/hash.ts';
import { indexedWords } from '#lib/values/indexed-words.ts';

/** Codes have some twenty characters; a longer one is identified by its digest. */
const ID_LENGTH_MAX = 120;

/**
 * `CN1096282/00003` of the notice CN1096282 becomes `CN1096282-00003`. A code that does not begin with its notice gets it as prefix. Other
 * characters become `~` and their code point, so that no two codes share an id.
 */
export function documentId(notice: string, code: string): string {
  const own = code.startsWith(`${notice}/`) ? `${notice}-${safe(code.slice(notice.length + 1))}` : null;
  const id = own ?? `${safe(notice)}~-${safe(code)}`;
  return id.length <= ID_LENGTH_MAX ? id : `${safe(notice).slice(0, 20)}~-${sha256(code).slice(0, 40)}`;
}

const safe = (text: string): string =>
  text.replace(/[^A-Za-z0-9._]/gu, (sign) => (sign === '/' ? '-' : `~${sign.codePointAt(0)?.toString(16)}.`));

/** Names are short; words after these are not searched. */
const WORDS_MAX = 40;
/** Characters of an indexed word. */
const WORD_LENGTH_MAX = 60;

export const titleWords = (name: string): string[] => [
  ...new Set(indexedWords(name, WORDS_MAX).map((word) => cut(word))),
];

export const cut = (word: string): string => Array.from(word).slice(0, WORD_LENGTH_MAX).join('');
