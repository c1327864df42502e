/** Towns of suppliers, identified by a slug common to all spellings. */
import { townName as placeName } from '#lib/values/locality.ts';
import { clean, fold, slug } from '#lib/values/text.ts';

/** The capital is a town and six sectors: a query for it covers all of them, and some suppliers only name the town. */
export const CAPITAL = 'bucuresti';
export const SECTORS = [1, 2, 3, 4, 5, 6].map((number) => `sector-${number}`);
const CAPITALS = new Set([CAPITAL, 'bucharest', 'bucarest', 'bukarest', 'buc']);
/** `Sector 3`, `Sect. 3`, `S3`. */
const SECTOR = /(?:^|-)s(?:ect(?:or(?:ul)?)?)?-?([1-6])(?=-|$)/;
const ONLY_SECTOR = /^sect(?:or(?:ul)?)?-?([1-6])$/;

/** Abbreviations, and words that a law of 1993 spells with â; without diacritics sources have both. */
const WORDS: Readonly<Record<string, string>> = {
  tg: 'targu',
  tirgu: 'targu',
  rm: 'ramnicu',
  rimnicu: 'ramnicu',
  sf: 'sfantu',
  sfintu: 'sfantu',
  sfint: 'sfantu',
  dr: 'drobeta',
  tr: 'turnu',
  cimpina: 'campina',
  cimpulung: 'campulung',
  cimpia: 'campia',
  cimpeni: 'campeni',
};
/** Common short names of towns. */
const SHORT: Readonly<Record<string, string>> = {
  cluj: 'cluj-napoca',
  napoca: 'cluj-napoca',
  'turnu-severin': 'drobeta-turnu-severin',
  'drobeta-severin': 'drobeta-turnu-severin',
};

/** Placeholders for an unknown town, and texts that are none. */
const NO_TOWN = new Set(
  'null n na n-a nil none nu undefined nedefinit necunoscut necunoscuta nespecificat nespecificata lipsa fara x xx xxx romania localitate oras'.split(
    ' ',
  ),
);

/** `'Mun. Cluj Napoca, jud. Cluj'` → `'cluj-napoca'`, `'Bucuresti, sect. 3'` → `'sector-3'`; null without a town. */
export function townSlug(text: string): string | null {
  // The spelling before 1993, still used by some, has î inside a word.
  const spelled93 = text.replace(/(?<=\p{L})î(?=\p{L})/giu, 'â');
  const whole = slug(spelled93);
  if (NO_TOWN.has(whole)) return null;
  const sector = ONLY_SECTOR.exec(whole)?.[1];
  if (sector) return `sector-${sector}`;
  if (whole.split('-').some((word) => CAPITALS.has(word))) {
    const inside = SECTOR.exec(whole)?.[1];
    return inside ? `sector-${inside}` : CAPITAL;
  }
  const bare = slug(withoutKind(localityIn(spelled93)));
  const spelled = bare
    .split('-')
    .map((word) => WORDS[word] ?? word)
    .join('-');
  return /\p{L}/u.test(spelled) && !NO_TOWN.has(spelled) ? (SHORT[spelled] ?? spelled) : null;
}

/**
 * The town alone, as published: `'Loc. Oradea, jud. Bihor'` → `'Oradea'`, `'Sat Dudu, Com. Chiajna'` → `'Dudu'`. The
 * capital and its sectors have one spelling. Null without a town.
 */
export function townAlone(text: string): string | null {
  const town = townSlug(text);
  if (town === null) return null;
  if (town === CAPITAL) return 'București';
  return SECTORS.includes(town) ? placeName(town.replace('-', ' ')) : withoutKind(localityIn(text));
}

/** The first of the pieces between commas and the like that is not the county: `'jud. Bihor, Mun. Oradea'` → `'Mun. Oradea'`. */
const localityIn = (text: string): string =>
  text.split(/[,;(/]/).find((piece) => slug(piece) !== '' && !COUNTY.test(slug(piece))) ?? '';

/** A piece that names the county only: `jud. Cluj`. */
const COUNTY = /^jud(?:et|etul)?-/;

/** Text after the name of a town: its county, or the commune of a village. */
const BEHIND = / (?:jud\.?|judet|judetul|com\.?|comuna) /;

function withoutKind(text: string): string {
  // `Or.Voluntari`; also twice: `Loc. Mun. Iași`.
  const spaced = (clean(text) ?? '').replace(/\.(?=\p{L})/gu, '. ');
  const name = placeName(placeName(spaced)).replace(/ [0-9]{4,6}$/, '');
  const folded = fold(name);
  const end = folded.length === name.length ? folded.search(BEHIND) : -1;
  return (end < 0 ? name : name.slice(0, end)).trim();
}

/** The towns that a query for one covers. */
export const townsCovered = (town: string): string[] => (town === CAPITAL ? [CAPITAL, ...SECTORS] : [town]);
