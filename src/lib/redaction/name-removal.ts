/**
 * Removes names from a text in rounds: the words on both sides of a removed name may form another name. The first round reads the
 * whole text, the next ones only the surroundings of the names that the previous round removed. The work stays linear in the text,
 * however deeply names are nested.
 */
import { BREAKS, unbroken } from '#lib/values/indexed-words.ts';
import { fold } from '#lib/values/text.ts';

export interface NameIndex {
  /** The sorted words of each name, joined by blanks. */
  keys: ReadonlySet<string>;
  words: ReadonlySet<string>;
  /** Word counts of the names. */
  lengths: ReadonlySet<number>;
  /** Of the longest name. */
  wordsMax: number;
  wordLengthMax: number;
}

export interface NameRemovalResult {
  text: string;
  /** Visits of parts and of characters between them, for the test of linearity. */
  steps: number;
}

export const REDACTED = '[…]';

/** Letters with their marks, composed or decomposed. */
export const WORD = /[\p{L}\p{M}\p{N}]+/gu;
/** Within a word: a hyphen at a line end, which may have become a blank, or invisible characters (soft hyphens, zero-width blanks). */
const BREAK = /^(?:\p{Cf}+|-\s+)$/u;
/** Between the words of a name: blanks, punctuation, symbols (`+`, `=`, `|`, accents that stand for apostrophes); also an initial. */
export const GAP = /^[\s\p{Cf}\p{P}\p{S}]*(?:\p{L}[\s\p{Cf}\p{P}\p{S}]*)?$/u;
export const GAP_MAX = 20;

/**
 * Legal form of a sole trader after the name of the person, which makes it the name of a business. In capitals, because `îi` is a
 * Romanian word; `II` and `IF` without points only before a pause, because words in capitals lose their marks.
 */
