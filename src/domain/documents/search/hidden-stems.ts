/**
 * Hidden persons in the index: a page is not found by a word that it does not show. The index has every word, since persons are hidden
 * later; so whatever is part of a hidden name is looked up in the text as it is shown.
 */

import type { Database } from '#data/store/database.ts';
import { maskedBetween, type Neighbours } from '#domain/documents/masking.ts';
import type { HiddenPersons } from '#lib/redaction/hidden-persons.ts';
import { foldedWord, stemOf } from '#lib/values/stems.ts';
import { words } from '#lib/values/text.ts';
import type { Shown } from './look-up.ts';
import { Occurrences } from './occurrences.ts';
import { placedWords } from './page-words.ts';
import { textsAt } from './pages-table.ts';
import type { SearchedPages } from './searched-pages.ts';

/** Pages that are looked through for one word: of a name that stands on more of them, the rest is not found. */
const PAGES_MAX = 500;
/** At once. */
const PAGES_EACH = 20;

export function shownStems(db: Database, all: SearchedPages, { names, version }: HiddenPersons): Shown {
  if (version === '') return async (_, found) => found;
  const hidden = new Set(names.all.flat().flatMap((word) => words(word).map((each) => stemOf(foldedWord(each)))));
  return async (stem, found) => {
    if (!hidden.has(stem) || found.pages.length === 0) return found;
    const shown = new Occurrences(all.count);
    const pages = found.pages.slice(0, PAGES_MAX);
    for (let at = 0; at < pages.length; at += PAGES_EACH) {
      const some = pages.slice(at, at + PAGES_EACH);
      const texts = await textsAround(db, all, some);
      for (const [i, page] of some.entries()) {
        const { text, ...neighbours } = texts[i] ?? { text: '', before: '', behind: '' };
        const masked = maskedBetween(text, names, neighbours);
        if (masked === text) shown.put(page, found.weight(page), found.places(page));
        else {
          const left = [...placedWords(masked)].filter((word) => word.stem === stem).length;
          // Without places: what stood beside it may be hidden, too, so that no phrase is found here.
          if (left > 0) shown.put(page, left, []);
        }
      }
    }
    return shown;
  };
}

/** Each page with those before and behind it, since a name may go on there. */
async function textsAround(
  db: Database,
  all: SearchedPages,
  pages: readonly number[],
): Promise<({ text: string } & Neighbours)[]> {
  const wanted = pages.flatMap((page) =>
    [-1, 0, 1].map((step) => ({ content: all.contents[page] ?? 0, number: (all.numbers[page] ?? 0) + step })),
  );
  const texts = await textsAt(db, wanted);
  const at = (i: number): string => texts[i]?.text ?? '';
  return pages.map((_, i) => ({ before: at(3 * i), text: at(3 * i + 1), behind: at(3 * i + 2) }));
}
