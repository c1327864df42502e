/** ZIP files written byte by byte, with the means of a hostile one: arbitrary names, sizes and offsets. */
import { crc32, deflateRawSync } from 'node:zlib';

export interface MadeEntry {
  name: string | Buffer;
  content: Uint8Array;
  isEncrypted?: boolean;
  /** The declared size, whatever the real one. */
  declaredBytes?: number;
  method?: number;
  /** The name is in a legacy encoding, as Windows writes it. */
  isOldName?: boolean;
  /** Further bytes after the content, declared as packed. */
  behind?: Uint8Array;
}

const [STORED, DEFLATED] = [0, 8];
const UTF8 = 0x800;

export function madeZip(entries: readonly MadeEntry[], { stored = false } = {}): Buffer {
  const files: Buffer[] = [];
  const list: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const name = Buffer.from(entry.name as string);
    const method = entry.method ?? (stored ? STORED : DEFLATED);
    const content = method === DEFLATED ? deflateRawSync(entry.content) : Buffer.from(entry.content);
    const packed = Buffer.concat([content, entry.behind ?? Buffer.alloc(0)]);
    const flags = (entry.isEncrypted ? 1 : 0) | (entry.isOldName ? 0 : UTF8);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(flags, 2);
    common.writeUInt16LE(method, 4);
    common.writeUInt32LE(crc32(entry.content), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(entry.declaredBytes ?? entry.content.length, 18);
    common.writeUInt16LE(name.length, 22);
    files.push(Buffer.from('PK\x03\x04'), common, name, packed);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    list.push(Buffer.from('PK\x01\x02'), Buffer.from([20, 0]), common, rest, name);
    offset += 4 + common.length + name.length + packed.length;
  }
  return Buffer.concat([...files, ...list, listEnd(entries.length, Buffer.concat(list).length, offset)]);
}

export function listEnd(count: number, listBytes: number, offset: number): Buffer {
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 0, 'latin1');
  end.writeUInt16LE(Math.min(count, 0xffff), 8);
  end.writeUInt16LE(Math.min(count, 0xffff), 10);
  end.writeUInt32LE(listBytes, 12);
  end.writeUInt32LE(offset, 16);
  return end;
}

/** The parts of an Office document, by name. */
const officeZip = (parts: Record<string, string>): Buffer =>
  madeZip(Object.entries(parts).map(([name, text]) => ({ name, content: Buffer.from(text) })));

const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const TYPES = '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>';

export const relations = (pairs: readonly (readonly [id: string, type: string, target: string])[]): string =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${pairs
    .map(([id, type, target]) => `<Relationship Id="${id}" Type="${RELATIONS}/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`;

/** `body`: the contents of `w:body`. */
export const madeDocx = (body: string, parts: Record<string, string> = {}): Buffer =>
  officeZip({
    '[Content_Types].xml': TYPES,
    '_rels/.rels': relations([['rId1', 'officeDocument', 'word/document.xml']]),
    'word/document.xml': `<?xml version="1.0" encoding="UTF-8"?><w:document xmlns:w="${WORD}" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"><w:body>${body}</w:body></w:document>`,
    ...parts,
  });

export const paragraph = (text: string): string => `<w:p><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;

export const madePptx = (slides: readonly string[]): Buffer =>
  officeZip({
    '[Content_Types].xml': TYPES,
    '_rels/.rels': relations([['rId1', 'officeDocument', 'ppt/presentation.xml']]),
    'ppt/presentation.xml': `<p:presentation xmlns:p="p" xmlns:r="${RELATIONS}"><p:sldIdLst>${slides
      .map((_, i) => `<p:sldId id="${i}" r:id="rId${slides.length - i}"/>`)
      .join('')}</p:sldIdLst></p:presentation>`,
    // The numbers in the names run against the order of the slides.
    'ppt/_rels/presentation.xml.rels': relations(
      slides.map((_, i) => [`rId${slides.length - i}`, 'slide', `slides/slide${slides.length - i}.xml`] as const),
    ),
    ...Object.fromEntries(
      slides.map((text, i) => [
        `ppt/slides/slide${slides.length - i}.xml`,
        `<p:sld xmlns:p="p" xmlns:a="a"><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:sld>`,
      ]),
    ),
  });

export const madeOdt = (body: string, parts: Record<string, string> = {}): Buffer =>
  officeZip({
    mimetype: 'application/vnd.oasis.opendocument.text',
    'content.xml': `<?xml version="1.0"?><office:document-content xmlns:office="o" xmlns:text="t" xmlns:table="b"><office:body><office:text>${body}</office:text></office:body></office:document-content>`,
    ...parts,
  });
