/** Takes the archive of a notice apart, in the sandbox: it is a file of strangers as all others are. */
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { BOUNDS } from '#domain/documents/readers/bounds.ts';
import type { ReadingSandbox } from '#domain/documents/readers/file-reader.ts';
import { READER_PACKAGES } from '#domain/documents/readers/reader-files.ts';
import { Unpacking } from '#domain/documents/readers/unpacking.ts';
import { createSandbox } from '#lib/sandbox/sandbox.ts';
import { type Caps, Unread } from '#lib/sandbox/sandbox-terms.ts';
import type { CollectNeeds, UnpackedFile } from './needs.ts';

const CAPS: Caps = {
  inputBytes: 1_000_000_000,
  memoryBytes: 600_000_000,
  heapBytes: 200_000_000,
  cpuSeconds: 120,
  waitMs: 180_000,
  pieceBytes: 16_000_000,
  outputBytes: 2_800_000_000,
};
/** Unpacked, of one archive. */
const BYTES_MAX = 2_000_000_000;

export interface Unpacker {
  unpack: CollectNeeds['unpack'];
  close(): void;
}

/** `sandbox`: where archives are read; left out, in the sandbox. */
export function createUnpacker(
  sandbox: ReadingSandbox = createSandbox({
    reader: 'domain/documents/readers/read',
    reads: READER_PACKAGES,
    caps: CAPS,
    atOnce: 1,
  }),
): Unpacker {
  return {
    async unpack(path, folder, signal): Promise<UnpackedFile[]> {
      const unpacking = new Unpacking(await mkdtemp(join(folder, 'unpacked-')), BYTES_MAX);
      const argument = JSON.stringify({ ...BOUNDS, bytes: BYTES_MAX });
      try {
        for await (const piece of sandbox.pieces({ path }, { argument, signal })) unpacking.take(piece);
        unpacking.end(null);
      } catch (error) {
        if (!(error instanceof Unread)) throw error;
        // What came whole before it counts.
        unpacking.end('damaged');
      }
      return unpacking.entries.flatMap(({ name, file }) => (file ? { name, ...file } : []));
    },
    close: sandbox.close,
  };
}
