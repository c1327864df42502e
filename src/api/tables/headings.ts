/** What stands over the columns of a workbook, in the caller's language. */
import { declared, type Language, say } from '#lib/i18n/sentence.ts';
import type { Column } from './columns.ts';
import '#locales/messages.ts';

/** The words of a path, one after the other: `authority.name` is `Authority: name`, `administrators.0.name` is `Administrators 1: name`. */
export const headingsOf = (columns: readonly Column[], language: Language): string[] => {
  // Only rows about persons say how sure an identity is.
  const about = columns.some(([first]) => first === 'identityConfidence') ? 'person' : '';
  return columns.map((column) => {
    const words: string[] = [];
    let owner = about;
    for (const name of column) {
      // Rows of a list are named by their number, which people count from 1.
      const word = isNumber(name) ? `${words.pop()} ${Number(name) + 1}` : wordFor(name, owner, language);
      if (!isNumber(name)) owner = name;
      // A path is no Romanian; in English it says what the documentation says.
      if (word === null) return column.join('.');
      words.push(words.length === 0 ? word : lowered(word));
    }
    return words.join(': ');
  });
};

const isNumber = (name: string): boolean => /^[0-9]+$/.test(name);

/** Under some owners a name has a word of its own (`administratorsName`). Null where the catalogue has none. */
function wordFor(name: string, owner: string, language: Language): string | null {
  const codes = [`column.${owner}${name.charAt(0).toUpperCase()}${name.slice(1)}`, `column.${name}`];
  const code = codes.find((one) => declared().has(one));
  return code === undefined ? null : say({ code, values: {} }, language);
}

/** Abbreviations stay as they are. */
const lowered = (word: string): string =>
  /^\p{Lu}[\p{Ll} ]/u.test(word) ? word.charAt(0).toLowerCase() + word.slice(1) : word;
