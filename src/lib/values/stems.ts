/**
 * A light Romanian stemmer: `garanția`, `garanției`, `garanțiilor` → `garant`. Unrelated words may share a stem: search ranks exact
 * words first.
 */
import { fold } from './text.ts';

/** Longer words are cut: no query needs more, and a megabyte of letters is no word. */
const WORD_LENGTH_MAX = 40;
const STEM_LENGTH_MIN = 3;
/** For verbs and their derivatives. */
const VERB_STEM_LENGTH_MIN = 4;

/** Short words whose forms share no stem. */
const IRREGULAR: Readonly<Record<string, string>> = {
  zile: 'zi',
  zilele: 'zi',
  zilelor: 'zi',
  zilei: 'zi',
  ziua: 'zi',
  ani: 'an',
  anul: 'an',
  anului: 'an',
  anii: 'an',
  anilor: 'an',
  ora: 'or',
  ore: 'or',
  orei: 'or',
  orele: 'or',
  orelor: 'or',
  leu: 'lei',
  leului: 'lei',
  leilor: 'lei',
};

/** Articles and plurals, the longest first. */
const ENDINGS = ['urilor', 'urile', 'ilor', 'elor', 'ului', 'elui', 'uri', 'ile', 'ele', 'ul'];
/** Endings of the same words after the article is removed: `structur-i` and `structur-a`, `model-e` and `model`. */
const REMAINS = ['ur', 'el', 'il', 'ul'];
const VERBS = ['eaz', 'az', 'ar', 'at', 'ir', 'it', 'er', 'ut'];
const VOWELS = /[aeiou]/;
const PLAIN = /^[a-z]+$/;

/** Folded, and cut to a length. */
export const foldedWord = (word: string): string =>
  (ASCII.test(word) ? word.slice(0, WORD_LENGTH_MAX).toLowerCase() : fold(word.slice(0, 2 * WORD_LENGTH_MAX))).slice(
    0,
    WORD_LENGTH_MAX,
  );

const ASCII = /^[A-Za-z0-9]+$/;

/** Stem of a folded word. Numbers and words in other scripts stay as they are. */
export function stemOf(word: string): string {
  if (word.length <= STEM_LENGTH_MIN || !PLAIN.test(word)) return IRREGULAR[word] ?? word;
  if (Object.hasOwn(IRREGULAR, word)) return IRREGULAR[word] ?? word;
  let stem = without(word, ENDINGS, STEM_LENGTH_MIN);
  while (stem.length > STEM_LENGTH_MIN && VOWELS.test(stem.at(-1) ?? '')) stem = stem.slice(0, -1);
  stem = without(stem, REMAINS, STEM_LENGTH_MIN);
  stem = without(stem, VERBS, VERB_STEM_LENGTH_MIN);
  return withPlainVowels(stem);
}

/** How the stem of a folded word begins of which this is the beginning. */
export const stemBeginning = (word: string): string => withPlainVowels(word);

const withPlainVowels = (text: string): string => text.replaceAll('oa', 'o').replaceAll('ea', 'e');

function without(word: string, endings: readonly string[], least: number): string {
  const ending = endings.find((each) => word.endsWith(each) && word.length - each.length >= least);
  return ending === undefined ? word : word.slice(0, -ending.length);
}

/** Words without a meaning of their own, folded. */
export const STOP_WORDS = new Set(
  `a ai al ale am ar are asupra au ca care carui carei caror catre cat cata cate cati ce cea cei cel cele celui cine cu cui cum cand da daca
   dar de decat deci despre din dintr dintre doar dupa e ea ei el ele era este eu exista fara fi fie fiecare fost i ii iar il in inca intr intre
   isi l la le li lor lui mai mea meu mi n ne nici niste noi nu o ori pai pe pentru peste pot poate prin printr sa sau se si sub sunt spre
   suntem ta te tot trebuie ti tu un una unde unei unor unui unul va vi voi vor`
    .split(/\s+/)
    .filter((word) => word !== ''),
);
