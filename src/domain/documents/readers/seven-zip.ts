/**
 * Unpacks 7z and RAR archives with 7-Zip in WebAssembly, on an in-memory file system. 7-Zip must unpack the whole archive, so the declared
 * sizes are checked against the bounds first; the memory of the process limits archives that lie.
 */
import { constants, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { crc32 } from 'node:zlib';
import type { SevenZipModule, SevenZipModuleFactory } from '7z-wasm';
import { type Bounds, bytesOf, type ReaderMessage, Refused } from './reading.ts';
import { displayName, inChunks, isUnsafeName } from './zip.ts';

/** Everything is in memory at once. */
const BYTES_MAX = 300_000_000;
const [ARCHIVE, OUT] = ['/archive', '/out'];
/** An entry takes some ten lines. */
const LINES_PER_ENTRY = 30;
/** A packing method that 7-Zip lacks. */
const UNSUPPORTED = /^ERROR: Unsupported Method : (.*)$/;
/** The sixth byte is the version. */
const TYPES = { '7z': () => '7z', rar: (bytes: Buffer) => (bytes[6] === 1 ? 'rar5' : 'rar') };

interface ArchiveEntry {
  name: string;
  isFolder: boolean;
  isEncrypted: boolean;
  isLink: boolean;
  declaredBytes: number;
}

export async function* sevenZipEntries(
  path: string,
  kind: '7z' | 'rar',
  bounds: Bounds,
): AsyncGenerator<ReaderMessage> {
  const bytes = readFileSync(path);
  if (isPart(bytes, kind)) throw new Refused('splitArchive', 'one part of an archive');
  const type = `-t${TYPES[kind](bytes)}`;
  const lines: string[] = [];
  const print = (line: string): void => {
    if (lines.length <= (bounds.entries + 1) * LINES_PER_ENTRY) lines.push(line);
  };
  // 7-Zip reads the flags of the system by `process.binding`, which fails without permissions.
  Reflect.set(process, 'binding', () => ({ fs: constants }));
  const archiver = await (require('7z-wasm') as SevenZipModuleFactory)({
    wasmBinary: readFileSync(require.resolve('7z-wasm/7zz.wasm')).buffer as ArrayBuffer,
    print,
    printErr: print,
    // Answers a prompt for a password with the end of input.
    stdin: () => null as unknown as number,
  });
  archiver.FS.writeFile(ARCHIVE, bytes);

  const listed = await list(archiver, type, lines);
  const files = listed.filter(({ isFolder }) => !isFolder);
  if (files.length > bounds.entries) throw new Refused('tooLarge', `more than ${bounds.entries} files`);
  const most = Math.min(BYTES_MAX, bytesOf(bytes.length, bounds));
  if (files.reduce((sum, { declaredBytes }) => sum + declaredBytes, 0) > most)
    throw new Refused('tooLarge', `files of more than ${most} bytes`);
  if (files.length > 0 && files.every(({ isEncrypted }) => isEncrypted))
    throw new Refused('encrypted', 'an archive with a password');

  run(archiver, ['x', type, '-y', '-aos', '-pnone', `-o${OUT}`, ARCHIVE]);
  const unsupported = new Set(lines.splice(0).flatMap((line) => UNSUPPORTED.exec(line)?.[1] ?? []));
  archiver.FS.unlink(ARCHIVE);
  for (const { name, isEncrypted, isLink, declaredBytes } of files) {
    const refused = isUnsafeName(name) ? 'unsafeName' : isEncrypted ? 'encrypted' : isLink ? 'unsupported' : null;
    const content = refused ? null : contentOf(archiver, name);
    // 7-Zip leaves partial files of a broken archive.
    const isWhole = content !== null && content.length === declaredBytes;
    const broken = unsupported.has(name) ? 'unsupported' : 'damaged';
    yield { entry: displayName(name), refused: refused ?? (isWhole ? null : broken) };
    if (isWhole) yield* inChunks(content);
  }
}

/** Bytes of the start header of a 7z archive, which says where its list of files is. */
const START_HEADER_BYTES = 32;

/** Whether the archive says that it continues in other files. */
function isPart(bytes: Buffer, kind: '7z' | 'rar'): boolean {
  if (kind === 'rar') return isRarVolume(bytes);
  if (bytes.length < START_HEADER_BYTES) return false;
  const listEnd = BigInt(START_HEADER_BYTES) + bytes.readBigUInt64LE(12) + bytes.readBigUInt64LE(20);
  return listEnd > BigInt(bytes.length) && crc32(bytes.subarray(12, START_HEADER_BYTES)) === bytes.readUInt32LE(8);
}

/** RAR 5: the archive flags of the main header, after sizes of variable length. Older: the flags of the block after the mark. */
function isRarVolume(bytes: Buffer): boolean {
  if (bytes[6] !== 1) return bytes[9] === 0x73 && ((bytes[10] ?? 0) & 1) === 1;
  let at = 12;
  const number = (): number => {
    let value = 0;
    for (let shift = 0; shift < 28; shift += 7) {
      const byte = bytes[at++] ?? 0;
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) break;
    }
    return value;
  };
  const [, type = 0, flags = 0] = [number(), number(), number()];
  if (type !== 1) return false;
  if ((flags & 1) === 1) number();
  return (number() & 1) === 1;
}

/** Parses the listing: lines of `Field = value`, an empty line between files. */
async function list(archiver: SevenZipModule, type: string, lines: string[]): Promise<ArchiveEntry[]> {
  const code = run(archiver, ['l', '-slt', type, ARCHIVE]);
  const output = lines.splice(0);
  if (output.some((line) => line.includes('Enter password'))) throw new Refused('encrypted', 'a list with a password');
  if (code !== 0) throw new Refused('damaged', 'an archive whose list cannot be read');
  const start = output.indexOf('----------');
  const entries: ArchiveEntry[] = [];
  let fields = new Map<string, string>();
  for (const line of start < 0 ? [] : [...output.slice(start + 1), '']) {
    const at = line.indexOf(' = ');
    if (at > 0) fields.set(line.slice(0, at), line.slice(at + 3));
    else if (line.trim() === '' && fields.has('Path')) {
      entries.push(entryOf(fields));
      fields = new Map();
    }
  }
  return entries;
}

const entryOf = (fields: ReadonlyMap<string, string>): ArchiveEntry => ({
  name: (fields.get('Path') ?? '').replaceAll('\\', '/'),
  isFolder: fields.get('Folder') === '+' || /^D/.test(fields.get('Attributes') ?? ''),
  isEncrypted: fields.get('Encrypted') === '+',
  isLink:
    ['Symbolic Link', 'Hard Link'].some((field) => (fields.get(field) ?? '') !== '') ||
    / l[rwx-]{9}/.test(fields.get('Attributes') ?? ''),
  declaredBytes: Number(fields.get('Size') || 0),
});

function contentOf(archiver: SevenZipModule, name: string): Uint8Array | null {
  try {
    return archiver.FS.readFile(`${OUT}/${name}`, { encoding: 'binary' });
  } catch {
    return null;
  }
}

/** Null when it threw: its exceptions are numbers without meaning. */
function run(archiver: SevenZipModule, words: string[]): number | null {
  try {
    // The declared result is void; the call returns the exit code.
    return archiver.callMain(words) as unknown as number;
  } catch (error) {
    if (error instanceof RangeError || (error instanceof Error && error.name === 'RuntimeError'))
      throw new RangeError('memory gave out', { cause: error });
    return null;
  }
}

const require = createRequire(import.meta.url);
