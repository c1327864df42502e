/**
 * Hidden persons in the index: a page is not found by a word that it does not show. The index has every word, since persons are hidden
 * later; so whatever is part of a hidden name is looked up in the text as it is shown.
 */
import type { HiddenPersons } from '#base/hidden-persons.ts';
import { words } from '#base/text.ts';
import { maskedText } from '#documents/masking.ts';
import type { Database } from '#store/database.ts';
import { contentIn, numberIn, type Occurrences, type Shown } from './occurrences.ts';
import { placedWords } from './page-words.ts';
import { textsAt } from './pages-table.ts';
import { foldedWord, stemOf } from './stems.ts';

/** Pages that are looked through for one word: of a name that stands on more of them, the rest is not found. */
const PAGES_MAX = 500;
/** At once. */
const PAGES_EACH = 20;

export function shownStems(db: Database, { names, version }: HiddenPersons): Shown {
  if (version === '') return async (_, found) => found;
  const hidden = new Set(names.all.flat().flatMap((word) => words(word).map((each) => stemOf(foldedWord(each)))));
  return async (stem, found) => {
    if (!hidden.has(stem) || found.size === 0) return found;
    const shown: Occurrences = new Map();
    const pages = [...found.keys()].slice(0, PAGES_MAX);
    for (let at = 0; at < pages.length; at += PAGES_EACH) {
      const some = pages.slice(at, at + PAGES_EACH);
      const texts = await textsAt(
        db,
        some.map((page) => ({ content: contentIn(page), number: numberIn(page) })),
      );
      for (const [i, page] of some.entries()) {
        const text = texts[i]?.text ?? '';
        const masked = maskedText(text, names);
        const standing = found.get(page);
        if (masked === text && standing) shown.set(page, standing);
        else {
          const left = [...placedWords(masked)].filter((word) => word.stem === stem).length;
          // Without places: what stood beside it may be hidden, too, so that no phrase is found here.
          if (left > 0) shown.set(page, { weight: left, places: [] });
        }
      }
    }
    return shown;
  };
}
