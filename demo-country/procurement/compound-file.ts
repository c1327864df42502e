/** The container of old Office files (OLE2): sectors of 512 bytes, chained by a table, with one stream in it. */

const SECTOR = 512;
const FREE = 0xffffffff;
const END = 0xfffffffe;
const FAT_SECTOR = 0xfffffffd;
const DIFAT_SECTOR = 0xfffffffc;
/** Entries of a sector; how many places of FAT sectors the header holds, and each further sector of them. */
const PER_SECTOR = SECTOR / 4;
const IN_HEADER = 109;
const PER_DIFAT = PER_SECTOR - 1;
/** A smaller stream would lie in another kind of sectors. */
const STREAM_MIN = 4_096;
const DIRECTORY_ENTRY = 128;

/** The stream first, then the directory, the table and, for large files, where the table lies. */
export function compoundFile(name: string, content: Buffer): Buffer {
  const size = Math.max(content.length, STREAM_MIN);
  const streamSectors = Math.ceil(size / SECTOR);
  const directory = streamSectors;
  let fatSectors = 1;
  let difatSectors = 0;
  for (;;) {
    const all = streamSectors + 1 + fatSectors + difatSectors;
    const fat = Math.ceil(all / PER_SECTOR);
    const difat = Math.ceil(Math.max(0, fat - IN_HEADER) / PER_DIFAT);
    if (fat === fatSectors && difat === difatSectors) break;
    fatSectors = fat;
    difatSectors = difat;
  }
  const firstFat = directory + 1;
  const firstDifat = firstFat + fatSectors;
  const file = Buffer.alloc(SECTOR * (1 + firstDifat + difatSectors));
  content.copy(file, SECTOR);
  writeHeader(file, { directory, firstFat, fatSectors, firstDifat, difatSectors });
  writeDirectory(file.subarray(SECTOR * (1 + directory)), name, size);

  const fat = new Uint32Array(fatSectors * PER_SECTOR).fill(FREE);
  for (let i = 0; i < streamSectors; i++) fat[i] = i + 1 < streamSectors ? i + 1 : END;
  fat[directory] = END;
  fat.fill(FAT_SECTOR, firstFat, firstDifat);
  fat.fill(DIFAT_SECTOR, firstDifat, firstDifat + difatSectors);
  Buffer.from(fat.buffer).copy(file, SECTOR * (1 + firstFat));
  for (let n = 0; n < difatSectors; n++) {
    const at = SECTOR * (1 + firstDifat + n);
    file.fill(0xff, at, at + SECTOR);
    for (let i = 0; i < PER_DIFAT && IN_HEADER + n * PER_DIFAT + i < fatSectors; i++)
      file.writeUInt32LE(firstFat + IN_HEADER + n * PER_DIFAT + i, at + i * 4);
    file.writeUInt32LE(n + 1 < difatSectors ? firstDifat + n + 1 : END, at + PER_DIFAT * 4);
  }
  return file;
}

interface Layout {
  directory: number;
  firstFat: number;
  fatSectors: number;
  firstDifat: number;
  difatSectors: number;
}

function writeHeader(file: Buffer, layout: Layout): void {
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(file);
  file.writeUInt16LE(0x003e, 24);
  file.writeUInt16LE(3, 26);
  file.writeUInt16LE(0xfffe, 28);
  file.writeUInt16LE(9, 30);
  file.writeUInt16LE(6, 32);
  file.writeUInt32LE(layout.fatSectors, 44);
  file.writeUInt32LE(layout.directory, 48);
  file.writeUInt32LE(STREAM_MIN, 56);
  file.writeUInt32LE(END, 60);
  file.writeUInt32LE(layout.difatSectors > 0 ? layout.firstDifat : END, 68);
  file.writeUInt32LE(layout.difatSectors, 72);
  for (let i = 0; i < IN_HEADER; i++)
    file.writeUInt32LE(i < layout.fatSectors ? layout.firstFat + i : FREE, 76 + i * 4);
}

function writeDirectory(sector: Buffer, name: string, size: number): void {
  writeEntry(sector, { name: 'Root Entry', type: 5, child: 1, start: END, size: 0 });
  writeEntry(sector.subarray(DIRECTORY_ENTRY), { name, type: 2, child: FREE, start: 0, size });
  for (let n = 2; n < SECTOR / DIRECTORY_ENTRY; n++)
    writeEntry(sector.subarray(n * DIRECTORY_ENTRY), { name: '', type: 0, child: FREE, start: 0, size: 0 });
}

interface Entry {
  name: string;
  type: 0 | 2 | 5;
  child: number;
  start: number;
  size: number;
}

function writeEntry(at: Buffer, { name, type, child, start, size }: Entry): void {
  at.write(name, 0, 'utf16le');
  at.writeUInt16LE(name === '' ? 0 : (name.length + 1) * 2, 64);
  at.writeUInt8(type, 66);
  at.writeUInt8(1, 67);
  at.writeUInt32LE(FREE, 68);
  at.writeUInt32LE(FREE, 72);
  at.writeUInt32LE(child, 76);
  at.writeUInt32LE(start, 116);
  at.writeUInt32LE(size, 120);
}
