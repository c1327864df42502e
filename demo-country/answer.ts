/** What a simulated interface answers before faults and sockets come into it. */

export interface Answer {
  status: number;
  headers: Record<string, string | string[]>;
  body: Buffer | PublishedFile;
  /** All bytes are promised, so many are sent; then the connection ends. */
  cutAt?: number;
}

/** A file too large to hold: streamed from the disk. */
interface PublishedFile {
  path: string;
  sizeBytes: number;
}

export const json = (value: unknown, status = 200): Answer => ({
  status,
  headers: { 'content-type': 'application/json;charset=UTF-8' },
  body: Buffer.from(JSON.stringify(value)),
});

export const plain = (text: string, status = 200): Answer => ({
  status,
  headers: { 'content-type': 'text/plain;charset=UTF-8' },
  body: Buffer.from(text),
});

export const html = (text: string, status = 200): Answer => ({
  status,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body: Buffer.from(text),
});
