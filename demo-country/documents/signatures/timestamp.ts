/** Tokens of the invented country's clock (RFC 3161): that these bytes were there at that moment. */
import { timestampChain } from './authority.ts';
import { generalizedTime, integer, octets, oid, sequence } from './der.ts';
import { numberOf } from './keys.ts';
import { sealed } from './message.ts';
import { SHA256, sha256 } from './signing.ts';

const TIMESTAMP_INFO = '1.2.840.113549.1.9.16.1.4';
/** Of nobody: under the arc of examples. */
const POLICY = '2.999.13.1';

export function timestampOf(bytes: Buffer, at: number): Buffer {
  const digest = sha256(bytes);
  const info = sequence(
    integer(1),
    oid(POLICY),
    sequence(SHA256, octets(digest)),
    integer(numberOf(digest.subarray(0, 8))),
    generalizedTime(at),
  );
  return sealed({
    content: info,
    form: 'attached',
    type: TIMESTAMP_INFO,
    signatures: [{ chain: timestampChain(), at }],
  });
}
