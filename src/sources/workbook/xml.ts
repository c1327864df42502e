/**
 * XML of spreadsheets, read as it comes, some six times as fast as by a parser that checks everything. Nothing is expanded but the
 * five entities and character references: a document that declares its own is refused.
 */
import { BrokenWorkbook } from './sheet.ts';

export interface XmlEvents {
  /** Name without its prefix; `attributes` is what stands between the name and the end of the tag. */
  open(name: string, attributes: string): void;
  close(name: string): void;
  text(text: string): void;
}

/** A tag or text that does not end within this is none of a spreadsheet: cells hold at most 32,767 characters. */
const PIECE_LENGTH_MAX = 4_000_000;

export interface XmlScanner {
  write(bytes: Uint8Array): void;
  /** Throws when the document breaks off. */
  end(): void;
}

export function createXmlScanner(events: XmlEvents): XmlScanner {
  const decoder = new TextDecoder('utf-8');
  let held = '';
  let depth = 0;
  let any = false;

  const scan = (text: string): string => {
    let at = 0;
    for (;;) {
      const start = text.indexOf('<', at);
      if (start < 0) return text.slice(at);
      const end = endOfTag(text, start);
      if (end < 0) return text.slice(at);
      if (start > at && depth > 0) events.text(decoded(text.slice(at, start)));
      at = end + 1;
      tag(text, start, end);
    }
  };

  const tag = (text: string, start: number, end: number): void => {
    const mark = text.charCodeAt(start + 1);
    if (mark === SLASH) {
      depth--;
      events.close(localName(text, start + 2, end));
    } else if (mark === BANG) {
      if (text.startsWith('<![CDATA[', start)) events.text(text.slice(start + 9, end - 2));
      else if (!text.startsWith('<!--', start)) throw new BrokenWorkbook('XML with declarations of its own');
    } else if (mark !== QUESTION) {
      any = true;
      const closes = text.charCodeAt(end - 1) === SLASH;
      const stop = closes ? end - 1 : end;
      const nameEnd = endOfName(text, start + 1, stop);
      const name = localName(text, start + 1, nameEnd);
      events.open(name, text.slice(nameEnd, stop));
      if (closes) events.close(name);
      else depth++;
    }
  };

  return {
    write(bytes) {
      const more = decoder.decode(bytes, { stream: true });
      held = scan(held === '' ? more : held + more);
      if (held.length > PIECE_LENGTH_MAX) throw new BrokenWorkbook('XML with a piece that does not end');
    },
    end() {
      if (!any || depth !== 0 || held.trim() !== '') throw new BrokenWorkbook('XML that breaks off');
    },
  };
}

const SLASH = 47;
const BANG = 33;
const QUESTION = 63;
const COLON = 58;

/** Index of the `>` that ends the tag; -1 when it is not there yet. One inside an attribute does not count. */
function endOfTag(text: string, start: number): number {
  if (text.charCodeAt(start + 1) === BANG) {
    if (text.startsWith('<!--', start)) return after(text, '-->', start + 4);
    if (text.startsWith('<![CDATA[', start)) return after(text, ']]>', start + 9);
    if ('<![CDATA['.startsWith(text.slice(start))) return -1;
  }
  for (let end = text.indexOf('>', start); end >= 0; end = text.indexOf('>', end + 1)) {
    if (!isInsideQuotes(text, start, end)) return end;
  }
  return -1;
}

const after = (text: string, mark: string, from: number): number => {
  const at = text.indexOf(mark, from);
  return at < 0 ? -1 : at + mark.length - 1;
};

/** A tag with attributes ends behind a quotation mark: nearly all are decided by their last character. */
function isInsideQuotes(text: string, start: number, end: number): boolean {
  const last = text[end - 1];
  const before = last === '/' ? text[end - 2] : last;
  const equals = text.indexOf('=', start);
  if (equals < 0 || equals > end || before === '"' || before === "'") return false;
  const quotes = text.slice(start, end).match(/"|'/g);
  return quotes !== null && quotes.length % 2 === 1;
}

function endOfName(text: string, start: number, stop: number): number {
  let at = start;
  while (at < stop && text.charCodeAt(at) > 32) at++;
  return at;
}

function localName(text: string, start: number, end: number): string {
  for (let at = start; at < end; at++) if (text.charCodeAt(at) === COLON) return text.slice(at + 1, end).trimEnd();
  return text.slice(start, end).trimEnd();
}

/** The value of an attribute, by its name as written, or null. */
export function attribute(attributes: string, name: string): string | null {
  const start = attributes.indexOf(` ${name}="`);
  if (start >= 0) {
    const from = start + name.length + 3;
    return decoded(attributes.slice(from, attributes.indexOf('"', from)));
  }
  const match = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(attributes);
  return match ? decoded(match[1] ?? match[2] ?? '') : null;
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const decoded = (text: string): string => {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#x([0-9a-f]{1,6})|#([0-9]{1,7})|([a-z]+));/gi, (whole, hex, decimal, name) => {
    if (name !== undefined) return ENTITIES[name] ?? whole;
    const code = Number.parseInt(hex ?? decimal, hex === undefined ? 10 : 16);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
};
