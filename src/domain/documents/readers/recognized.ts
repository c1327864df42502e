/** A reading with what was recognised in its pictures: those pages are marked, and what could not be read stays told. */
import { type PageText, pagedText } from './gathering.ts';
import type { Missing, Reading } from './reading.ts';

export interface RecognizedPage {
  number: number;
  /** Null when nothing on it can be read. */
  text: string | null;
}

/** Of a document: at two to ten seconds a page more would keep the others waiting for too long. */
export const RECOGNIZED_PAGES_MAX = 30;
/** A page with fewer letters was noise. */
const LETTERS_MIN = 20;
const LETTER = /\p{L}/gu;

/** Pages that are due, the first so many of them. */
export const pagesDue = ({ missing }: Reading): number[] =>
  missing
    .flatMap((each) => (each.what === 'pages' && each.why === 'ocrDue' ? each.pages : []))
    .slice(0, RECOGNIZED_PAGES_MAX);

/** Pages that are due and not among the recognised are beyond what we recognise. */
export function withRecognized(reading: Reading, recognized: readonly RecognizedPage[]): Reading {
  const found = new Map(recognized.map(({ number, text }) => [number, text]));
  const isLegible = (number: number): boolean => (found.get(number)?.match(LETTER)?.length ?? 0) >= LETTERS_MIN;
  const { text, missing } = reading;
  const written = (text?.pages ?? []).map(
    ({ number, start, end, source }): PageText => ({ number, text: text?.text.slice(start, end) ?? '', source }),
  );
  const read = [...found.keys()]
    .filter(isLegible)
    .map((number): PageText => ({ number, text: found.get(number) ?? '', source: 'ocr' }));
  const pages = [...written.filter(({ number }) => !isLegible(number)), ...read].toSorted(
    (a, b) => a.number - b.number,
  );

  const left = missing.flatMap((each): Missing[] => {
    if (each.what !== 'pages' || each.why !== 'ocrDue') return [each];
    const illegible = each.pages.filter((number) => found.has(number) && !isLegible(number));
    const beyond = each.pages.filter((number) => !found.has(number));
    return [
      ...(illegible.length > 0 ? [{ what: 'pages', pages: illegible, why: 'illegible' } as const] : []),
      ...(beyond.length > 0 ? [{ what: 'pages', pages: beyond, why: 'ocrCap' } as const] : []),
    ];
  });
  const whole = pagedText(pages);
  // Pictures without a legible word leave a document without text.
  const state = whole === null ? 'none' : left.length > 0 ? 'partly' : 'read';
  return { ...reading, state, text: whole, missing: left };
}
