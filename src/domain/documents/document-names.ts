/** The id of a document: its code, for addresses. */
import { sha256 } from '#lib/values/hash.ts';
import { indexedWords } from '#lib/values/indexed-words.ts';

/** Codes have some twenty letters; what is longer is told by its digest. */
const ID_LENGTH_MAX = 120;

/**
 * `CN1096282/00003` of the notice CN1096282 is `CN1096282-00003`. A code that does not begin with its notice gets it in front. Other
 * signs become `~` and their number, so that no two codes share an id.
 */
export function documentId(notice: string, code: string): string {
  const own = code.startsWith(`${notice}/`) ? `${notice}-${safe(code.slice(notice.length + 1))}` : null;
  const id = own ?? `${safe(notice)}~-${safe(code)}`;
  return id.length <= ID_LENGTH_MAX ? id : `${safe(notice).slice(0, 20)}~-${sha256(code).slice(0, 40)}`;
}

const safe = (text: string): string =>
  text.replace(/[^A-Za-z0-9._]/gu, (sign) => (sign === '/' ? '-' : `~${sign.codePointAt(0)?.toString(16)}.`));

/** Names of files are short; what comes after is none that anybody asks for. */
const WORDS_MAX = 40;
/** Signs of a word: an index holds no longer ones, and nobody types them. */
const LETTERS_MAX = 60;

export const titleWords = (name: string): string[] => [
  ...new Set(indexedWords(name, WORDS_MAX).map((word) => cut(word))),
];

export const cut = (word: string): string => Array.from(word).slice(0, LETTERS_MAX).join('');
