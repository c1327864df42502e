/**
 * Normalizes a company's name, for the index and for queries: folded words, without legal forms in any spelling or position, without
 * `&` and `și`, initials joined. `S.C. A.B.C. Trans & Fiii S.R.L.` matches `abc trans fiii`.
 */
import { readReference } from './reference-tables.ts';
import { fold, isAscii, words } from './text.ts';

/** Abbreviated forms. The register's other codes (CA, OC, SUC …) are words or never occur in names. */
const LETTERS = new Set('srl srld sa snc scs sca ra sc sce pfa pf ii if af gie geie'.split(' '));

/** Spellings that the register's table does not have: with the article, or used in names only. */
const SPELLED = [
  'societatea cu raspundere limitata',
  'societate comerciala cu raspundere limitata',
  'societatea comerciala',
  'societate comerciala',
  'societatea pe actiuni',
  'societate comerciala pe actiuni',
  'societatea in nume colectiv',
  'societatea in comandita simpla',
  'societatea in comandita pe actiuni',
  'societatea cooperativa mestesugareasca',
  'societate cooperativa mestesugareasca',
  'societatea cooperativa de consum',
  'societate cooperativa de consum',
  'societatea cooperativa agricola',
  'societate cooperativa agricola',
  'societatea cooperativa',
  'regia autonoma',
  'intreprinderea individuala',
  'intreprinderea familiala',
  'asociatia familiala',
  'persoana fizica',
];

/** Classes of the register's table whose forms are part of names; the others only describe the entity. */
const CLASSES = new Set(['company', 'cooperative', 'state', 'group', 'individual']);

const registered = readReference<'code' | 'class' | 'name_ro'>('legal-forms.tsv').filter(
  (form) => CLASSES.has(form.class) && !/[/(]/.test(form.name_ro),
);

const wordsOf = (form: string): string[] => fold(form).match(/[a-z]+/g) ?? [];

const spelled: readonly (readonly string[])[] = [...registered.map((form) => form.name_ro), ...SPELLED]
  .map(wordsOf)
  .toSorted((a, b) => b.length - a.length);

/** Spelled-out forms by their first word, the longest first. */
const spelledBy = Map.groupBy(spelled, ([first]) => first);

const CONNECTIVES = new Set(['si', 'and']);

const WORDS = /[\p{L}\p{N}]+/gu;
/** Most chunks of a name: takes a third of the time. */
const PLAIN_WORD = /^[a-z0-9]+$/;

/** Words of a name in order; none when the text has no letter or digit. Appends the removed legal forms to `forms`. */
export function nameWords(text: string, forms: string[] = []): string[] {
  const { bare, words } = wordsAndForms(text, forms);
  return bare.length > 0 ? bare : [...new Set(words)];
}

/** Whether a text has words, of which all belong to legal forms: `S.R.L.` */
export function isOnlyForms(text: string): boolean {
  const { bare, words } = wordsAndForms(text, []);
  return bare.length === 0 && words.length > 0;
}

function wordsAndForms(text: string, forms: string[]): { bare: string[]; words: string[] } {
  const words: string[] = [];
  for (const chunk of fold(text).split(/\s+/)) {
    const parts = PLAIN_WORD.test(chunk) ? [chunk] : (chunk.match(WORDS) ?? []);
    // `s.r.l.`, `srl-d`: letters without blanks between them are one form, not initials of the name.
    if (parts.length < 2 || !LETTERS.has(parts.join(''))) words.push(...parts);
    else words.push(parts.join(''));
  }
  // Forms are removed before initials are joined, or the x of `S.C. X S.R.L.` would join their letters; and after, for `s r l x`.
  const plain = withoutForms(
    words.filter((word) => !CONNECTIVES.has(word)),
    forms,
  );
  return { bare: withoutForms(plain.some(isInitial) ? joinInitials(plain, forms) : plain, forms), words };
}

/** The key of an exact match: `'zimbrul auriu industrii'`. */
export const bareName = (text: string): string => nameWords(text).join(' ');

/**
 * Words that the bare name has for certain, in a tenth of the time: words of letters and digits alone that are too long for an
 * abbreviated form, and are in no spelled-out one.
 */
export const certainWords = (text: string): string[] =>
  isAscii(text) ? words(text).filter((word) => word.length > LETTERS_MAX && !spelledWords.has(word)) : [];

/** Characters of the longest abbreviated form. */
const LETTERS_MAX = Math.max(...[...LETTERS].map((form) => form.length));
const spelledWords = new Set(spelled.flat());

export interface NameAndForm {
  /** As `bareName`. */
  bare: string;
  /** Code of the legal form in the name, in lower case: `srl`; null if the name has none. */
  form: string | null;
}

/** Splits name and form: `ALFA SRL` and `ALFA SA` are two companies. */
export function nameAndForm(text: string): NameAndForm {
  const forms: string[] = [];
  const bare = nameWords(text, forms).join(' ');
  return { bare, form: forms.map(codeOf).findLast((code) => code !== null) ?? null };
}

/** By the spelling in the register's table, without the article and without `comercială`, which is redundant. */
const codeBySpelling = new Map(registered.map(({ name_ro, code }) => [wordsOf(name_ro).join(' '), code.toLowerCase()]));
const WITHOUT_ARTICLE: Record<string, string> = {
  societatea: 'societate',
  regia: 'regie',
  intreprinderea: 'intreprindere',
  asociatia: 'asociatie',
};

/** `sc` (`societate comercială`) fits every company. A debutant's SRL becomes an SRL without a new name. */
function codeOf(form: string): string | null {
  if (form === 'sc') return null;
  const words = form.split(' ').filter((word) => word !== 'comerciala');
  const code = LETTERS.has(form)
    ? form
    : codeBySpelling.get(words.map((word) => WITHOUT_ARTICLE[word] ?? word).join(' '));
  return code === undefined ? null : /^srl-?d$/.test(code) ? 'srl' : code;
}

function withoutForms(words: readonly string[], forms: string[]): string[] {
  const bare: string[] = [];
  for (let i = 0; i < words.length; i++) {
    const word = words[i] as string;
    if (LETTERS.has(word)) {
      forms.push(word);
      continue;
    }
    const form = spelledBy.get(word)?.find((each) => each.every((part, n) => words[i + n] === part));
    if (form === undefined) bare.push(word);
    else {
      forms.push(form.join(' '));
      i += form.length - 1;
    }
  }
  return bare;
}

const isInitial = (word: string): boolean => word.length === 1 && (word < '0' || word > '9');

/** `a b c trans` → `abc trans`; `s c a b trans s r l` loses the letters of the forms, at both ends only. */
function joinInitials(words: readonly string[], forms: string[]): string[] {
  const joined: string[] = [];
  for (let i = 0; i < words.length; ) {
    let end = i;
    while (end < words.length && isInitial(words[end] as string)) end++;
    const run = words.slice(i, Math.max(end, i + 1)).join('');
    joined.push(end - i < 2 ? run : withoutSpacedForms(run, i === 0, end === words.length, forms));
    i = Math.max(end, i + 1);
  }
  return joined.filter((word) => word !== '');
}

function withoutSpacedForms(run: string, first: boolean, last: boolean, forms: string[]): string {
  const front = first && run.startsWith('sc') ? run.slice(2) : run;
  const form = last ? SPACED.find((each) => front.endsWith(each)) : undefined;
  if (form === undefined) return front;
  forms.push(form);
  return front.slice(0, -form.length);
}

/** Longest first, so that `s r l d` matches as a whole. */
const SPACED = [...LETTERS].toSorted((a, b) => b.length - a.length);
