/** Towns of suppliers, told apart by a slug that every way of writing them shares: sources and people write them freely. */
import { localitySlug } from '#base/locality.ts';
import { slug } from '#base/text.ts';

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

/** `'Mun. Cluj Napoca, jud. Cluj'` → `'cluj-napoca'`, `'Bucuresti, sect. 3'` → `'sector-3'`; null when it names none. */
export function townSlug(text: string): string | null {
  // Before 1993, and by some until today, the sound inside a word was written î.
  const given = text.replace(/(?<=\p{L})î(?=\p{L})/giu, 'â');
  const whole = slug(given);
  const sector = ONLY_SECTOR.exec(whole)?.[1];
  if (sector) return `sector-${sector}`;
  if (whole.split('-').some((word) => CAPITALS.has(word))) {
    const inside = SECTOR.exec(whole)?.[1];
    return inside ? `sector-${inside}` : CAPITAL;
  }
  const pieces = given.split(/[,;(/]/).map((piece) => slug(piece));
  const piece = pieces.find((each) => each !== '' && !COUNTY.test(each)) ?? '';
  // Twice: `Loc. Mun. Iași`.
  const [place = ''] = piece.split(/-jud(?:et|etul)?-/);
  const bare = localitySlug(localitySlug(place.replace(/-[0-9]{4,6}$/, '')));
  const spelled = bare
    .split('-')
    .map((word) => WORDS[word] ?? word)
    .join('-');
  return /\p{L}/u.test(spelled) ? (SHORT[spelled] ?? spelled) : null;
}

/** A piece that names the county only: `jud. Cluj`. */
const COUNTY = /^jud(?:et|etul)?-/;

/** Those that who asks for a town means. */
export const townsMeant = (town: string): string[] => (town === CAPITAL ? [CAPITAL, ...SECTORS] : [town]);

/** As people write it: `Cluj Napoca`. */
export const townName = (town: string): string =>
  town.replace(/(?<![\p{L}\p{N}])\p{L}/gu, (letter) => letter.toUpperCase()).replaceAll('-', ' ');
