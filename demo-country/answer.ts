import type { IncomingMessage } from 'node:http';

/** The answer of a simulated interface, before faults apply. */

export interface Answer {
  status: number;
  headers: Record<string, string | string[]>;
  body: Buffer | PublishedFile;
  /** Sends this many bytes under the full content length, then ends the connection. */
  cutAt?: number;
}

/** A large file, streamed from disk. */
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
