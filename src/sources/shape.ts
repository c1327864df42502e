/** A file or answer that is not of the published shape: named with what was expected and what was found. */
export class WrongShape extends Error {
  readonly file: string;
  readonly expected: string;
  readonly found: string;

  constructor(file: string, expected: string, found: string) {
    super(`${file}: expected ${expected}, found ${found}.`);
    this.name = 'WrongShape';
    this.file = file;
    this.expected = expected;
    this.found = found;
  }
}

/** True for a web page. An XML document of another kind is none, though it may have a `<Body>`: the bank's rates do. */
export function looksLikeHtml(text: string): boolean {
  const start = text.slice(0, 2000);
  if (/<(?:!doctype\s+html|html)[\s>]/i.test(start)) return true;
  return !/^[\s\ufeff]*<\?xml\s/.test(start) && /<(?:head|body)[\s>]/i.test(start);
}

/** What a file's first line shows it to be when it cannot be the header of a table; null when it can. */
export function notAHeader(line: string): string | null {
  if (line.startsWith('PK\x03\x04')) return 'a ZIP archive';
  if (line.startsWith('%PDF-')) return 'a PDF document';
  for (const character of line) if (character < ' ') return 'a binary file';
  return looksLikeHtml(line) || line.startsWith('<') ? 'an HTML page' : null;
}
