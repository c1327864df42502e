/** The files of a ZIP, one after the other, in pieces. Nothing is written here: whoever takes the bytes gives them names of its own. */
import { type Bounds, bytesOf } from './bounds.ts';
import { isUnsafeName, shownName } from './entry-names.ts';
import { type Piece, Refused } from './pieces.ts';
import type { ZipEntry, ZipFile } from './zip-file.ts';

/** Of a piece; as base64 it is a third more. */
const PIECE_BYTES = 300_000;

export async function* zipEntries(zip: ZipFile, sizeBytes: number, bounds: Bounds): AsyncGenerator<Piece> {
  let left = bytesOf(sizeBytes, bounds);
  const files = zip.entries.filter(({ isFolder }) => !isFolder);
  const folders = zip.entries.length - files.length;
  for (const [i, entry] of files.slice(0, bounds.entries).entries()) {
    const refused = isUnsafeName(entry.name) ? 'unsafeName' : entry.isEncrypted ? 'encrypted' : null;
    yield { entry: shownName(entry.name), refused };
    if (refused) continue;
    try {
      for await (const bytes of zip.read(entry, left)) {
        left -= bytes.length;
        yield* inPieces(bytes);
      }
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      yield { broken: error.state };
      if (error.state !== 'tooLarge') continue;
      // The room is used up: what comes behind it has none either.
      const behind = zip.count - folders - i - 1;
      if (behind > 0) yield { skipped: behind, why: 'tooLarge' };
      return;
    }
  }
  const behind = zip.count - folders - Math.min(files.length, bounds.entries);
  if (behind > 0) yield { skipped: behind, why: 'tooMany' };
}

export function* inPieces(bytes: Uint8Array): Generator<Piece> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at < buffer.length; at += PIECE_BYTES)
    yield { bytes: buffer.toString('base64', at, Math.min(buffer.length, at + PIECE_BYTES)) };
}

/** Every file of it wants a password. */
export const isAllEncrypted = (entries: readonly ZipEntry[]): boolean => {
  const files = entries.filter(({ isFolder }) => !isFolder);
  return files.length > 0 && files.every(({ isEncrypted }) => isEncrypted);
};
