/** Text for a terminal: what strangers wrote must not move its cursor, paint over what stands there, or turn the direction of reading. */

/** Control characters but for tab and the end of a line, and marks of direction. */
const UNSEEN = /(?![\t\n])[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** They are shown by their number, as JSON writes them: in JSON the text stays the same. */
export const printable = (text: string): string =>
  text.replace(UNSEEN, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
