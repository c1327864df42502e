/**
 * Letters with their marks apart. A reader that has no Helvetica draws with one of its own, which knows Western letters only:
 * pictures of Romanian text need ă, ș and ț put together of a letter and a mark.
 */

const BREVE = '˘';
const COMMA = ',';

/** To be known to the font beside its letters. */
export const MARKS: [letter: string, glyph: string][] = [[BREVE, 'breve']];

/** Widths of Helvetica, in thousandths of the type size. */
const WIDTHS: Record<string, number> = { a: 556, A: 667, s: 500, S: 667, t: 278, T: 611, [BREVE]: 333, [COMMA]: 278 };

/** How far a mark is moved up, in thousandths: the breve is made for small letters, the comma for the line. */
const above = { a: 0, A: 190 };
const BELOW = -250;

const PARTS: Record<string, [base: string, mark: string, rise: number]> = {
  ă: ['a', BREVE, above.a],
  Ă: ['A', BREVE, above.A],
  ș: ['s', COMMA, BELOW],
  Ș: ['S', COMMA, BELOW],
  ț: ['t', COMMA, BELOW],
  Ț: ['T', COMMA, BELOW],
};

/** The operators that draw a line of text; `encode` gives the bytes of letters in the font. */
export const drawnLine = (line: string, encode: (text: string) => string, size: number): string =>
  line
    .split(/([ăĂșȘțȚ])/)
    .filter((piece) => piece !== '')
    .map((piece) => {
      const parts = PARTS[piece];
      return parts ? drawnLetter(parts, encode, size) : `(${encode(piece)}) Tj`;
    })
    .join(' ');

/** The mark goes over the middle of its letter; behind it the line goes on where the letter ended. */
function drawnLetter(
  [base, mark, rise]: [string, string, number],
  encode: (text: string) => string,
  size: number,
): string {
  const [width = 0, markWidth = 0] = [WIDTHS[base], WIDTHS[mark]];
  const aside = (width - markWidth) / 2;
  const raised = (rise * size) / 1_000;
  return `(${encode(base)}) Tj ${raised} Ts [${width - aside} (${encode(mark)}) ${-aside}] TJ 0 Ts`;
}
