/**
 * Removes personal data from published texts: authorities write contact persons and their numbers into titles, lots and descriptions. A
 * mark replaces each removal.
 */

const MARK = '[…]';

const EMAIL = /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]+\s?(?:@|\(at\)|\[at\])\s?[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/giu;

/** Ten digits from 02, 03 or 07, or nine behind +40, in the usual groups. Other codes have other groups. */
const PHONE =
  /(?<![\p{L}\p{N}])(?:(?:\+|00)\s?4\s?0[\s./-]?\(?0?\)?[237][0-9]{1,2}(?:[\s./-]?[0-9]{2,3}){2,3}|\(?0[237](?:[0-9]{8}|[0-9]{1,2}\)?[\s./-]{1,3}(?:[0-9]{6,7}|[0-9]{3}[\s./-]{1,3}[0-9]{3,4}|[0-9]{2,3}(?:[\s./-][0-9]{2}){2})))(?![0-9])/gu;

/** After such a word any number is a telephone number. */
const LABELLED_PHONE =
  /\b(tel(?:efon)?|fax|mobil|gsm)(\s*(?:\/\s*fax\s*)?(?:[.:]+\s*)?)\+?[0-9](?:[\s./()-]{0,2}[0-9]){5,14}/giu;

/** Personal numeric codes: sex, a birth date, six digits more. */
const PERSONAL_CODE = /(?<![0-9])[1-8][0-9]{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12][0-9]|3[01])[0-9]{6}(?![0-9])/g;

const TITLES = String.raw`(?:(?:ing|ec|jr|cons|dr|arh|prof|av|conf|insp|exp|col|lt|mr|cpt|drd)\.\s*)*`;
/** One to four words with capitals: `Popescu Ion-Marian`, `POPESCU I.` */
const word = String.raw`\p{Lu}(?:\p{L}+|\.)(?:-\p{Lu}\p{L}+)?`;
const name = (least: number): string => String.raw`${word}(?:\s+${word}){${least - 1},3}`;

const anyCase = (text: string): string =>
  text.replace(/\p{L}/gu, (letter) => `[${letter}${letter.toUpperCase()}]`).replaceAll(' ', String.raw`\s+`);
const HONORIFIC = String.raw`(?:DOMNU(?:L|LUI)|DOAMNE?I?A?|[Dd]omnu(?:l|lui)|[Dd]oamne?i?a?|[Dd](?:l|na|lui|nei)\.?|[Dd]-(?:l|na|lui|nei|ra)\.?)`;
const either = (...texts: string[]): string => `(?:${texts.map(anyCase).join('|')})`;
const PERSON = either(
  'persoana de contact',
  'persoană de contact',
  'persoane de contact',
  'în atenția',
  'in atenția',
  'in atentia',
);
/** Words with other uses too: only after a colon or dash does a person follow. */
const OFFICE = either(
  'contact',
  'responsabil',
  'responsabil achiziții',
  'responsabil achizitii',
  'responsabil contract',
  'reprezentant',
  'reprezentant legal',
  'întocmit',
  'intocmit',
);

const LABELLED = new RegExp(
  String.raw`(?<!\p{L})((?:${PERSON}\s*[:\-–]?|${OFFICE}\s*[:\-–])\s*)(?:${HONORIFIC}\s*)?${TITLES}${name(2)}`,
  'gu',
);
const HONOURED = new RegExp(String.raw`(?<!\p{L})(${HONORIFIC}\s+)${TITLES}${name(2)}`, 'gu');

/** Hardly any text has personal data: a cheap test of each kind avoids the expensive expressions. */
const MAY_WRITE = /@|\(at\)|\[at\]/i;
const MAY_CALL = /[0-9](?:[\s./()-]{0,3}[0-9]){5}/;
const MAY_NAME =
  /contact|aten[tț]i|responsabil|reprezentant|ntocmit|\bd-?(?:l|na|lui|nei|ra|omnul|omnului|oamna|oamnei)\b/i;

/** Any of them. */
const MAY_CONTAIN = new RegExp([MAY_WRITE, MAY_CALL, MAY_NAME].map(({ source }) => source).join('|'), 'i');

export function stripPersons<Text extends string | null>(text: Text): Text {
  if (text === null || !MAY_CONTAIN.test(text)) return text;
  let result: string = text;
  if (MAY_WRITE.test(result)) result = result.replace(EMAIL, MARK);
  if (MAY_CALL.test(result))
    result = result.replace(LABELLED_PHONE, `$1$2${MARK}`).replace(PERSONAL_CODE, MARK).replace(PHONE, MARK);
  if (MAY_NAME.test(result)) result = result.replace(LABELLED, `$1${MARK}`).replace(HONOURED, `$1${MARK}`);
  return result as Text;
}

/** Some authorities write a person's numeric code where a fiscal code belongs. */
export const isPersonalCode = (code: string): boolean => code.replace(PERSONAL_CODE, '').trim() === '';
