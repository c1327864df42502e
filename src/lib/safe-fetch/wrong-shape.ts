import { registerErrorCodec } from '#lib/workers/error-codec.ts';

/** A file or answer that differs from the published shape. */
export class WrongShape extends Error {
  readonly file: string;
  readonly expected: string;
  readonly found: string;
  /** The columns that a header lacks. */
  readonly missing: readonly string[];

  constructor(file: string, expected: string, found: string, missing: readonly string[] = []) {
    super(`${file}: expected ${expected}, found ${found}.`);
    this.name = 'WrongShape';
    this.file = file;
    this.expected = expected;
    this.found = found;
    this.missing = missing;
  }
}

registerErrorCodec({
  kind: 'WrongShape',
  accepts: (error) => error instanceof WrongShape,
  revive: ({ file, expected, found, missing }) =>
    new WrongShape(...([file, expected, found, missing] as ConstructorParameters<typeof WrongShape>)),
});

const TAG_FIRST = /^[\s\ufeff]*</;
const HTML_FIRST = /^[\s\ufeff]*<(?:head|body)[\s>]/i;
const HTML = /<(?:!doctype\s+html|html)[\s>]/i;

/** True for a web page, not for JSON that quotes one, nor for other XML, which may have a `<Body>` as the bank's rates do. */
export function looksLikeHtml(text: string): boolean {
  const start = text.slice(0, 2000);
  return TAG_FIRST.test(start) && (HTML.test(start) || HTML_FIRST.test(start));
}

/** Byte-order marks of UTF-16, decoded as cp1250. */
const UTF16 = ['˙ț', 'ț˙'];

/** The kind of a file whose first line cannot be the header of a table; null if it can. */
export function notAHeader(line: string): string | null {
  if (line.startsWith('PK\x03\x04')) return 'a ZIP archive';
  if (line.startsWith('%PDF-')) return 'a PDF document';
  // NULs between its letters are blanks by now (lines.ts).
  if (UTF16.some((mark) => line.startsWith(mark))) return 'a binary file';
  for (const character of line) if (character < ' ') return 'a binary file';
  return looksLikeHtml(line) || line.startsWith('<') ? 'an HTML page' : null;
}
