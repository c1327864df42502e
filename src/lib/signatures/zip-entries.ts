/** The files in a container, read so strictly that no two programs can see different ones in it. */
import { crc32, inflateRawSync } from 'node:zlib';
import { malformed, tooLarge, tooManyParts } from './broken-signature.ts';
import type { BytesAt } from './bytes-at.ts';

export interface Entry {
  name: string;
  /** Throws for an entry above the size limit, or one that differs from the list. */
  bytes(): Uint8Array;
}

const ENTRIES_MAX = 2_000;
/** All of them together, unpacked: they stay in memory during verification. */
const CONTENT_BYTES_MAX = 64 * 2 ** 20;
const [END, LIST_SIGNATURE, LOCAL, LARGE_END] = [0x06054b50, 0x02014b50, 0x04034b50, 0x07064b50];
const [END_BYTES, LIST_HEADER_BYTES, LOCAL_BYTES, LARGE_END_BYTES] = [22, 46, 30, 20];
const [STORED, DEFLATED] = [0, 8];
const ENCRYPTED = 1;
const DESCRIBED = 8;
const DESCRIPTION_BYTES = 16;
/** Names in UTF-8; without the flag, only names that all programs decode the same. */
const UTF8 = 0x800;

/** Throws for all but a plain list: larger kinds, comments, passwords, duplicate names, overlapping files. */
export function entriesIn(bytes: BytesAt): Entry[] {
  const end = viewOf(bytes, bytes.size - END_BYTES, END_BYTES);
  if (end.getUint32(0, true) !== END || end.getUint16(20, true) !== 0) throw malformed();
  // In one part: no list continues elsewhere.
  if (end.getUint32(4, true) !== 0 || end.getUint16(8, true) !== end.getUint16(10, true)) throw malformed();
  const [count, length, start] = [end.getUint16(10, true), end.getUint32(12, true), end.getUint32(16, true)];
  if (count > ENTRIES_MAX) throw tooManyParts();
  if (start + length !== bytes.size - END_BYTES) throw malformed();
  // Some programs look there for a list of a larger kind, whatever the offset belongs to.
  if (viewOf(bytes, bytes.size - END_BYTES - LARGE_END_BYTES, LARGE_END_BYTES).getUint32(0, true) === LARGE_END)
    throw malformed();
  const left = { bytes: CONTENT_BYTES_MAX };
  const names = new Set<string>();
  const entries: Entry[] = [];
  const places: Place[] = [];
  let at = start;
  for (let index = 0; index < count; index++) {
    const { entry, next, place } = entryAt(bytes, at, left);
    if (names.has(entry.name)) throw malformed();
    names.add(entry.name);
    entries.push(entry);
    places.push(place);
    at = next;
  }
  if (at !== start + length) throw malformed();
  assertWithoutGaps(places, start);
  return entries;
}

interface Place {
  from: number;
  to: number;
  /** Size and checksum behind the content, from writers that stream. */
  behind: number;
}

/** Every byte before the list belongs to one file: no program that reads from the beginning finds another. */
function assertWithoutGaps(places: readonly Place[], end: number): void {
  let at = 0;
  let behind = 0;
  for (const place of places.toSorted((one, other) => one.from - other.from)) {
    if (place.from < at || place.from > at + behind) throw malformed();
    at = place.to;
    behind = place.behind;
  }
  if (end < at || end > at + behind) throw malformed();
}

