/** XML as it comes: tags and texts, nothing expanded but the five entities and references to characters. */
import { SaxesParser } from 'saxes';
import { type Decoder, decoderOf, encodingOf } from './encodings.ts';
import { Refused } from './pieces.ts';

export type Attributes = Readonly<Record<string, string>>;

/** Names of tags come without their prefix, those of attributes as written. */
export interface XmlEvents {
  open(name: string, attributes: Attributes): void;
  close(name: string): void;
  text(text: string): void;
}

/** A tag or text that does not end within this holds no words. */
const PIECE_LENGTH_MAX = 8_000_000;
/** Tables inside frames inside tables come to some sixty. */
const DEPTH_MAX = 500;

/** `lenient`: mistakes are passed over, as in XML that people wrote; programs make none. After each chunk others have their say. */
export async function* scanXml(
  chunks: AsyncIterable<Buffer>,
  { open, close, text }: XmlEvents,
  { lenient = false }: { lenient?: boolean } = {},
): AsyncGenerator<void> {
  const parser = new SaxesParser();
  let pieceLength = 0;
  let depth = 0;
  parser.on('doctype', () => {
    if (!lenient) throw new Refused('damaged', 'XML with declarations of its own');
  });
  parser.on('opentag', ({ name, attributes }) => {
    pieceLength = 0;
    if (++depth > DEPTH_MAX) throw new Refused('tooLarge', `XML of more than ${DEPTH_MAX} tags inside one another`);
    open(localName(name), attributes as Attributes);
  });
  parser.on('closetag', ({ name }) => {
    pieceLength = 0;
    depth--;
    close(localName(name));
  });
  parser.on('text', text);
  parser.on('cdata', text);
  if (lenient) parser.on('error', () => {});

  let decoder: Decoder | null = null;
  for await (const chunk of chunks) {
    decoder ??= decoderOf(encodingOf(chunk, true));
    pieceLength += chunk.length;
    if (pieceLength > PIECE_LENGTH_MAX) throw new Refused('tooLarge', 'XML with a piece that does not end');
    orDamaged(() => parser.write(decoder?.decode(chunk) ?? ''));
    yield;
  }
  orDamaged(() => parser.close());
}

function orDamaged(read: () => void): void {
  try {
    read();
  } catch (error) {
    if (error instanceof Refused || error instanceof RangeError) throw error;
    throw new Refused('damaged', `broken XML (${String(error).slice(0, 100)})`);
  }
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);
