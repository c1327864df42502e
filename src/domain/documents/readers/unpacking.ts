/** The files of an archive on disk, under names of ours: what the archive calls them is only told. */
import { createHash, type Hash } from 'node:crypto';
import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Piece } from './pieces.ts';
import type { TextState } from './reading.ts';

export interface Unpacked {
  name: string;
  /** Null when it was not unpacked; `refused` says why. */
  file: { path: string; sizeBytes: number; sha256: string } | null;
  refused: TextState | null;
}

/** Counts what really comes: `bytesMax` holds even when the process was led to lie. */
export class Unpacking {
  readonly entries: Unpacked[] = [];
  bytes = 0;
  private readonly folder: string;
  private readonly bytesMax: number;
  private open: { name: string; path: string; file: number; hash: Hash; sizeBytes: number } | null = null;

  constructor(folder: string, bytesMax: number) {
    this.folder = folder;
    this.bytesMax = bytesMax;
  }

  /** Whether the piece was about a file of an archive. */
  take(piece: Piece): boolean {
    if ('entry' in piece) {
      this.endEntry(null);
      if (piece.refused) this.entries.push({ name: piece.entry, file: null, refused: piece.refused });
      else this.begin(piece.entry);
      return true;
    }
    if ('bytes' in piece) this.write(Buffer.from(piece.bytes, 'base64'));
    else if ('broken' in piece) this.endEntry(piece.broken);
    else return false;
    return true;
  }

  /** `refused`: the last one did not come to its end. */
  end(refused: TextState | null): void {
    this.endEntry(refused);
  }

  private begin(name: string): void {
    const path = join(this.folder, String(this.entries.length));
    this.open = { name, path, file: openSync(path, 'wx', 0o600), hash: createHash('sha256'), sizeBytes: 0 };
  }

  private write(bytes: Buffer): void {
    this.bytes += bytes.length;
    if (this.bytes > this.bytesMax) this.endEntry('tooLarge');
    if (!this.open) return;
    writeSync(this.open.file, bytes);
    this.open.hash.update(bytes);
    this.open.sizeBytes += bytes.length;
  }

  private endEntry(refused: TextState | null): void {
    if (!this.open) return;
    const { name, path, file, hash, sizeBytes } = this.open;
    closeSync(file);
    this.open = null;
    const given = refused ? null : { path, sizeBytes, sha256: hash.digest('hex') };
    this.entries.push({ name, file: given, refused });
  }
}
