/**
 * Compares two texts by paragraph, with the changed words inside. The comparison is bounded: texts with little in common are reported as
 * replaced.
 */
import { diffArrays } from 'diff';
import type { Requester } from '#api/caller.ts';
import type { Dataset } from '#data/store/dataset.ts';
import type { PagedText } from '#domain/documents/readers/reading.ts';

export interface ChangedBlock {
  kind: 'added' | 'removed' | 'changed';
  /** Page of the newer text; of the older one for a removed block. */
  page: number;
  before: string | null;
  after: string | null;
  /** Words of a changed block; null when the block is too long. */
  words: ChangedWords[] | null;
}

/** `same` is in both texts. The words of each text in order give that text. */
interface ChangedWords {
  kind: 'same' | 'added' | 'removed';
  text: string;
}

export type ChangedText =
  | { kind: 'same' }
  /** `blocksCount` counts all blocks; `blocks` has the first ones. */
  | { kind: 'changed'; blocks: ChangedBlock[]; blocksCount: number }
  /** The texts have little or nothing in common, or are too long to compare. */
  | { kind: 'replaced' };

/** Added and removed paragraphs. The work grows with its square, and readers need no more. */
const CHANGES_MAX = 2_000;
const WORD_CHANGES_MAX = 1_000;
/** The bounds above are reached long before; this one guards a stalled machine. */
const TIMEOUT_MS = 20_000;
const BLOCKS_MAX = 500;
/** Length up to which the words of a block are compared. */
const BLOCK_LENGTH_MAX = 20_000;
/** Share of the shorter text, in characters common to both. */
const COMMON_SHARE_MIN = 0.05;

export function changedText(before: PagedText, after: PagedText): ChangedText {
  if (before.text === after.text) return { kind: 'same' };
  const [older, newer] = [paragraphsOf(before), paragraphsOf(after)];
  const numbers = new Map<string, number>();
  const [olderNumbers, newerNumbers] = [numbered(older, numbers), numbered(newer, numbers)];
  // A lower bound of the changes, counted before the comparison.
  if (changesAtLeast(olderNumbers, newerNumbers) > CHANGES_MAX) return { kind: 'replaced' };
  const changes = diffArrays(olderNumbers, newerNumbers, { maxEditLength: CHANGES_MAX, timeout: TIMEOUT_MS });
  if (changes === undefined) return { kind: 'replaced' };
  const blocks: ChangedBlock[] = [];
  let [olderAt, newerAt, common, blocksCount] = [0, 0, 0, 0];
  for (let i = 0; i < changes.length; i++) {
    const [change, next] = [changes[i], changes[i + 1]];
    if (!change) continue;
    if (!change.added && !change.removed) {
      common += lengthOf(newer.slice(newerAt, newerAt + change.count));
      olderAt += change.count;
      newerAt += change.count;
      continue;
    }
    // A removal and the following addition form one block.
    const isPair = change.removed !== next?.removed && (next?.added || next?.removed);
    const pair = isPair && next ? [change, next] : [change];
    if (isPair) i++;
    const removedOnes = pair.find(({ removed }) => removed)?.count ?? 0;
    const addedOnes = pair.find(({ added }) => added)?.count ?? 0;
    blocksCount++;
    if (blocks.length < BLOCKS_MAX)
      blocks.push(blockOf(older.slice(olderAt, olderAt + removedOnes), newer.slice(newerAt, newerAt + addedOnes)));
    olderAt += removedOnes;
    newerAt += addedOnes;
  }
  if (blocksCount === 0) return { kind: 'same' };
  const isOther = common < COMMON_SHARE_MIN * Math.min(lengthOf(older), lengthOf(newer));
  return isOther && !isOneChange(blocks) ? { kind: 'replaced' } : { kind: 'changed', blocks, blocksCount };
}

/** Whether a short document changed a little in every paragraph, which its words show. */
const isOneChange = (blocks: readonly ChangedBlock[]): boolean => {
  const same = blocks.flatMap(({ words }) => words ?? []).filter(({ kind }) => kind === 'same');
  const shorterLength = blocks.reduce(
    (sum, { before, after }) => sum + Math.min(before?.length ?? 0, after?.length ?? 0),
    0,
  );
  return same.reduce((sum, { text }) => sum + text.length, 0) > shorterLength / 2;
};

/** Equal paragraphs get equal numbers, which compare faster. */
const numbered = (paragraphs: readonly Paragraph[], numbers: Map<string, number>): number[] =>
  paragraphs.map(({ text }) => {
    const number = numbers.get(text) ?? numbers.size;
    numbers.set(text, number);
    return number;
  });

