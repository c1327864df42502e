/** Archives of 7-Zip, made by its own program, and of RAR, made byte by byte. */
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { crc32 } from 'node:zlib';
import type { SevenZipModuleFactory } from '7z-wasm';

export const made7z = async (contents: Record<string, string>, ...options: string[]): Promise<Buffer> =>
  (await made7zFiles(contents, ...options))[0] ?? assert.fail('no archive');

/** The parts of an archive in order. */
export async function made7zFiles(contents: Record<string, string>, ...options: string[]): Promise<Buffer[]> {
  const start: SevenZipModuleFactory = createRequire(import.meta.url)('7z-wasm');
  const archiver = await start({ print: () => {}, printErr: () => {} });
  archiver.FS.mkdir('/in');
  for (const [name, text] of Object.entries(contents)) archiver.FS.writeFile(`/in/${name}`, text);
  archiver.FS.mkdir('/out');
  archiver.callMain(['a', '-t7z', ...options, '/out/made.7z', '/in/*']);
  const names = archiver.FS.readdir('/out').filter((name) => !name.startsWith('.'));
  return names.toSorted().map((name) => Buffer.from(archiver.FS.readFile(`/out/${name}`, { encoding: 'binary' })));
}

/**
 * RAR 5 without compression, by its published format: a checksum, a length, then fields. `archiveFlags`: 1 for a volume, 3 for a later one.
 * `link`: the name of a hard link to the first file.
 */
export function madeRar(contents: readonly [name: string, text: string][], archiveFlags = 0, link?: string): Buffer {
  const vint = (value: number): number[] => (value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...vint(value >>> 7)]);
  const header = (fields: number[]): Buffer => {
    const sized = Buffer.from([...vint(fields.length), ...fields]);
    const sum = Buffer.alloc(4);
    sum.writeUInt32LE(crc32(sized));
    return Buffer.concat([sum, sized]);
  };
  const parts = contents.flatMap(([name, text]) => {
    const [named, content] = [Buffer.from(name), Buffer.from(text)];
    const sum = Buffer.alloc(4);
    sum.writeUInt32LE(crc32(content));
    // A file header with a data area; its flags announce a checksum.
    const fields = [
      2,
      2,
      ...vint(content.length),
      4,
      ...vint(content.length),
      0x20,
      ...sum,
      0,
      1,
      ...vint(named.length),
      ...named,
    ];
    return [header(fields), content];
  });
  const target = Buffer.from(contents[0]?.[0] ?? '');
  const redirection = [5, 4, 0, ...vint(target.length), ...target];
  const linkName = Buffer.from(link ?? '');
  const extra = [...vint(redirection.length), ...redirection];
  const links = link
    ? [header([2, 1, ...vint(extra.length), 0, 0, 0x20, 0, 1, ...vint(linkName.length), ...linkName, ...extra])]
    : [];
  const volume = archiveFlags === 3 ? [1] : [];
  return Buffer.concat([
    Buffer.from('526172211a070100', 'hex'),
    header([1, 0, archiveFlags, ...volume]),
    ...parts,
    ...links,
    header([5, 0, 0]),
  ]);
}
