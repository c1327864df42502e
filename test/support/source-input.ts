/** Bytes as input of source readers, and everything that a reader returned. */
import type { Input } from '#data/sources/lines.ts';
import type { Batch, Skip } from '#data/sources/text-table.ts';

/** A file with this text or these bytes, split into chunks. */
export function inputOf(content: string | Uint8Array, chunkBytes = 64): Input {
  return { name: 'FILE.CSV', bytes: chunksOf(content, chunkBytes) };
}

export async function* chunksOf(content: string | Uint8Array, chunkBytes: number): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(content);
  for (let start = 0; start < bytes.length; start += chunkBytes) yield bytes.subarray(start, start + chunkBytes);
}

export async function readAll<Row>(batches: AsyncIterable<Batch<Row>>) {
  const all: { records: Row[]; lines: number[]; skips: Skip[]; bytesRead: number } = {
    records: [],
    lines: [],
    skips: [],
    bytesRead: 0,
  };
  for await (const { records, lines, skips, bytesRead } of batches) {
    all.records.push(...records);
    all.lines.push(...lines);
    all.skips.push(...skips);
    all.bytesRead = bytesRead;
  }
  return all;
}
