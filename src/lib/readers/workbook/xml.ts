/** Streams tags and texts of spreadsheet XML; expands only the five entities and character references. */
import { SaxesParser } from 'saxes';
import { BrokenWorkbook } from './worksheet.ts';

export type Attributes = Readonly<Record<string, string>>;

/** Tag names have no prefix; attribute names do. */
export interface XmlEvents {
  open(name: string, attributes: Attributes): void;
  close(name: string): void;
  text(text: string): void;
}

export interface XmlScanner {
  write(bytes: Uint8Array): void;
  /** Throws on a truncated document. */
  end(): void;
}

/** Limit of one tag or text: cells have at most 32,767 characters. */
const TOKEN_BYTES_MAX = 4_000_000;
/** Nesting of tags: workbooks have ten levels. */
const DEPTH_MAX = 64;

export function createXmlScanner({ open, close, text }: XmlEvents): XmlScanner {
  const decoder = new TextDecoder('utf-8');
  const parser = new SaxesParser();
  let tokenBytes = 0;
  let depth = 0;
  const resetLimit = (): void => {
    tokenBytes = 0;
  };
  parser.on('doctype', () => {
    throw new BrokenWorkbook('XML with declarations of its own');
  });
  parser.on('opentag', ({ name, attributes }) => {
    resetLimit();
    if (++depth > DEPTH_MAX) throw new BrokenWorkbook(`XML of more than ${DEPTH_MAX} tags inside one another`);
    open(localName(name), attributes as Attributes);
  });
  parser.on('closetag', ({ name }) => {
    resetLimit();
    depth--;
    close(localName(name));
  });
  parser.on('text', text);
  parser.on('cdata', text);
  return {
    write(bytes) {
      tokenBytes += bytes.length;
      if (tokenBytes > TOKEN_BYTES_MAX) throw new BrokenWorkbook('XML with a piece that does not end');
      orBroken(() => parser.write(decoder.decode(bytes, { stream: true })));
    },
    end() {
      orBroken(() => parser.close());
    },
  };
}

function orBroken(read: () => void): void {
  try {
    read();
  } catch (error) {
    if (error instanceof BrokenWorkbook) throw error;
    throw new BrokenWorkbook(`broken XML (${String(error).slice(0, 100)})`, { cause: error });
  }
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);