/** Number of paragraphs that are in one text only, regardless of order. */
function changesAtLeast(older: readonly number[], newer: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const number of older) counts.set(number, (counts.get(number) ?? 0) + 1);
  for (const number of newer) counts.set(number, (counts.get(number) ?? 0) - 1);
  return counts.values().reduce((sum, count) => sum + Math.abs(count), 0);
}

const lengthOf = (paragraphs: readonly Paragraph[]): number =>
  paragraphs.reduce((sum, { text }) => sum + text.length, 0);

function blockOf(removedOnes: readonly Paragraph[], addedOnes: readonly Paragraph[]): ChangedBlock {
  const textOf = (paragraphs: readonly Paragraph[]): string => paragraphs.map(({ text }) => text).join('\n');
  const page = (addedOnes[0] ?? removedOnes[0])?.page ?? 1;
  if (removedOnes.length === 0) return { kind: 'added', page, before: null, after: textOf(addedOnes), words: null };
  if (addedOnes.length === 0) return { kind: 'removed', page, before: textOf(removedOnes), after: null, words: null };
  const [before, after] = [textOf(removedOnes), textOf(addedOnes)];
  return { kind: 'changed', page, before, after, words: changedWords(before, after) };
}

/** Words, whitespace and single characters: joined they are the text again. */
const TOKEN = /\s+|[\p{L}\p{M}\p{N}]+|[^\s\p{L}\p{M}\p{N}]/gu;

function changedWords(before: string, after: string): ChangedWords[] | null {
  if (before.length + after.length > BLOCK_LENGTH_MAX) return null;
  const changes = diffArrays(before.match(TOKEN) ?? [], after.match(TOKEN) ?? [], {
    maxEditLength: WORD_CHANGES_MAX,
    timeout: TIMEOUT_MS,
  });
  return (
    changes?.map(({ value, added, removed }) => ({
      kind: added ? 'added' : removed ? 'removed' : 'same',
      text: value.join(''),
    })) ?? null
  );
}

interface Paragraph {
  text: string;
  /** Page on which it begins. */
  page: number;
}

/** End of a sentence or list item at the end of a line. */
const PARAGRAPH_END = /[.;:!?…]["”»)\]]?$/;
/** Start of a list item: a letter or number before a bracket or point, a dash, a bullet. */
const LIST_ITEM = /^(?:[a-z]\)|[a-z]\.|\d{1,3}(?:\.\d{1,3}){0,5}[.)]|[-–—•▪])\s/i;
const WHITE = /\s+/g;
/** Ten times the longest paragraph; a text without ends is cut. */
const LENGTH_MAX = 10_000;

/** Paragraphs of a text, independent of its line breaks. Table rows, which have tabs, stand alone. A paragraph continues over page ends. */
function paragraphsOf({ text, pages }: PagedText): Paragraph[] {
  const paragraphs: Paragraph[] = [];
  let open: Paragraph | null = null;
  const end = (): void => {
    if (open) paragraphs.push(open);
    open = null;
  };
  for (const { number, start, end: pageEnd } of pages)
    for (const raw of linesOf(text.slice(start, pageEnd))) {
      const line = raw.replace(WHITE, ' ').trim();
      const isRow = raw.includes('\t');
      if (line === '' || isRow || LIST_ITEM.test(line)) end();
      if (line === '') continue;
      open = joined(open, line, number);
      if (isRow || PARAGRAPH_END.test(line.slice(-3)) || open.text.length > LENGTH_MAX) end();
    }
  end();
  return paragraphs;
}

const linesOf = (page: string): string[] =>
  page.split('\n').flatMap((line) => {
    if (line.length <= LENGTH_MAX) return [line];
    return Array.from({ length: Math.ceil(line.length / LENGTH_MAX) }, (_, i) =>
      line.slice(i * LENGTH_MAX, (i + 1) * LENGTH_MAX),
    );
  });

const joined = (open: Paragraph | null, line: string, page: number): Paragraph =>
  open ? { text: `${open.text} ${line}`, page: open.page } : { text: line, page };

export interface Analyses {
  /** What changed between two texts. The dataset is not read: every heavy query takes one. */
  changedTextOf(dataset: Dataset, before: PagedText, after: PagedText, requester?: Requester): Promise<ChangedText>;
}

const changedTextOf: Analyses['changedTextOf'] = async (_, before, after) => changedText(before, after);

export const analyses: Analyses = { changedTextOf };
