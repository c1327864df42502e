/**
 * Sandbox entry point: unwraps an untrusted file, verifies its signatures, and reads the text of its content. One process does both,
 * because starting one takes longer than either. The unwrapping result is sent before any text reader is loaded, so no text can affect it.
 */

import type { Bounds, ReaderMessage } from '#domain/documents/readers/reading.ts';
import type { Reader } from '#lib/sandbox/sandbox-protocol.ts';
import { loadTrust } from '#lib/signatures/trust-store.ts';
import { unwrapContainer } from '#lib/signatures/unwrap.ts';
import type { UnwrapResult } from '#lib/signatures/verdict.ts';

export interface Opening {
  /** Temporary folder of this process. */
  into: string;
  /** The file that this one may be the detached signature of. */
  signed: string | null;
  trust: string;
  /** ISO instant. */
  now: string;
  /** Null: the text is not requested. */
  bounds: Bounds | null;
}

export type OpenedMessage = { unsealed: UnwrapResult } | ReaderMessage;

/** `argument`: an `Opening` as JSON. */
export const read: Reader<{ path: string }, OpenedMessage> = async function* ({ path }, argument) {
  const { into, signed, trust, now, bounds } = JSON.parse(argument) as Opening;
  const unsealed = unwrapContainer({
    path,
    into,
    trust: loadTrust(trust),
    now: new Date(now),
    ...(signed !== null && { signed }),
  });
  yield { unsealed };
  const inside = unsealed.content?.path ?? null;
  if (bounds === null || inside === null || inside === signed) return;
  const { read: readText } = await import('#domain/documents/readers/read.ts');
  yield* readText({ path: inside }, JSON.stringify(bounds));
};
