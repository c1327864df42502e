/** What stands over the columns of a workbook, in the caller's language. */
import { declared, type Language, say } from '#sentences/sentence.ts';
import type { Column } from './columns.ts';
import { COLUMN } from './words/sentences.ts';

/** The words of a path, one after the other: `authority.name` is `Authority: name`, `administrators.0.name` is `Administrators 1: name`. */
export const headingsOf = (columns: readonly Column[], language: Language): string[] =>
  columns.map((column) => {
    const words: string[] = [];
    for (const name of column) {
      // Rows of a list are named by their number, which people count from 1.
      const word = isNumber(name) ? `${words.pop()} ${Number(name) + 1}` : wordFor(name, language);
      // A path is no Romanian; in English it says what the documentation says.
      if (word === null) return column.join('.');
      words.push(words.length === 0 ? word : lowered(word));
    }
    return words.join(': ');
  });

const isNumber = (name: string): boolean => /^[0-9]+$/.test(name);

/** Null where the catalogue has none. */
const wordFor = (name: string, language: Language): string | null =>
  declared().has(`${COLUMN}.${name}`) ? say({ code: `${COLUMN}.${name}`, values: {} }, language) : null;

/** Abbreviations stay as they are. */
const lowered = (word: string): string =>
  /^\p{Lu}[\p{Ll} ]/u.test(word) ? word.charAt(0).toLowerCase() + word.slice(1) : word;