const SOLE_TRADER = /^(?:P\.?\s?F\.?\s?A\b|I\.\s?[IF]\b|I[IF](?=\s*(?:[,;:)"]|$)))/;
const SOLE_TRADER_SPELLED =
  /^(?:persoana fizica\b|intreprindere (?:individuala|familiala)|cabinet (?:de|individual)\b)/;
/** Kind of practice directly before the name: `Cabinet individual de insolvență Popa Ana`. */
const PRACTICE =
  /\b(?:cabinet|birou)(?:ul|l)?(?:\s(?:de|individuala?|asociate?|avocat(?:ura|i)?|insolventa|notar(?:i|ial)?|publici?|medical|mediator|mediere|executor|executari|judecatoresc|judecatoresti|expert(?:iza)?|contabil(?:itate)?|evaluator|arhitectura|proiectare|consultanta|psiholog(?:ic|ie)?|stomatologic|dentar|veterinar|medicina|familie|generala|fizioterapie))*\s?["„«]?$/;
/** Longer than any of these forms. */
export const FORM_LENGTH = 60;

export const foldedWord = (text: string): string => fold(unbroken(text));

export const removeNames = (text: string, names: NameIndex): NameRemovalResult => new NameRemoval(text, names).result();

/** A word, or the placeholder of a removed name. */
interface Part {
  /** Folded; null for a removed name. */
  word: string | null;
  start: number;
  end: number;
  /** Including separate marks beside it in a broken word. */
  outerStart: number;
  outerEnd: number;
  /** Only a break separates it from the next part. */
  isBroken: boolean;
  previous: Part | null;
  next: Part | null;
  /** The text before the next part, shortened by `boundedGap`; undefined until first use. */
  gap: string | null | undefined;
  outerGap: string | null | undefined;
  /** First parts of business names that begin or end with this part. */
  businesses?: Set<Part>;
}

/** One visible word: a part, or several with only breaks between them. */
interface Token {
  word: string;
  first: Part;
  last: Part;
  start: number;
  end: number;
}

interface Range {
  start: number;
  end: number;
  first: Part;
  last: Part;
}

class NameRemoval {
  readonly #text: string;
  readonly #names: NameIndex;
  #first: Part | null = null;
  #steps = 0;
  /** Whether words may be broken: then each part is matched as a word, and whole words are matched as well. */
  #hasBreaks = false;
  /** Whether a name stays as a business name: removals around it may change that. */
  #hasBusiness = false;

  constructor(text: string, names: NameIndex) {
    this.#text = text;
    this.#names = names;
  }

  result(): NameRemovalResult {
    this.#readParts();
    const ranges: Range[] = [];
    for (let part = this.#first; part; part = part.next) this.#findFrom(part, ranges);
    if (ranges.length === 0) return { text: this.#text, steps: this.#steps };
    for (let matches = ranges; matches.length > 0; ) {
      const removed = this.#remove(matches);
      matches = [];
      for (const part of removed) this.#findAround(part, matches);
    }
    return { text: this.#redactedText(), steps: this.#steps };
  }

  #readParts(): void {
    const text = this.#text;
    this.#hasBreaks = text.search(BREAKS) >= 0;
    let last: Part | null = null;
    let end = -1;
    /** The last part of the current broken word, and the start of separate marks after it or before the first part. */
    let broken: Part | null = null;
    let marksStart: number | null = null;
    for (const match of text.matchAll(WORD)) {
      this.#steps++;
      const start = match.index;
      const isContinued = this.#hasBreaks && end >= 0 && BREAK.test(text.slice(end, start));
      if (!isContinued) [broken, marksStart] = [null, null];
      end = start + match[0].length;
      const word = foldedWord(match[0]);
      if (word === '') {
        marksStart ??= start;
        if (broken) broken.outerEnd = end;
        continue;
      }
      const part: Part = {
        word,
        start,
        end,
        outerStart: marksStart ?? start,
        outerEnd: end,
        isBroken: false,
        previous: last,
        next: null,
        gap: undefined,
        outerGap: undefined,
      };
      if (broken) broken.isBroken = true;
      if (last) last.next = part;
      else this.#first = part;
      [last, broken, marksStart] = [part, part, null];
    }
  }

  /** Names that begin with the part, as a part and as a whole word. */
  #findFrom(part: Part, ranges: Range[]): void {
    if (part.word === null) return;
    this.#steps++;
    this.#find(this.#tokenAt(part, false), false, ranges);
    const isWithin = part.previous?.isBroken === true && part.previous.word !== null;
    if (this.#hasBreaks && !isWithin) this.#find(this.#tokenAt(part, true), true, ranges);
  }

  #find(token: Token | null, isWhole: boolean, ranges: Range[]): void {
    const { keys, words, lengths, wordsMax } = this.#names;
    const run: string[] = [];
    for (let last = token; last && words.has(last.word); last = this.#tokenBehind(last, isWhole)) {
      run.push(last.word);
      this.#steps++;
      if (lengths.has(run.length) && keys.has(keyOf(run))) {
        const range = { start: token?.start ?? 0, end: last.end, first: token?.first ?? last.first, last: last.last };
        if (isBusiness(this.#textBefore(range), this.#textBehind(range))) this.#keepBusiness(range);
        else ranges.push(range);
      }
      if (run.length >= wordsMax) return;
    }
  }

  /** The name stays while the text around it makes it a business name. */
  #keepBusiness({ first, last }: Range): void {
    this.#hasBusiness = true;
    for (const end of [first, last]) {
      end.businesses ??= new Set();
      end.businesses.add(first);
    }
  }

  /** Names that exist only since this one was removed. */
  #findAround(removed: Part, ranges: Range[]): void {
    this.#findBefore(removed.previous, false, ranges);
    if (this.#hasBreaks) this.#findBefore(removed.previous, true, ranges);
    if (this.#hasBreaks && removed.next) this.#findFrom(removed.next, ranges);
    if (!this.#hasBusiness) return;
    const near: Part[] = [];
    let length = 0;
    for (let [part, before] = [removed, removed.previous]; before && length <= FORM_LENGTH; before = part.previous) {
      near.push(before);
      length += part.start - before.end + lengthOf(before);
      part = before;
    }
    length = 0;
    for (let [part, behind] = [removed, removed.next]; behind && length <= FORM_LENGTH; behind = part.next) {
      near.push(behind);
      length += behind.start - part.end + lengthOf(behind);
      part = behind;
    }
    this.#steps += near.length;
    for (const { businesses } of near) for (const first of businesses ?? []) this.#findFrom(first, ranges);
  }

  /** Names that begin with one of the last words up to the part, as many as the longest name has. */
  #findBefore(from: Part | null, isWhole: boolean, ranges: Range[]): void {
    let [matches, others] = [0, 0];
    for (let part = from; part && matches < this.#names.wordsMax && others <= GAP_MAX; ) {
      this.#steps++;
      const token: Token | null = this.#tokenAt(part, isWhole);
      if (token && isWord(token)) {
        if (!this.#names.words.has(token.word)) return;
        this.#find(token, isWhole, ranges);
        matches++;
        others = 0;
      } else if (token === null && part.word !== null) return;
      else others++;
      part = token === null ? part.previous : token.first.previous;
    }
  }

  /** Null for a removed name, and for a word longer than all words of names. */
  #tokenAt(part: Part, isWhole: boolean): Token | null {
    const { word, start, end } = part;
    if (word === null) return null;
    if (!isWhole) return { word, first: part, last: part, start, end };
    const { wordLengthMax } = this.#names;
    const words = [word];
    let length = word.length;
    let [first, last] = [part, part];
    for (let before = first.previous; before?.isBroken && before.word !== null; before = first.previous) {
      this.#steps++;
      length += before.word.length;
      if (length > wordLengthMax) return null;
      words.unshift(before.word);
      first = before;
    }
    for (let next = last.next; last.isBroken && next && next.word !== null; next = last.next) {
      this.#steps++;
      length += next.word.length;
      if (length > wordLengthMax) return null;
      words.push(next.word);
      last = next;
    }
    // Lower-case sigma has another form at the end of a word.
    const whole = words.length === 1 ? word : words.join('').replace(/ς(?=.)/gu, 'σ');
    return { word: whole, first, last, start: first.outerStart, end: last.outerEnd };
  }

  /** The next word, if the text before it is allowed within a name. */
  #tokenBehind({ last }: Token, isWhole: boolean): Token | null {
    let gap: string | null = '';
    for (let [part, next] = [last, last.next]; next; next = part.next) {
      this.#steps++;
      gap = boundedGap(gap + (this.#gapBehind(part, next, isWhole) ?? TOO_LONG));
      const token: Token | null = this.#tokenAt(next, isWhole);
      if (gap === null || (token === null && next.word !== null)) return null;
      if (token && isWord(token)) return GAP.test(gap.trim()) ? token : null;
      gap = boundedGap(gap + (token === null ? REDACTED : this.#within(token.start, token.end)));
      if (gap === null) return null;
      part = token?.last ?? next;
    }
    return null;
  }

  #gapBehind(part: Part, next: Part, isWhole: boolean): string | null {
    const cached = isWhole ? part.outerGap : part.gap;
    if (cached !== undefined) return cached;
    const between = isWhole ? this.#text.slice(part.outerEnd, next.outerStart) : this.#text.slice(part.end, next.start);
    this.#steps += between.length;
    const gap = boundedGap(between);
    if (isWhole) part.outerGap = gap;
    else part.gap = gap;
    return gap;
  }

  #within(start: number, end: number): string {
    return end - start > GAP_MAX ? TOO_LONG : this.#text.slice(start, end);
  }

  /** The current text before the range, long enough for the kind of a business. */
  #textBefore({ start, first }: Range): string {
    let text = '';
    let at = start;
    for (let part = first.previous; text.length < FORM_LENGTH; part = part.previous) {
      this.#steps++;
      text = this.#text.slice(Math.max(part?.end ?? 0, at - FORM_LENGTH), at) + text;
      if (part === null) break;
      text = (part.word === null ? REDACTED : this.#text.slice(part.start, part.end).slice(-FORM_LENGTH)) + text;
      at = part.start;
    }
    return text.slice(-FORM_LENGTH);
  }

  #textBehind({ end, last }: Range): string {
    let text = '';
    let at = end;
    for (let part = last.next; text.length < FORM_LENGTH; part = part.next) {
      this.#steps++;
      text += this.#text.slice(at, Math.min(part?.start ?? this.#text.length, at + FORM_LENGTH));
      if (part === null) break;
      text += part.word === null ? REDACTED : this.#text.slice(part.start, part.end).slice(0, FORM_LENGTH);
      at = part.end;
    }
    return text.slice(0, FORM_LENGTH);
  }

  /** Merges overlapping ranges. Returns their placeholders. */
  #remove(ranges: Range[]): Part[] {
    const removed: Part[] = [];
    let open: Range | null = null;
    for (const range of ranges.sort((a, b) => a.start - b.start)) {
      if (open && range.start < open.end) {
        if (range.end > open.end) [open.end, open.last] = [range.end, range.last];
        continue;
      }
      if (open) removed.push(this.#replace(open));
      open = range;
    }
    if (open) removed.push(this.#replace(open));
    return removed;
  }

  #replace({ start, end, first, last }: Range): Part {
    const { previous } = first;
    const { next } = last;
    for (let part: Part | null = first; part && part !== next; part = part.next) part.word = null;
    const part: Part = {
      word: null,
      start,
      end,
      outerStart: start,
      outerEnd: end,
      isBroken: false,
      previous,
      next,
      gap: undefined,
      outerGap: undefined,
    };
    if (previous) [previous.next, previous.gap, previous.outerGap] = [part, undefined, undefined];
    else this.#first = part;
    if (next) next.previous = part;
    return part;
  }

  #redactedText(): string {
    let result = '';
    let rest = 0;
    for (let part = this.#first; part; part = part.next) {
      if (part.word !== null) continue;
      result += this.#text.slice(rest, part.start) + REDACTED;
      rest = part.end;
    }
    return result + this.#text.slice(rest);
  }
}

/** Whether a name between these texts names a business. */
export function isBusiness(before: string, behind: string): boolean {
  if (PRACTICE.test(fold(before))) return true;
  const next = behind.trimStart();
  const form = /^[-–]/.test(next) ? next.slice(1).trimStart() : next;
  return SOLE_TRADER.test(form) || SOLE_TRADER_SPELLED.test(fold(form));
}

export const keyOf = (words: readonly string[]): string => words.toSorted().join(' ');

/** Initials are optional in texts. */
const isWord = ({ word }: Token): boolean => word.length > 1;

const lengthOf = ({ word, start, end }: Part): number => (word === null ? REDACTED.length : end - start);

/** Longer than any gap within a name. */
const TOO_LONG = 'x'.repeat(GAP_MAX + 1);

/** Null if the gap is too long for a name. Outer white space is cut to the length that this depends on. */
function boundedGap(gap: string): string | null {
  if (gap.length <= GAP_MAX) return gap;
  const inner = gap.trim();
  if (inner.length > GAP_MAX) return null;
  const before = gap.length - gap.trimStart().length;
  const behind = gap.length - before - inner.length;
  return ' '.repeat(Math.min(before, GAP_MAX + 1)) + inner + ' '.repeat(Math.min(Math.max(behind, 0), GAP_MAX + 1));
}
