/** XML of spreadsheets as it comes: tags and texts, nothing expanded but the five entities and character references. */
import { SaxesParser } from 'saxes';
import { BrokenWorkbook } from './broken-workbook.ts';

export type Attributes = Readonly<Record<string, string>>;

/** Names of tags come without their prefix, those of attributes as written. */
export interface XmlEvents {
  open(name: string, attributes: Attributes): void;
  close(name: string): void;
  text(text: string): void;
}

export interface XmlScanner {
  write(bytes: Uint8Array): void;
  /** Throws when the document breaks off. */
  end(): void;
}

/** A tag or text that does not end within this is none of a spreadsheet: cells hold at most 32,767 characters. */
const PIECE_BYTES_MAX = 4_000_000;
/** Tags inside one another: workbooks have ten. */
const DEPTH_MAX = 64;

export function createXmlScanner({ open, close, text }: XmlEvents): XmlScanner {
  const decoder = new TextDecoder('utf-8');
  const parser = new SaxesParser();
  let messageBytes = 0;
  let depth = 0;
  const piece = (): void => {
    messageBytes = 0;
  };
  parser.on('doctype', () => {
    throw new BrokenWorkbook('XML with declarations of its own');
  });
  parser.on('opentag', ({ name, attributes }) => {
    piece();
    if (++depth > DEPTH_MAX) throw new BrokenWorkbook(`XML of more than ${DEPTH_MAX} tags inside one another`);
    open(localName(name), attributes as Attributes);
  });
  parser.on('closetag', ({ name }) => {
    piece();
    depth--;
    close(localName(name));
  });
  parser.on('text', text);
  parser.on('cdata', text);
  return {
    write(bytes) {
      messageBytes += bytes.length;
      if (messageBytes > PIECE_BYTES_MAX) throw new BrokenWorkbook('XML with a piece that does not end');
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
