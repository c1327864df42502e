/** What a request must be before anybody looks at what it asks for: where two readers could read two things, it is refused. */
import type { IncomingMessage } from 'node:http';
import { Problem } from '#operations/problem.ts';
import { wrongIs } from '#operations/sentences.ts';
import type { Sentence } from '#sentences/sentence.ts';
import type { Request } from './request.ts';
import { said, wrongIs as wrongOnWire } from './sentences.ts';
import { assertReadable } from './unparsable-request.ts';

/** Whoever sent it may mean something else by the rest of the connection than we do. */
const LAST = { connection: 'close' };

export function assertWellFormed({ raw, path }: Request): void {
  assertReadable(raw.url);
  if (!path.startsWith('/')) throw new Problem('INVALID_PARAMETER', said.noSlash());
  const hosts = hostsOf(raw);
  // HTTP/1.0 knows none.
  if (hosts === 0 && raw.httpVersionMinor > 0) throw wrongHeader('host', said.noHost(), wrongIs.missing());
  if (hosts > 1) throw wrongHeader('host', said.twoHosts(), wrongOnWire.twice());
  const transfer = raw.headers['transfer-encoding'];
  if (transfer !== undefined && transfer.trim().toLowerCase() !== 'chunked')
    throw wrongHeader('transfer-encoding', said.otherTransfer(), wrongOnWire.notChunked());
}

/** In the list as it came: node keeps only the first. */
function hostsOf({ rawHeaders }: IncomingMessage): number {
  let hosts = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] as string;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++;
  }
  return hosts;
}

const wrongHeader = (name: string, sentence: Sentence, problem: Sentence): Problem =>
  new Problem('INVALID_PARAMETER', sentence, { details: [{ in: 'header', name, problem }], headers: LAST });
