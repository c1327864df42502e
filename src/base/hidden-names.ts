/** Names of hidden persons in running text: found in any spelling and order of their words, and taken out. */
import { BREAKS, unbroken } from './indexed-words.ts';
import { keptTexts } from './kept-texts.ts';
import { fold } from './text.ts';

export interface HiddenNames {
  /** The text with `[…]` where one of the names stood. */
  redacted(text: string): string;
  /** Whether the word, or one that begins with it, is part of a name. */
  has(word: string, begun: boolean): boolean;
  /** Of each name its words, folded. */
  all: readonly (readonly string[])[];
  /** How many of the persons bear the name. */
  bearers(name: string): number;
}

const REDACTED = '[…]';

/** Letters with their marks, whichever way they are encoded. */
const WORD = /[\p{L}\p{M}\p{N}]+/gu;
/** The same, where a word may be broken at the end of a line, which may since have become a blank, or by signs that nobody sees: soft hyphens, blanks without width. */
const BROKEN_WORD = /[\p{L}\p{M}\p{N}]+(?:(?:\p{Cf}+|-\s+)[\p{L}\p{M}\p{N}]+)*/gu;
/** Between the words of a name: blanks, a hyphen, a comma, brackets, quotes, a stroke; also an initial. */
const GAP = /^[\s\p{Cf}\p{P}|]*(?:\p{L}[\s\p{Cf}\p{P}|]*)?$/u;
const GAP_MAX = 20;

/**
 * What a sole trader's business is called behind the name of the person: then it is the name of the business. In capitals, because `îi`
 * is a word of running text; `II` and `IF` without points only where the text pauses, because capitals drop their marks.
 */
const SOLE_TRADER = /^(?:P\.?\s?F\.?\s?A\b|I\.\s?[IF]\b|I[IF](?=\s*(?:[,;:)"]|$)))/;
const SOLE_TRADER_SPELLED =
  /^(?:persoana fizica\b|intreprindere (?:individuala|familiala)|cabinet (?:de|individual)\b)/;
/** Practices say it before the name, with nothing but what they are between: `Cabinet individual de insolvență Popa Ana`. */
const PRACTICE =
  /\b(?:cabinet|birou)(?:ul|l)?(?:\s(?:de|individuala?|asociate?|avocat(?:ura|i)?|insolventa|notar(?:i|ial)?|publici?|medical|mediator|mediere|executor|executari|judecatoresc|judecatoresti|expert(?:iza)?|contabil(?:itate)?|evaluator|arhitectura|proiectare|consultanta|psiholog(?:ic|ie)?|stomatologic|dentar|veterinar|medicina|familie|generala|fizioterapie))*\s?["„«]?$/;
/** Longer than any of them. */
const FORM_LENGTH = 60;

interface Token {
  word: string;
  start: number;
  end: number;
}

/** The folded words of a name, sorted, without initials: texts give them or not. */
const wordsOf = (name: string): string[] => (fold(name).match(WORD) ?? []).filter((word) => word.length > 1).toSorted();

export function hiddenNames(names: readonly string[]): HiddenNames {
  const all = names.map(wordsOf).filter((words) => words.length > 0);
  // By the longest word, which is seldom another's: a text without it is done with one look per word.
  const byWord = Map.groupBy(all, (words) => words.toSorted((a, b) => b.length - a.length)[0] ?? '');
  const known = new Set(all.flat());
  const shortest = Math.min(...all.map((words) => words.join('').length));

  /** Most texts name nobody: one look for the longest word of each name costs a tenth of taking the text apart. */
  const mayName = (text: string): boolean => {
    if (byWord.size > LOOKED_FOR_MAX) return true;
    const plain = foldedWord(text);
    return byWord.keys().some((word) => plain.includes(word));
  };

  function* rangesIn(text: string, tokens: readonly Token[]): Generator<[start: number, end: number]> {
    for (const [at, { word }] of tokens.entries())
      for (const name of byWord.get(word) ?? [])
        for (let first = Math.max(0, at - name.length + 1); first <= at; first++) {
          const run = tokens.slice(first, first + name.length);
          const [start, end] = [run[0]?.start ?? 0, run.at(-1)?.end ?? 0];
          if (isName(run, name) && isTogether(run, text) && !isBusiness(text, start, end)) yield [start, end];
        }
  }

  /** Until there is nothing left: what stood on both sides of a name may make one when it is gone. */
  const clear = (text: string): string => {
    for (let rest = text; ; ) {
      const shown = clearedOnce(rest);
      if (shown === rest) return rest;
      rest = shown;
    }
  };

  const clearedOnce = (text: string): string => {
    if (!mayName(text)) return text;
    const ranges = [...rangesIn(text, tokensOf(text, WORD))];
    if (text.search(BREAKS) >= 0) ranges.push(...rangesIn(text, tokensOf(text, BROKEN_WORD)));
    return ranges.length === 0 ? text : without(text, ranges);
  };

  const kept = keptTexts();
  return {
    redacted(text) {
      if (text.length < shortest) return text;
      return text.length < LONG ? clear(text) : kept(text, clear);
    },
    all,
    bearers(name) {
      const own = wordsOf(name).join(' ');
      return all.filter((words) => words.join(' ') === own).length;
    },
    has: (word, begun) => known.has(word) || (begun && known.values().some((each) => each.startsWith(word))),
  };
}

/** Texts of documents and their summaries: their digest costs a tenth of looking for names in them, and lists show the same ones again and again. */
const LONG = 200;

/** Above it a text is taken apart at once: each look goes through the whole text. */
const LOOKED_FOR_MAX = 50;

const foldedWord = (text: string): string => fold(unbroken(text));

const tokensOf = (text: string, pattern: RegExp): Token[] =>
  text
    .matchAll(pattern)
    .map((match) => ({ word: match[0], start: match.index }))
    .map(({ word, start }) => ({ word: foldedWord(word), start, end: start + word.length }))
    .filter(({ word }) => word.length > 1)
    .toArray();

function isName(run: readonly Token[], name: readonly string[]): boolean {
  if (run.length !== name.length) return false;
  const words = run.map(({ word }) => word).toSorted();
  return words.every((word, i) => word === name[i]);
}

const isTogether = (run: readonly Token[], text: string): boolean =>
  run.every(({ start }, i) => {
    const gap = i === 0 ? '' : text.slice(run[i - 1]?.end, start);
    return gap.trim().length <= GAP_MAX && GAP.test(gap.trim());
  });

function isBusiness(text: string, start: number, end: number): boolean {
  if (PRACTICE.test(fold(text.slice(Math.max(0, start - FORM_LENGTH), start)))) return true;
  const next = text.slice(end, end + FORM_LENGTH).trimStart();
  const behind = /^[-–]/.test(next) ? next.slice(1).trimStart() : next;
  return SOLE_TRADER.test(behind) || SOLE_TRADER_SPELLED.test(fold(behind));
}

function without(text: string, ranges: readonly [start: number, end: number][]): string {
  let rest = 0;
  let result = '';
  for (const [start, end] of ranges.toSorted(([a], [b]) => a - b)) {
    if (start < rest) {
      rest = Math.max(rest, end);
      continue;
    }
    result += text.slice(rest, start) + REDACTED;
    rest = end;
  }
  return result + text.slice(rest);
}
