/** A reading in its stored form: pages numbered over all files of an archive, and the list of gaps. */
import type { EntryReading, Missing, Reading, TextState } from '#domain/documents/readers/reading.ts';
import { positionedWords } from '#domain/documents/search/page-words.ts';
import type { PageRow } from '#domain/documents/tables/rows.ts';

export type TextPage = Omit<PageRow, 'content'>;

/** An archived file, nested archives flattened: `inner.zip/plan.pdf`. */
export interface EntryRow {
  name: string;
  sizeBytes: number | null;
  sha256: string | null;
  kind: Reading['kind'];
  mediaType: string;
  state: TextState;
  pagesCount: number | null;
  missing: Missing[];
}

export interface StoredText {
  state: TextState;
  pages: TextPage[];
  missing: Missing[];
  entries: EntryRow[] | null;
}

/** Characters of one content. A documentation of 4,000 pages has twelve million. */
const TEXT_LENGTH_MAX = 20_000_000;
/**
 * Distinct words of one content. That documentation has some eighty thousand, and the index takes half a kilobyte of memory for each:
 * twenty million characters of random codes took gigabytes and minutes.
 */
const WORDS_MAX = 250_000;
/** Including a separator. */
const WORD_LENGTH_MIN = 2;

/** The remaining budget. `seen`: the words so far, where the text is long enough to exceed the limit. */
interface Budget {
  remaining: number;
  seen: Set<string> | null;
  words: number;
}

export function storedText(reading: Reading, lengthMax = TEXT_LENGTH_MAX, words = WORDS_MAX): StoredText {
  const isLong = lengthOf(reading) > words * WORD_LENGTH_MIN;
  const budget: Budget = { remaining: lengthMax, seen: isLong ? new Set() : null, words };
  if (reading.entries === null) {
    const { pages, cutFrom } = pagesOf(reading, null, 0, budget);
    const missing = cutFrom === null ? reading.missing : [...reading.missing, cut(cutFrom)];
    return { state: cutFrom === null ? reading.state : 'partly', pages, missing, entries: null };
  }
  const pages: TextPage[] = [];
  const entries = [...flattened(reading.entries, '')].map(({ name, entry }): EntryRow => {
    const { reading: inside, sizeBytes, sha256 } = entry;
    const { pages: own, cutFrom } = pagesOf(inside, name, pages.at(-1)?.number ?? 0, budget);
    for (const page of own) pages.push(page);
    return {
      name,
      sizeBytes,
      sha256,
      kind: inside.kind,
      mediaType: inside.mediaType,
      state: cutFrom === null ? inside.state : own.length > 0 ? 'partly' : 'tooLarge',
      pagesCount: inside.pagesCount,
      missing: cutFrom === null ? inside.missing : [...inside.missing, cut(cutFrom)],
    };
  });
  return { state: reading.state, pages, missing: reading.missing, entries };
}

const cut = (fromPage: number): Missing => ({ what: 'rest', fromPage, why: 'tooLarge' });

function pagesOf(
  { text }: Reading,
  entry: string | null,
  before: number,
  budget: Budget,
): { pages: TextPage[]; cutFrom: number | null } {
  const pages: TextPage[] = [];
  for (const { number, start, end, source } of text?.pages ?? []) {
    const fitting = text?.text.slice(start, start + Math.min(end - start, budget.remaining)) ?? '';
    const length = Math.min(fitting.length, lengthWithinWords(fitting, budget));
    budget.remaining -= length;
    const pageText = fitting.slice(0, length).toWellFormed();
    if (length > 0) pages.push({ number: before + number, page: number, entry, source, text: pageText });
    if (length < end - start) return { pages, cutFrom: number };
  }
  return { pages, cutFrom: null };
}

/** Characters before the first word over the limit. */
function lengthWithinWords(text: string, { seen, words }: Budget): number {
  if (seen === null) return text.length;
  for (const { stem, start } of positionedWords(text)) {
    if (seen.size >= words && !seen.has(stem)) return start;
    seen.add(stem);
  }
  return text.length;
}

const lengthOf = ({ text, entries }: Reading): number =>
  (text?.text.length ?? 0) + (entries ?? []).reduce((sum, each) => sum + lengthOf(each.reading), 0);

function* flattened(
  entries: readonly EntryReading[],
  folder: string,
): Generator<{ name: string; entry: EntryReading }> {
  for (const entry of entries) {
    const name = `${folder}${entry.name}`;
    yield { name, entry };
    if (entry.reading.entries !== null) yield* flattened(entry.reading.entries, `${name}/`);
  }
}