function entryAt(bytes: BytesAt, at: number, left: { bytes: number }): { entry: Entry; next: number; place: Place } {
  const header = viewOf(bytes, at, LIST_HEADER_BYTES);
  if (header.getUint32(0, true) !== LIST_SIGNATURE) throw malformed();
  const [flags, method, sum] = [header.getUint16(8, true), header.getUint16(10, true), header.getUint32(16, true)];
  const [packed, size] = [header.getUint32(20, true), header.getUint32(24, true)];
  const lengths = [28, 30, 32].map((place) => header.getUint16(place, true));
  const [nameLength = 0, , commentLength = 0] = lengths;
  const localAt = header.getUint32(42, true);
  const local = viewOf(bytes, localAt, LOCAL_BYTES);
  const listName = Buffer.from(bytes.copy(at + LIST_HEADER_BYTES, nameLength));
  const localName = Buffer.from(bytes.copy(localAt + LOCAL_BYTES, local.getUint16(26, true)));
  // A streaming reader finds the end of a stored file by its size alone.
  const isMeasured = (flags & DESCRIBED) === 0;
  const isPlain = (flags & ENCRYPTED) === 0 && (method === DEFLATED || (method === STORED && isMeasured));
  const isAgreed =
    local.getUint32(0, true) === LOCAL &&
    local.getUint16(6, true) === flags &&
    local.getUint16(8, true) === method &&
    listName.equals(localName);
  const sizes = [sum, packed, size];
  const inFront = [14, 18, 22].map((place) => local.getUint32(place, true));
  const isSized = inFront.every((each, index) => each === sizes[index] || (!isMeasured && each === 0));
  // A folder has no content; some programs write as a file what others read as a folder.
  const isFolder = listName.at(-1) === FOLDER_END;
  const isOrdinary = isOrdinaryFile(header.getUint32(38, true), isFolder);
  // Stored bytes beyond the size belong to no file, and a program that reads from the beginning finds others among them.
  const isWhole = method === DEFLATED || packed === size;
  if (!isPlain || !isAgreed || !isSized || !isWhole || !isOrdinary) throw malformed();
  if (commentLength > 0 || (isFolder && size > 0)) throw malformed();
  assertNoOthers(bytes.copy(at + LIST_HEADER_BYTES + nameLength, lengths[1] ?? 0));
  assertNoOthers(bytes.copy(localAt + LOCAL_BYTES + localName.length, local.getUint16(28, true)));
  const dataAt = localAt + LOCAL_BYTES + localName.length + local.getUint16(28, true);
  let content: Uint8Array | undefined;
  return {
    entry: {
      name: nameOf(listName, flags),
      bytes() {
        content ??= contentOf(bytes.copy(dataAt, packed), method, size, sum, left);
        return content;
      },
    },
    next: at + LIST_HEADER_BYTES + lengths.reduce((total, length) => total + length, 0),
    place: { from: localAt, to: dataAt + packed, behind: flags & DESCRIBED ? DESCRIPTION_BYTES : 0 },
  };
}

const FOLDER_END = 0x2f;
const [KIND, FILE_KIND, FOLDER_KIND] = [0o170000, 0o100000, 0o040000];
/** As DOS marks one. */
const FOLDER_MARK = 0x10;

/** Unpacking programs create a link from an entry that is marked as one (the Unix mode lies above the DOS attributes): it leads to another file. */
function isOrdinaryFile(attributes: number, isFolder: boolean): boolean {
  const kind = (attributes >>> 16) & KIND;
  if (!isFolder && (attributes & FOLDER_MARK) !== 0) return false;
  return kind === 0 || kind === (isFolder ? FOLDER_KIND : FILE_KIND);
}

/** Further fields by which some programs read another size, another name or another content: large files, Unicode path, AES. */
const OTHERS = new Set([0x0001, 0x7075, 0x9901]);

function assertNoOthers(fields: Uint8Array): void {
  const view = new DataView(fields.buffer, fields.byteOffset, fields.byteLength);
  for (let at = 0; at + 4 <= view.byteLength; at += 4 + view.getUint16(at + 2, true)) {
    if (OTHERS.has(view.getUint16(at, true))) throw malformed();
  }
}

function nameOf(written: Buffer, flags: number): string {
  const name = written.toString('utf8');
  if ((flags & UTF8) === 0 && /[^\x20-\x7e]/.test(name)) throw malformed();
  if (name === '' || name.includes('\ufffd') || /[\\\0]|(?:^|\/)\.{1,2}(?:\/|$)|^\//.test(name)) throw malformed();
  return name;
}

function contentOf(packed: Uint8Array, method: number, size: number, sum: number, left: { bytes: number }): Uint8Array {
  left.bytes -= size;
  if (left.bytes < 0) throw tooLarge();
  const content = method === STORED ? packed : inflated(packed, size);
  if (content.length !== size || crc32(content) !== sum) throw malformed();
  return content;
}

/** The result of zlib with `info`, which its types lack. */
interface Inflated {
  buffer: Buffer;
  engine: { bytesWritten: number };
}

function inflated(packed: Uint8Array, size: number): Uint8Array {
  try {
    const { buffer, engine } = inflateRawSync(packed, { maxOutputLength: size + 1, info: true }) as unknown as Inflated;
    // Behind its end there may be another file, for programs that read from the beginning.
    if (engine.bytesWritten === packed.length) return buffer;
  } catch {
    throw malformed();
  }
  throw malformed();
}

function viewOf(bytes: BytesAt, at: number, length: number): DataView {
  if (at < 0) throw malformed();
  const copy = bytes.copy(at, length);
  return new DataView(copy.buffer, copy.byteOffset, copy.byteLength);
}
