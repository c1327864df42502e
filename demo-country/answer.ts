import type { IncomingMessage } from 'node:http';

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

export async function readBody(request: IncomingMessage, sizeBytesMax: number): Promise<string> {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    sizeBytes += chunk.length;
    if (sizeBytes <= sizeBytesMax) chunks.push(chunk);
  }
  return sizeBytes <= sizeBytesMax ? Buffer.concat(chunks).toString() : '';
}
