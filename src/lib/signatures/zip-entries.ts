/** The files in a container, read so strictly that no two programs can see different ones in it. */
import { crc32, inflateRawSync } from 'node:zlib';
import { malformed, tooLarge, tooManyParts } from './broken-signature.ts';
import type { BytesAt } from './bytes-at.ts';

export interface Entry {
  name: string;
  /** Throws when it is larger than what is read, or not what the list says. */
  bytes(): Uint8Array;
}

const ENTRIES_MAX = 2_000;
/** All of them together, as they come out: they are held while they are judged. */
const CONTENT_BYTES_MAX = 64 * 2 ** 20;
const [END, LISTED, LOCAL, LARGE_END] = [0x06054b50, 0x02014b50, 0x04034b50, 0x07064b50];
const [END_BYTES, LISTED_BYTES, LOCAL_BYTES, LARGE_END_BYTES] = [22, 46, 30, 20];
const [STORED, DEFLATED] = [0, 8];
const ENCRYPTED = 1;
const DESCRIBED = 8;
const DESCRIPTION_BYTES = 16;
/** Names in UTF-8; without it, only those that any program reads alike. */
const UTF8 = 0x800;

/** Throws what is no plain list: larger kinds, comments, passwords, names that stand there twice, files that overlap. */
export function entriesIn(bytes: BytesAt): Entry[] {
  const end = viewOf(bytes, bytes.size - END_BYTES, END_BYTES);
  if (end.getUint32(0, true) !== END || end.getUint16(20, true) !== 0) throw malformed();
  // In one piece: no list goes on elsewhere.
  if (end.getUint32(4, true) !== 0 || end.getUint16(8, true) !== end.getUint16(10, true)) throw malformed();
  const [count, length, start] = [end.getUint16(10, true), end.getUint32(12, true), end.getUint32(16, true)];
  if (count > ENTRIES_MAX) throw tooManyParts();
  if (start + length !== bytes.size - END_BYTES) throw malformed();
  // Some programs look there for a list of a larger kind, whatever that place belongs to.
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
  /** Size and sum behind the content, as those write who do not know them before. */
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
  const listed = viewOf(bytes, at, LISTED_BYTES);
  if (listed.getUint32(0, true) !== LISTED) throw malformed();
  const [flags, method, sum] = [listed.getUint16(8, true), listed.getUint16(10, true), listed.getUint32(16, true)];
  const [packed, size] = [listed.getUint32(20, true), listed.getUint32(24, true)];
  const lengths = [28, 30, 32].map((place) => listed.getUint16(place, true));
  const [nameLength = 0, , commentLength = 0] = lengths;
  const localAt = listed.getUint32(42, true);
  const local = viewOf(bytes, localAt, LOCAL_BYTES);
  const written = Buffer.from(bytes.copy(at + LISTED_BYTES, nameLength));
  const inPlace = Buffer.from(bytes.copy(localAt + LOCAL_BYTES, local.getUint16(26, true)));
  // Who reads from the beginning finds the end of a stored file by its size alone.
  const isMeasured = (flags & DESCRIBED) === 0;
  const isPlain = (flags & ENCRYPTED) === 0 && (method === DEFLATED || (method === STORED && isMeasured));
  const isAgreed =
    local.getUint32(0, true) === LOCAL &&
    local.getUint16(6, true) === flags &&
    local.getUint16(8, true) === method &&
    written.equals(inPlace);
  const sizes = [sum, packed, size];
  const inFront = [14, 18, 22].map((place) => local.getUint32(place, true));
  const isSized = inFront.every((each, index) => each === sizes[index] || (!isMeasured && each === 0));
  // A folder holds nothing by itself; what some programs leave out as one, others write as a file.
  const isFolder = written.at(-1) === FOLDER_END;
  const isOrdinary = isOrdinaryFile(listed.getUint32(38, true), isFolder);
  // Stored bytes beyond the size belong to no file, and a program that reads from the beginning finds others among them.
  const isWhole = method === DEFLATED || packed === size;
  if (!isPlain || !isAgreed || !isSized || !isWhole || !isOrdinary) throw malformed();
  if (commentLength > 0 || (isFolder && size > 0)) throw malformed();
  assertNoOthers(bytes.copy(at + LISTED_BYTES + nameLength, lengths[1] ?? 0));
  assertNoOthers(bytes.copy(localAt + LOCAL_BYTES + inPlace.length, local.getUint16(28, true)));
  const dataAt = localAt + LOCAL_BYTES + inPlace.length + local.getUint16(28, true);
  let content: Uint8Array | undefined;
  return {
    entry: {
      name: nameOf(written, flags),
      bytes() {
        content ??= contentOf(bytes.copy(dataAt, packed), method, size, sum, left);
        return content;
      },
    },
    next: at + LISTED_BYTES + lengths.reduce((total, length) => total + length, 0),
    place: { from: localAt, to: dataAt + packed, behind: flags & DESCRIBED ? DESCRIPTION_BYTES : 0 },
  };
}

const FOLDER_END = 0x2f;
const [KIND, FILE_KIND, FOLDER_KIND] = [0o170000, 0o100000, 0o040000];
/** As DOS marks one. */
const FOLDER_MARK = 0x10;

/** Programs that unpack make a link of what is marked as one (the mode of Unix stands above the marks of DOS): it shows another file. */
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

/** What zlib gives with `info`, which its types do not say. */
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
