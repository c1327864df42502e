/** Bytes by offset: of a file on disk, through a small window, or of memory. */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { WINDOW_BYTES } from './bounds.ts';
import { truncated } from './broken-signature.ts';

export interface BytesAt {
  size: number;
  byte(at: number): number;
  /** At most a window; valid until the next call. */
  view(at: number, length: number): Uint8Array;
  /** A copy of any length. */
  copy(at: number, length: number): Uint8Array;
}

export interface OpenFile extends BytesAt {
  close(): void;
}

export function openFile(path: string): OpenFile {
  const file = openSync(path, 'r');
  const { size } = fstatSync(file);
  const window = new Uint8Array(WINDOW_BYTES);
  let start = 0;
  let filled = 0;
  const load = (at: number, length: number): void => {
    if (at + length > size) throw truncated();
    if (at >= start && at + length <= start + filled) return;
    start = at;
    filled = fill(file, window, at);
    if (filled < length) throw truncated();
  };
  return {
    size,
    byte(at) {
      load(at, 1);
      return window[at - start] ?? 0;
    },
    view(at, length) {
      load(at, length);
      return window.subarray(at - start, at - start + length);
    },
    copy(at, length) {
      if (at + length > size) throw truncated();
      const bytes = new Uint8Array(length);
      if (fill(file, bytes, at) < length) throw truncated();
      return bytes;
    },
    close: () => closeSync(file),
  };
}

export function bytesInMemory(bytes: Uint8Array): BytesAt {
  const view = (at: number, length: number): Uint8Array => {
    if (at + length > bytes.length) throw truncated();
    return bytes.subarray(at, at + length);
  };
  const byte = (at: number): number => {
    const value = bytes[at];
    if (value === undefined) throw truncated();
    return value;
  };
  return { size: bytes.length, byte, view, copy: view };
}

/** As many as there are. */
function fill(file: number, target: Uint8Array, at: number): number {
  let filled = 0;
  while (filled < target.length) {
    const count = readSync(file, target, filled, target.length - filled, at + filled);
    if (count === 0) break;
    filled += count;
  }
  return filled;
}
