/**
 * The words by which notices are found. Beside every word as it is written, for numbers, phrases and beginnings, the index has the stems of
 * each group of texts under a mark of the group, and the CPV code under another one: so the order by relevance is a sequence of queries, each
 * of which reads its first rows.
 */
import { BETWEEN } from '#data/store/word-index.ts';
import { unbroken } from '#lib/values/indexed-words.ts';
import { foldedWord, stemOf } from '#lib/values/stems.ts';
import { words } from '#lib/values/text.ts';
import { titlesAbove } from './cpv.ts';

/** Capital letters that no folded word has. */
export const MARKS = { title: 'Ŧ', cpv: 'Ȼ', lots: 'Ƚ', authority: 'Ⱥ', code: 'Ɖ' } as const;
type Group = Exclude<keyof typeof MARKS, 'code'>;

export interface NoticeTexts {
  notice: string;
  title: string;
  authority: string;
  authorityCode: string | null;
  cpv: string | null;
  cpvTitle: string | null;
  lots: readonly (string | null)[];
}

/** A notice with hundreds of lots is found by the first ones; PostgreSQL counts positions of words up to 16,383. */
const WORDS_MAX = 4_000;
/** Of these at most so many are stems. */
const STEMS_MAX = 1_000;

/** Numbers are words too, without the letters before them: people type the digits of a notice or of a fiscal code. */
export function indexedWordsOf({
  notice,
  title,
  authority,
  authorityCode,
  cpv,
  cpvTitle,
  lots,
}: NoticeTexts): string[] {
  const groups: Record<Group, readonly (string | null)[]> = {
    title: [title],
    cpv: [cpvTitle],
    lots,
    authority: [authority],
  };
  const marked = new Set<string>(cpv === null ? [] : [MARKS.code + cpv, ...vocabularyStems(cpv)]);
  for (const [group, texts] of Object.entries(groups) as [Group, readonly (string | null)[]][])
    for (const word of texts.flatMap((text) => words(unbroken(text ?? '')))) {
      if (marked.size >= STEMS_MAX) break;
      marked.add(markedStem(group, word));
    }
  const digits = (text: string | null): string => text?.replace(/\D/g, '') ?? '';
  const texts = [title, authority, notice, digits(notice), digits(authorityCode), cpv, cpvTitle, ...lots];
  // Hyphenated words match in parts and whole.
  const whole = texts.map((text) => unbroken(text ?? '')).filter((text, i) => text !== (texts[i] ?? ''));
  const written = [...texts, ...whole]
    .map((text) => words(text ?? ''))
    .filter((list) => list.length > 0)
    .flatMap((list) => [...list, BETWEEN]);
  return [...marked, BETWEEN, ...written].slice(0, WORDS_MAX);
}

/** Stems of the vocabulary's titles of a code and of those above it: thousands of notices share one code. */
function vocabularyStems(cpv: string): readonly string[] {
  const known = stemsOfCodes.get(cpv);
  if (known !== undefined) return known;
  const stems = [...new Set(titlesAbove(cpv).flatMap(words))].map((word) => markedStem('cpv', word));
  if (stemsOfCodes.size < CODES_MAX) stemsOfCodes.set(cpv, stems);
  return stems;
}

const stemsOfCodes = new Map<string, readonly string[]>();
/** More than the vocabulary has. */
const CODES_MAX = 10_000;

export const markedStem = (group: Group, word: string): string => MARKS[group] + stemOf(foldedWord(word));
