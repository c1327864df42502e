/** Towns of suppliers, told apart by a slug that every way of writing them shares: sources and people write them freely. */
import { townName as placeName } from '#lib/values/locality.ts';
import { clean, fold, slug } from '#lib/values/text.ts';

/** The capital is a town and six sectors: who asks for it means them all, and some suppliers only say the town. */
export const CAPITAL = 'bucuresti';
export const SECTORS = [1, 2, 3, 4, 5, 6].map((number) => `sector-${number}`);
const CAPITALS = new Set([CAPITAL, 'bucharest', 'bucarest', 'bukarest', 'buc']);
/** `Sector 3`, `Sect. 3`, `S3`. */
const SECTOR = /(?:^|-)s(?:ect(?:or(?:ul)?)?)?-?([1-6])(?=-|$)/;
const ONLY_SECTOR = /^sect(?:or(?:ul)?)?-?([1-6])$/;

/** Shortened words, and those that a law of 1993 spells with â; without diacritics both stand in sources. */
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
/** Towns that people call by a part of their name. */
const SHORT: Readonly<Record<string, string>> = {
  cluj: 'cluj-napoca',
  napoca: 'cluj-napoca',
  'turnu-severin': 'drobeta-turnu-severin',
  'drobeta-severin': 'drobeta-turnu-severin',
};

/** What clerks and programs write where a town is not known, and what is none. */
const NO_TOWN = new Set(
  'null n na n-a nil none nu undefined nedefinit necunoscut necunoscuta nespecificat nespecificata lipsa fara x xx xxx romania localitate oras'.split(
    ' ',
  ),
);

/** `'Mun. Cluj Napoca, jud. Cluj'` → `'cluj-napoca'`, `'Bucuresti, sect. 3'` → `'sector-3'`; null when it names none. */
export function townSlug(text: string): string | null {
  // Before 1993, and by some until today, the sound inside a word was written î.
  const given = text.replace(/(?<=\p{L})î(?=\p{L})/giu, 'â');
  const whole = slug(given);
  if (NO_TOWN.has(whole)) return null;
  const sector = ONLY_SECTOR.exec(whole)?.[1];
  if (sector) return `sector-${sector}`;
  if (whole.split('-').some((word) => CAPITALS.has(word))) {
    const inside = SECTOR.exec(whole)?.[1];
    return inside ? `sector-${inside}` : CAPITAL;
  }
  const bare = slug(withoutKind(placeIn(given)));
  const spelled = bare
    .split('-')
    .map((word) => WORDS[word] ?? word)
    .join('-');
  return /\p{L}/u.test(spelled) && !NO_TOWN.has(spelled) ? (SHORT[spelled] ?? spelled) : null;
}

/**
 * The town alone, in the letters that it was published in: `'Loc. Oradea, jud. Bihor'` → `'Oradea'`, `'Sat Dudu, Com. Chiajna'` →
 * `'Dudu'`. The capital and its sectors have one spelling. Null when the text names no town.
 */
export function townAlone(text: string): string | null {
  const town = townSlug(text);
  if (town === null) return null;
  if (town === CAPITAL) return 'București';
  return SECTORS.includes(town) ? placeName(town.replace('-', ' ')) : withoutKind(placeIn(text));
}

/** Of what is divided by commas and the like, the first that is not the county: `'jud. Bihor, Mun. Oradea'` → `'Mun. Oradea'`. */
const placeIn = (text: string): string =>
  text.split(/[,;(/]/).find((piece) => slug(piece) !== '' && !COUNTY.test(slug(piece))) ?? '';

/** A piece that names the county only: `jud. Cluj`. */
const COUNTY = /^jud(?:et|etul)?-/;

/** What follows the name of a town: its county, or the commune that a village lies in. */
const BEHIND = / (?:jud\.?|judet|judetul|com\.?|comuna) /;

function withoutKind(text: string): string {
  // `Or.Voluntari`; also twice: `Loc. Mun. Iași`.
  const spaced = (clean(text) ?? '').replace(/\.(?=\p{L})/gu, '. ');
  const name = placeName(placeName(spaced)).replace(/ [0-9]{4,6}$/, '');
  const folded = fold(name);
  const end = folded.length === name.length ? folded.search(BEHIND) : -1;
  return (end < 0 ? name : name.slice(0, end)).trim();
}

/** Those that who asks for a town means. */
export const townsMeant = (town: string): string[] => (town === CAPITAL ? [CAPITAL, ...SECTORS] : [town]);
