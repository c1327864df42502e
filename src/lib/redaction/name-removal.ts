/**
 * Takes names out of a text, round by round: what stood on both sides of a name may make another one when it is gone. Only the first
 * round looks at the whole text; the next ones look at what stands around the names that the round before took out. So the work is
 * linear in the text, however names are nested in it.
 */
import { BREAKS, unbroken } from '#lib/values/indexed-words.ts';
import { fold } from '#lib/values/text.ts';

/** Names, by their folded words. */
export interface KnownNames {
  /** The sorted words of each name, joined by blanks. */
  keys: ReadonlySet<string>;
  words: ReadonlySet<string>;
  /** How many words names have. */
  lengths: ReadonlySet<number>;
  /** Words of the longest name, letters of the longest word. */
  wordsMax: number;
  lettersMax: number;
}

export interface Cleared {
  text: string;
  /** Parts of the text that were looked at, and signs between them, each as often as it was. */
  steps: number;
}

const REDACTED = '[…]';

/** Letters with their marks, whichever way they are encoded. */
export const WORD = /[\p{L}\p{M}\p{N}]+/gu;
/** Within a word that is broken at the end of a line, which may since have become a blank, or by signs that nobody sees: soft hyphens, blanks without width. */
const BREAK = /^(?:\p{Cf}+|-\s+)$/u;
/** Between the words of a name: blanks, a hyphen, a comma, brackets, quotes, a stroke; also an initial. */
export const GAP = /^[\s\p{Cf}\p{P}|]*(?:\p{L}[\s\p{Cf}\p{P}|]*)?$/u;
export const GAP_MAX = 20;

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
export const FORM_LENGTH = 60;

export const foldedWord = (text: string): string => fold(unbroken(text));

export const cleared = (text: string, names: KnownNames): Cleared => new Clearing(text, names).result();

/** A word, or what stands in the place of a name. */
interface Part {
  /** Folded; null where a name was taken out. */
  word: string | null;
  start: number;
  end: number;
  /** The same with the marks beside it that stand alone in its broken word. */
  outerStart: number;
  outerEnd: number;
  /** Only a break stands between it and the next. */
  isBroken: boolean;
  previous: Part | null;
  next: Part | null;
  /** What stands between it and the next, as `boundedGap` shortens it; undefined until somebody looks. */
  gap: string | null | undefined;
  outerGap: string | null | undefined;
  /** First parts of the names of businesses that begin or end with it. */
  businesses?: Set<Part>;
}

/** One word as a reader sees it: a part, or several that only breaks divide. */
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

class Clearing {
  readonly #text: string;
  readonly #names: KnownNames;
  #first: Part | null = null;
  #steps = 0;
  /** Whether words may be broken, so that the text is read in two ways: each piece a word, and whole words. */
  #hasBreaks = false;
  /** Whether a name stays because it is that of a business: that may change with the text around it. */
  #hasBusiness = false;

  constructor(text: string, names: KnownNames) {
    this.#text = text;
    this.#names = names;
  }

