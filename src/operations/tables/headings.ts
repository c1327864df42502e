/** What stands over the columns of a workbook, in the caller's language. */
import { declared, type Language, say } from '#sentences/sentence.ts';
import type { Column } from './columns.ts';
import { COLUMN } from './words/sentences.ts';

/** The words of a path, one after the other: `authority.name` is `Authority: name`. */
export const headingsOf = (columns: readonly Column[], language: Language): string[] =>
  columns.map((column) => {
    const words = column.map((name) => wordFor(name, language));
    // A path is no Romanian; in English it says what the documentation says.
    if (words.includes(null)) return column.join('.');
    const [first = '', ...more] = words as string[];
    return [first, ...more.map(lowered)].join(': ');
  });

/** Null where the catalogue has none. */
const wordFor = (name: string, language: Language): string | null =>
  declared().has(`${COLUMN}.${name}`) ? say({ code: `${COLUMN}.${name}`, values: {} }, language) : null;

/** Abbreviations stay as they are. */
const lowered = (word: string): string =>
  /^\p{Lu}[\p{Ll} ]/u.test(word) ? word.charAt(0).toLowerCase() + word.slice(1) : word;
