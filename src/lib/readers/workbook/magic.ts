/** Detects formats by first bytes: file names are unreliable. */
import { open } from 'node:fs/promises';
import { COMPOUND_MAGIC } from './compound-file.ts';

const ZIP_MAGIC = Buffer.from('PK\x03\x04');

export const isCompound = async (path: string): Promise<boolean> =>
  (await firstBytes(path, COMPOUND_MAGIC.length)).equals(COMPOUND_MAGIC);

export const isArchive = async (path: string): Promise<boolean> =>
  (await firstBytes(path, ZIP_MAGIC.length)).equals(ZIP_MAGIC);

async function firstBytes(path: string, bytes: number): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