  result(): Cleared {
    this.#readParts();
    const ranges: Range[] = [];
    for (let part = this.#first; part; part = part.next) this.#findFrom(part, ranges);
    if (ranges.length === 0) return { text: this.#text, steps: this.#steps };
    for (let found = ranges; found.length > 0; ) {
      const gone = this.#takeOut(found);
      found = [];
      for (const part of gone) this.#findAround(part, found);
    }
    return { text: this.#shown(), steps: this.#steps };
  }

  #readParts(): void {
    const text = this.#text;
    this.#hasBreaks = text.search(BREAKS) >= 0;
    let last: Part | null = null;
    let end = -1;
    /** The last part of the broken word that is being read, and where the marks begin that stand alone behind it or before the first. */
    let broken: Part | null = null;
    let marksStart: number | null = null;
    for (const match of text.matchAll(WORD)) {
      this.#steps++;
      const start = match.index;
      const isGoingOn = this.#hasBreaks && end >= 0 && BREAK.test(text.slice(end, start));
      if (!isGoingOn) [broken, marksStart] = [null, null];
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

  /** Names that begin with the part, read in both ways. */
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
        if (isBusiness(this.#textBefore(range), this.#textBehind(range))) this.#note(range);
        else ranges.push(range);
      }
      if (run.length >= wordsMax) return;
    }
  }

  /** The name stays for as long as the text around it is what it is. */
  #note({ first, last }: Range): void {
    this.#hasBusiness = true;
    for (const end of [first, last]) {
      end.businesses ??= new Set();
      end.businesses.add(first);
    }
  }

  /** Names that are there only since the one in this part's place is gone. */
  #findAround(gone: Part, ranges: Range[]): void {
    this.#findBefore(gone.previous, false, ranges);
    if (this.#hasBreaks) this.#findBefore(gone.previous, true, ranges);
    if (this.#hasBreaks && gone.next) this.#findFrom(gone.next, ranges);
    if (!this.#hasBusiness) return;
    const near: Part[] = [];
    let length = 0;
    for (let [part, before] = [gone, gone.previous]; before && length <= FORM_LENGTH; before = part.previous) {
      near.push(before);
      length += part.start - before.end + lengthOf(before);
      part = before;
    }
    length = 0;
    for (let [part, behind] = [gone, gone.next]; behind && length <= FORM_LENGTH; behind = part.next) {
      near.push(behind);
      length += behind.start - part.end + lengthOf(behind);
      part = behind;
    }
    this.#steps += near.length;
    for (const { businesses } of near) for (const first of businesses ?? []) this.#findFrom(first, ranges);
  }

  /** Names that begin with one of the last words up to the part: as many as the longest name has. */
  #findBefore(from: Part | null, isWhole: boolean, ranges: Range[]): void {
    let [found, others] = [0, 0];
    for (let part = from; part && found < this.#names.wordsMax && others <= GAP_MAX; ) {
      this.#steps++;
      const token: Token | null = this.#tokenAt(part, isWhole);
      if (token && isWord(token)) {
        if (!this.#names.words.has(token.word)) return;
        this.#find(token, isWhole, ranges);
        found++;
        others = 0;
      } else if (token === null && part.word !== null) return;
      else others++;
      part = token === null ? part.previous : token.first.previous;
    }
  }

  /** Null where a name was taken out, and for a word that is longer than any of a name. */
  #tokenAt(part: Part, isWhole: boolean): Token | null {
    const { word, start, end } = part;
    if (word === null) return null;
    if (!isWhole) return { word, first: part, last: part, start, end };
    const { lettersMax } = this.#names;
    const words = [word];
    let letters = word.length;
    let [first, last] = [part, part];
    for (let before = first.previous; before?.isBroken && before.word !== null; before = first.previous) {
      this.#steps++;
      letters += before.word.length;
      if (letters > lettersMax) return null;
      words.unshift(before.word);
      first = before;
    }
    for (let next = last.next; last.isBroken && next && next.word !== null; next = last.next) {
      this.#steps++;
      letters += next.word.length;
      if (letters > lettersMax) return null;
      words.push(next.word);
      last = next;
    }
    // Lower case has another sigma at the end of a word.
    const whole = words.length === 1 ? word : words.join('').replace(/ς(?=.)/gu, 'σ');
    return { word: whole, first, last, start: first.outerStart, end: last.outerEnd };
  }

  /** The next word, if what stands between may stand within a name. */
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
    const known = isWhole ? part.outerGap : part.gap;
    if (known !== undefined) return known;
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

  /** As much of the text as it is by now as a business may be named in. */
  #textBefore({ start, first }: Range): string {
    let shown = '';
    let at = start;
    for (let part = first.previous; shown.length < FORM_LENGTH; part = part.previous) {
      this.#steps++;
      shown = this.#text.slice(Math.max(part?.end ?? 0, at - FORM_LENGTH), at) + shown;
      if (part === null) break;
      shown = (part.word === null ? REDACTED : this.#text.slice(part.start, part.end).slice(-FORM_LENGTH)) + shown;
      at = part.start;
    }
    return shown.slice(-FORM_LENGTH);
  }

  #textBehind({ end, last }: Range): string {
    let shown = '';
    let at = end;
    for (let part = last.next; shown.length < FORM_LENGTH; part = part.next) {
      this.#steps++;
      shown += this.#text.slice(at, Math.min(part?.start ?? this.#text.length, at + FORM_LENGTH));
      if (part === null) break;
      shown += part.word === null ? REDACTED : this.#text.slice(part.start, part.end).slice(0, FORM_LENGTH);
      at = part.end;
    }
    return shown.slice(0, FORM_LENGTH);
  }

  /** Ranges that overlap are one. Gives the parts that stand in their places. */
  #takeOut(ranges: Range[]): Part[] {
    const gone: Part[] = [];
    let open: Range | null = null;
    for (const range of ranges.sort((a, b) => a.start - b.start)) {
      if (open && range.start < open.end) {
        if (range.end > open.end) [open.end, open.last] = [range.end, range.last];
        continue;
      }
      if (open) gone.push(this.#replaced(open));
      open = range;
    }
    if (open) gone.push(this.#replaced(open));
    return gone;
  }

  #replaced({ start, end, first, last }: Range): Part {
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

  #shown(): string {
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

/** Whether a name between these texts is that of a business. */
export function isBusiness(before: string, behind: string): boolean {
  if (PRACTICE.test(fold(before))) return true;
  const next = behind.trimStart();
  const form = /^[-–]/.test(next) ? next.slice(1).trimStart() : next;
  return SOLE_TRADER.test(form) || SOLE_TRADER_SPELLED.test(fold(form));
}

export const keyOf = (words: readonly string[]): string => words.toSorted().join(' ');

/** Initials are none: texts give them or not. */
const isWord = ({ word }: Token): boolean => word.length > 1;

const lengthOf = ({ word, start, end }: Part): number => (word === null ? REDACTED.length : end - start);

/** No name has it between its words. */
const TOO_LONG = 'x'.repeat(GAP_MAX + 1);

/** Null where no name has so much between its words. Of white space at its ends no more is kept than decides that. */
function boundedGap(gap: string): string | null {
  if (gap.length <= GAP_MAX) return gap;
  const inner = gap.trim();
  if (inner.length > GAP_MAX) return null;
  const before = gap.length - gap.trimStart().length;
  const behind = gap.length - before - inner.length;
  return ' '.repeat(Math.min(before, GAP_MAX + 1)) + inner + ' '.repeat(Math.min(Math.max(behind, 0), GAP_MAX + 1));
}
