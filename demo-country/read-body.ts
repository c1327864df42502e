/** What was sent to a simulated service, as text; nothing of it where it is longer than the service reads. */
import type { IncomingMessage } from 'node:http';

export async function readBody(request: IncomingMessage, sizeBytesMax: number): Promise<string> {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    sizeBytes += chunk.length;
    if (sizeBytes <= sizeBytesMax) chunks.push(chunk);
  }
  return sizeBytes <= sizeBytesMax ? Buffer.concat(chunks).toString() : '';
}
