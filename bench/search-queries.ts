/** Queries that people may type for a firm, by kinds of rules. The fiscal code determines every choice, so that runs are reproducible. */
import { bareName, nameWords } from '#lib/values/company-name.ts';
import { sha256 } from '#lib/values/hash.ts';

export interface Meant {
  cui: number;
  name: string;
  locality: string | null;
  county: string | null;
  former: string | null;
}

/** Builds a query; null when the rule does not apply to the name. */
type Rule = (meant: Meant, words: readonly string[], roll: () => number) => string | null;

/** Uniform random numbers, seeded by the text. */
function rollsOf(text: string): () => number {
  let state = Number.parseInt(sha256(text).slice(0, 8), 16);
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0;
    return ((state ^ (state >>> 13)) >>> 0) / 4_294_967_296;
  };
}

const pick = <Item>(items: readonly Item[], roll: () => number): Item =>
  items[Math.floor(roll() * items.length)] as Item;

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz';

function edit(word: string, roll: () => number): string {
  const at = Math.floor(roll() * word.length);
  const letter = pick([...ALPHABET], roll);
  const kind = roll();
  if (kind < 0.25) return word.slice(0, at) + word.slice(at + 1);
  if (kind < 0.5) return word.slice(0, at) + letter + word.slice(at);
  if (kind < 0.75 && at + 1 < word.length && word[at] !== word[at + 1])
    return word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2);
  return word.slice(0, at) + (letter === word[at] ? 'x' : letter) + word.slice(at + 1);
}

/** The words with typing errors in one word of at least `letters` letters. */
function mistyped(words: readonly string[], letters: number, edits: number, roll: () => number): string | null {
  const long = words.flatMap((word, i) => (word.length >= letters && /^[a-z]+$/.test(word) ? [i] : []));
  if (long.length === 0) return null;
  const at = pick(long, roll);
  const right = words[at] as string;
  let wrong = right;
  for (let i = 0; i < edits; i++) wrong = edit(wrong, roll);
  return wrong === right ? null : words.with(at, wrong).join(' ');
}

const spelledOut: Record<string, string> = {
  SRL: 'Societatea cu răspundere limitată',
  SA: 'Societate pe acțiuni',
  PFA: 'Persoană fizică autorizată',
  II: 'Întreprindere individuală',
};

const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}+/gu, '');

export const kinds: Record<string, Rule> = {
  'exact name': ({ name }) => name,
  'no legal form': (_, words) => words.join(' ').toUpperCase(),
  'S.C. X S.R.L.': (_, words) => `S.C. ${words.join(' ')} S.R.L.`,
  'X SRL': (_, words) => `${words.join(' ')} srl`,
  'SRL X': (_, words) => `SRL ${words.join(' ')}`,
  'form spelled out': (_, words, roll) => `${pick(Object.values(spelledOut), roll)} ${words.join(' ')}`,
  'no diacritics': ({ name }) => (plain(name) === name ? null : plain(name).toLowerCase()),
  'ş and ţ with cedilla': ({ name }) => (/[ȘșȚț]/.test(name) ? name.replaceAll('Ș', 'Ş').replaceAll('Ț', 'Ţ') : null),
  '60 % typed or more': (_, words, roll) => {
    const text = words.join(' ');
    const stored = Math.max(3, Math.ceil(text.length * (0.6 + roll() * 0.35)));
    return stored >= text.length ? null : text.slice(0, stored).trim();
  },
  'one edit': (_, words, roll) => mistyped(words, 5, 1, roll),
  'two edits': (_, words, roll) => mistyped(words, 9, 2, roll),
  'words swapped': (_, words, roll) => {
    if (words.length < 2) return null;
    const at = Math.floor(roll() * (words.length - 1));
    return words.toSpliced(at, 2, words[at + 1] as string, words[at] as string).join(' ');
  },
  'words joined': (_, words, roll) => {
    if (words.length < 2) return null;
    const at = Math.floor(roll() * (words.length - 1));
    return words.toSpliced(at, 2, `${words[at]}${words[at + 1]}`).join(' ');
  },
  'word split': (_, words, roll) => {
    const long = words.flatMap((word, i) => (word.length >= 6 ? [i] : []));
    if (long.length === 0) return null;
    const at = pick(long, roll);
    const word = words[at] as string;
    const cut = 2 + Math.floor(roll() * (word.length - 3));
    return words.with(at, `${word.slice(0, cut)} ${word.slice(cut)}`).join(' ');
  },
  hyphenated: (_, words) => (words.length < 2 ? null : words.join('-')),
  '& and și': ({ name }, _, roll) =>
    name.includes('&') ? name.replace(/\s*&\s*/, pick([' și ', ' si ', ' ', ' and '], roll)) : null,
  initials: (_, words, roll) => {
    const at = words.findIndex((word) => /^[a-z]{2,3}$/.test(word));
    const letters = [...(words[at] ?? '')];
    if (at < 0) return null;
    return words.with(at, roll() < 0.5 ? `${letters.join('.')}.` : letters.join(' ')).join(' ');
  },
  'name and city': ({ locality }, words) => (locality === null ? null : `${words.join(' ')} ${locality}`),
  'name and county': ({ county }, words, roll) =>
    county === null ? null : `${words.join(' ')} ${roll() < 0.3 ? 'jud. ' : ''}${county}`,
  'former name': ({ former, name }) => (former === null || bareName(former) === bareName(name) ? null : former),
};

export const queryFor = (kind: string, meant: Meant): string | null => {
  const words = nameWords(meant.name);
  return words.length === 0 ? null : (kinds[kind]?.(meant, words, rollsOf(`${kind} ${meant.cui}`)) ?? null);
};

/** One half of the queries is for tuning; the held-out half is printed. */
export const isHeldOut = ({ cui }: Meant): boolean => Number.parseInt(sha256(`half ${cui}`).slice(0, 2), 16) % 2 === 0;
