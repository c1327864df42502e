/** The file system inside an XLS file (OLE2 compound file): finds one stream and reads it. */
import type { FileHandle } from 'node:fs/promises';
import { BrokenWorkbook } from './worksheet.ts';

export const COMPOUND_MAGIC = Buffer.from('d0cf11e0a1b11ae1', 'hex');

const HEADER_BYTES = 512;
/** Higher sector numbers are marks: free, end of chain, sectors of the tables. */
const SECTOR_MAX = 0xfffffffa;
const ENTRY_BYTES = 128;
/** Offsets of the first sector and the size of a stream in its entry of the folder. */
const START = 116;
const SIZE = 120;
const SMALL_BYTES = 64;
/** Sectors of the allocation table that the header lists. */
const HEADER_TABLE_SECTORS = 109;
/** Sectors per read. */
const CHUNK_SECTORS = 256;

/** The stream of the first existing name, in chunks. */
export async function* compoundStream(file: FileHandle, names: readonly string[]): AsyncGenerator<Buffer> {
  const header = await readAt(file, 0, HEADER_BYTES);
  if (header.length < HEADER_BYTES || !header.subarray(0, 8).equals(COMPOUND_MAGIC)) {
    throw new BrokenWorkbook('no compound file');
  }
  const sectorBytes = 1 << header.readUInt16LE(30);
  if (sectorBytes !== 512 && sectorBytes !== 4096) throw new BrokenWorkbook(`sectors of ${sectorBytes} bytes`);
  const sectors = Math.ceil(((await file.stat()).size - HEADER_BYTES) / sectorBytes);
  const readSector = (sector: number): Promise<Buffer> => readAt(file, (sector + 1) * sectorBytes, sectorBytes);

  const next = await allocationTable(header, sectors, sectorBytes, readSector);
  const chain = (start: number): number[] => {
    const chained: number[] = [];
    for (let sector = start; sector < SECTOR_MAX; sector = next[sector] ?? SECTOR_MAX) {
      // Also ends circular chains.
      if (sector >= sectors || chained.length > sectors)
        throw new BrokenWorkbook('a compound file with a broken chain');
      chained.push(sector);
    }
    return chained;
  };

  const folder = Buffer.concat(await Promise.all(chain(header.readUInt32LE(48)).map(readSector)));
  const { start, bytes } = findStream(folder, names);
  if (bytes < header.readUInt32LE(56)) {
    const small = Buffer.concat(await Promise.all(chain(folder.readUInt32LE(START)).map(readSector)));
    const smallNext = Buffer.concat(await Promise.all(chain(header.readUInt32LE(60)).map(readSector)));
    yield smallStream(small, smallNext, start, bytes);
    return;
  }

  let remaining = bytes;
  const chained = chain(start);
  for (let i = 0; i < chained.length && remaining > 0; ) {
    let run = 1;
    while (run < CHUNK_SECTORS && chained[i + run] === (chained[i] ?? 0) + run) run++;
    const chunk = await readAt(file, ((chained[i] ?? 0) + 1) * sectorBytes, Math.min(run * sectorBytes, remaining));
    if (chunk.length === 0) break;
    yield chunk;
    remaining -= chunk.length;
    i += run;
  }
  if (remaining > 0) throw new BrokenWorkbook('a compound file that breaks off');
}

/** Streams under 4 KB are chunks of 64 bytes inside the stream of the folder's first entry, with a separate table. */
function smallStream(small: Buffer, next: Buffer, start: number, bytes: number): Buffer {
  const chunks: Buffer[] = [];
  for (let chunk = start; chunk < SECTOR_MAX && chunks.length * SMALL_BYTES < bytes; ) {
    if (chunk * 4 + 4 > next.length) throw new BrokenWorkbook('a compound file with a broken chain');
    chunks.push(small.subarray(chunk * SMALL_BYTES, (chunk + 1) * SMALL_BYTES));
    chunk = next.readUInt32LE(chunk * 4);
  }
  return Buffer.concat(chunks).subarray(0, bytes);
}

/** The next sector of each sector. The header lists the sectors of the table, then a chain of lists does. */
async function allocationTable(
  header: Buffer,
  sectors: number,
  sectorBytes: number,
  readSector: (sector: number) => Promise<Buffer>,
): Promise<Uint32Array> {
  const next = new Uint32Array(sectors + sectorBytes / 4).fill(SECTOR_MAX);
  const numbersOf = (bytes: Buffer): number[] =>
    Array.from({ length: Math.floor(bytes.length / 4) }, (_, i) => bytes.readUInt32LE(i * 4));
  const tableSectors = numbersOf(header.subarray(76, 76 + HEADER_TABLE_SECTORS * 4));
  let list = header.readUInt32LE(68);
  for (let read = 0; list < SECTOR_MAX; read++) {
    if (list >= sectors || read > sectors) throw new BrokenWorkbook('a compound file with a broken list');
    const numbers = numbersOf(await readSector(list));
    list = numbers.pop() ?? SECTOR_MAX;
    tableSectors.push(...numbers);
  }
  let at = 0;
  for (const sector of tableSectors) {
    if (sector >= sectors || at >= sectors) continue;
    for (const number of numbersOf(await readSector(sector))) next[at++] = number;
  }
  return next;
}

function findStream(folder: Buffer, names: readonly string[]): { start: number; bytes: number } {
  for (const name of names) {
    for (let at = 0; at + ENTRY_BYTES <= folder.length; at += ENTRY_BYTES) {
      const nameBytes = folder.readUInt16LE(at + 64);
      if (nameBytes < 2 || nameBytes > 64) continue;
      if (folder.toString('utf16le', at, at + nameBytes - 2) !== name) continue;
      return { start: folder.readUInt32LE(at + START), bytes: folder.readUInt32LE(at + SIZE) };
    }
  }
  throw new BrokenWorkbook('a compound file without a workbook (of Excel 97 or later)');
}

async function readAt(file: FileHandle, position: number, bytes: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(bytes), 0, bytes, position);
  return buffer.subarray(0, bytesRead);
}
