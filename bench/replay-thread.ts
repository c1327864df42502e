/** The lower bound: node:http sending recorded answers of the service byte for byte. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';

export interface Recorded {
  /** Alternating names and values, without the headers that node:http adds itself. */
  headers: string[];
  body: string;
}

const answers = (JSON.parse(readFileSync(workerData as string, 'utf8')) as Recorded[]).map(({ headers, body }) => ({
  headers,
  body: Buffer.from(body),
}));
let next = 0;

const server = createServer((_request, response) => {
  const { headers, body } = answers[next++ % answers.length] as (typeof answers)[number];
  response.writeHead(200, headers);
  response.end(body);
});
server.keepAliveTimeout = 65_000;
server.listen(0, '127.0.0.1', () => parentPort?.postMessage((server.address() as AddressInfo).port));
