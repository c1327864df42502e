/** What a request must be before anybody looks at what it asks for: where two readers could read two things, it is refused. */
import type { IncomingMessage } from 'node:http';
import { ApiError } from '#api/api-error.ts';
import { wrongIs } from '#api/sentences.ts';
import type { Sentence } from '#lib/i18n/sentence.ts';
import type { Request } from './request.ts';
import { said, wrongIs as wrongOnWire } from './sentences.ts';
import { assertReadable } from './unparsable-request.ts';

/** Whoever sent it may mean something else by the rest of the connection than we do. */
const LAST = { connection: 'close' };

/** A name or an address and a port (RFC 3986); what else stands there, somebody behind us might read as a path, a user or a header. */
const HOST = /^(?:\[[0-9a-z:.%_~-]*\]|[0-9a-z._~%!$&'()*+,;=-]*)(?::[0-9]*)?$/i;

export function assertWellFormed({ raw, path }: Request): void {
  assertReadable(raw.url);
  if (!path.startsWith('/')) throw new ApiError('INVALID_PARAMETER', said.noSlash());
  // HTTP/1.0 knows no Host.
  if (!assertOnce(raw) && raw.httpVersionMinor > 0) throw wrongHeader('host', said.noHost(), wrongIs.missing());
  if (!HOST.test(raw.headers.host ?? '')) throw wrongHeader('host', said.noHostName(), wrongOnWire.noHostName());
  const transfer = raw.headers['transfer-encoding'];
  if (transfer !== undefined && transfer.trim().toLowerCase() !== 'chunked')
    throw wrongHeader('transfer-encoding', said.otherTransfer(), wrongOnWire.notChunked());
}

/** Who is asked, who asks and who pays: of each, one. Node keeps the first, or joins them, and a proxy before us may keep the last. */
const ONCE = ['host', 'x-api-key', 'x-payment', 'authorization', 'payment-signature'];
/** Most headers are ruled out by their length, and nothing is allocated for them. */
const ONCE_LENGTHS = new Set(ONCE.map(({ length }) => length));

/** In the list as it came. Whether there is a Host. */
function assertOnce({ rawHeaders }: IncomingMessage): boolean {
  let seen = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const sent = rawHeaders[i] as string;
    if (!ONCE_LENGTHS.has(sent.length)) continue;
    const name = sent.toLowerCase();
    const number = ONCE.indexOf(name);
    if (number < 0) continue;
    if (seen & (1 << number)) throw wrongHeader(name, said.twice({ name: sent }), wrongOnWire.twice());
    seen |= 1 << number;
  }
  return (seen & (1 << ONCE.indexOf('host'))) !== 0;
}

const wrongHeader = (name: string, sentence: Sentence, problem: Sentence): ApiError =>
  new ApiError('INVALID_PARAMETER', sentence, { details: [{ in: 'header', name, problem }], headers: LAST });
