/** Compound files of Office before 2007, written byte by byte: a few streams of a few kilobytes each. */
const SECTOR = 512;
/** Smaller streams would be stored in another place. */
const STREAM_BYTES_MIN = 4_096;
const [FREE, END, TABLE, NONE] = [0xffffffff, 0xfffffffe, 0xfffffffd, 0xffffffff];

/** At most three streams, 60 KB together. */
export function madeCompound(streams: Record<string, Buffer>): Buffer {
  const next = new Uint32Array(SECTOR / 4).fill(FREE);
  next[0] = TABLE;
  next[1] = END;
  const entries = [entryOf('Root Entry', 5, END, 0, Object.keys(streams).length > 0 ? 1 : NONE)];
  const contents: Buffer[] = [];
  let sector = 2;
  for (const [i, [name, bytes]] of Object.entries(streams).entries()) {
    const size = Math.max(STREAM_BYTES_MIN, bytes.length);
    const sectors = Math.ceil(size / SECTOR);
    for (let at = 0; at < sectors; at++) next[sector + at] = at === sectors - 1 ? END : sector + at + 1;
    const entry = entryOf(name, 2, sector, size, NONE);
    // The directory is a tree; a degenerate tree is valid.
    entry.writeUInt32LE(i + 1 < Object.keys(streams).length ? i + 2 : NONE, 72);
    entries.push(entry);
    contents.push(Buffer.concat([bytes, Buffer.alloc(sectors * SECTOR - bytes.length)]));
    sector += sectors;
  }
  const folder = Buffer.concat([...entries, Buffer.alloc((4 - entries.length) * 128)]);
  return Buffer.concat([header(), Buffer.from(next.buffer), folder, ...contents]);
}

function header(): Buffer {
  const bytes = Buffer.alloc(SECTOR, 0);
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(bytes);
  bytes.writeUInt16LE(0x3e, 24);
  bytes.writeUInt16LE(3, 26);
  bytes.writeUInt16LE(0xfffe, 28);
  bytes.writeUInt16LE(9, 30);
  bytes.writeUInt16LE(6, 32);
  bytes.writeUInt32LE(1, 44);
  bytes.writeUInt32LE(1, 48);
  bytes.writeUInt32LE(STREAM_BYTES_MIN, 56);
  bytes.writeUInt32LE(END, 60);
  bytes.writeUInt32LE(END, 68);
  bytes.fill(0xff, 76);
  bytes.writeUInt32LE(0, 76);
  return bytes;
}

function entryOf(name: string, type: number, start: number, size: number, child: number): Buffer {
  const entry = Buffer.alloc(128);
  entry.write(name, 0, 'utf16le');
  entry.writeUInt16LE((name.length + 1) * 2, 64);
  entry[66] = type;
  entry[67] = 1;
  for (const at of [68, 72]) entry.writeUInt32LE(NONE, at);
  entry.writeUInt32LE(child, 76);
  entry.writeUInt32LE(start, 116);
  entry.writeUInt32LE(size, 120);
  return entry;
}

interface Piece {
  text: string;
  /** One byte per character in windows-1252, else two. */
  isNarrow?: boolean;
  /** Hidden by the format of its characters, or by a property change of the piece. */
  hidden?: 'deleted' | 'hidden' | 'deletedPiece' | 'hiddenPiece';
}

/** Property changes of characters: a tracked deletion, hidden text; italics before them. */
const CHANGES = { deleted: [0x36, 0x08, 1, 0x00, 0x08, 1], hidden: [0x36, 0x08, 1, 0x3c, 0x08, 1] };
const FORMATS_AT = 6_144;

/** A document of Word 97. */
export function madeDoc(pieces: readonly Piece[], { flags = 0x0200, version = 0xc1 } = {}) {
  const stream = Buffer.alloc(8_192);
  stream.writeUInt16LE(0xa5ec, 0);
  stream.writeUInt16LE(version, 2);
  stream.writeUInt16LE(flags, 10);
  const locations = Buffer.alloc((pieces.length + 1) * 4);
  const descriptors = Buffer.alloc(pieces.length * 8);
  let [letters, at] = [0, 2_048];
  const runs: { at: number; changes: number[] }[] = [];
  for (const [i, { text, isNarrow = false, hidden }] of pieces.entries()) {
    runs.push({ at, changes: hidden === 'deleted' || hidden === 'hidden' ? CHANGES[hidden] : [] });
    if (hidden === 'deletedPiece') descriptors.writeUInt16LE((0x41 << 1) | 0x100, i * 8 + 6);
    if (hidden === 'hiddenPiece') descriptors.writeUInt16LE(1, i * 8 + 6);
    descriptors.writeUInt32LE(isNarrow ? (at * 2) | 0x40000000 : at, i * 8 + 2);
    at += stream.write(text, at, isNarrow ? 'latin1' : 'utf16le');
    letters += text.length;
    locations.writeUInt32LE(letters, (i + 1) * 4);
  }
  stream.writeUInt32LE(letters, 0x4c);
  const length = Buffer.alloc(5);
  length[0] = 2;
  length.writeUInt32LE(locations.length + descriptors.length, 1);
  writeFormats(stream, runs, at);
  // Before the table stands a list of property changes.
  const changes = Buffer.from([1, 3, 0, 0x3c, 0x08, 1]);
  const list = Buffer.alloc(12);
  list.writeUInt32LE(2_048, 0);
  list.writeUInt32LE(at, 4);
  list.writeUInt32LE(FORMATS_AT / SECTOR, 8);
  const table = Buffer.concat([changes, length, locations, descriptors, list]);
  stream.writeUInt32LE(table.length - list.length, 0xfa);
  stream.writeUInt32LE(list.length, 0xfe);
  stream.writeUInt32LE(0, 0x1a2);
  stream.writeUInt32LE(table.length - list.length, 0x1a6);
  return madeCompound({ WordDocument: stream, '1Table': table });
}

/** A page of runs of characters: where they begin, and half the offset of their property changes. */
function writeFormats(stream: Buffer, runs: readonly { at: number; changes: readonly number[] }[], end: number): void {
  const page = stream.subarray(FORMATS_AT, FORMATS_AT + SECTOR);
  let changesAt = SECTOR - 2;
  for (const [i, { at, changes }] of runs.entries()) {
    page.writeUInt32LE(at, i * 4);
    if (changes.length === 0) continue;
    changesAt -= (changes.length + 2) & ~1;
    page[changesAt] = changes.length;
    page.set(changes, changesAt + 1);
    page[(runs.length + 1) * 4 + i] = changesAt / 2;
  }
  page.writeUInt32LE(end, runs.length * 4);
  page[SECTOR - 1] = runs.length;
}
