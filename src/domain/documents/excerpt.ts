/** How a text begins: masked first and cut then, so that half a name is never left at its end. */

const EXCERPT_LENGTH = 2_000;
/** Letters read of a page for it: what is masked is shorter than what stood there. */
export const EXCERPT_READ = 4_000;
/** A name that the reading cut off stands within these last letters. */
const CUT_LENGTH = 200;

export function excerptOf(
  pages: readonly { text: string }[],
  masked: (text: string) => string,
): { text: string; masked: boolean } | null {
  const read = pages
    .map(({ text }) => text)
    .join('\n')
    .slice(0, EXCERPT_READ);
  if (read.trim() === '') return null;
  const whole = masked(read);
  const sure =
    read.length < EXCERPT_READ && pages.every(({ text }) => text.length < EXCERPT_READ)
      ? whole.length
      : whole.length - CUT_LENGTH;
  const text = whole
    .slice(0, Math.max(0, Math.min(EXCERPT_LENGTH, sure)))
    .toWellFormed()
    .trim();
  return { text, masked: whole !== read };
}
