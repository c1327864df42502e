/** Signed messages: CMS signed data (RFC 5652) with the attributes of CAdES. */
import { type Chain, timestampChain } from './authority.ts';
import { generalizedTime, indefinite, integer, octets, oid, sequence, set, tagged, time, tlv } from './der.ts';
import { messageAlgorithmOf, numberOf, type Padding, SHA256, sha256, signBytes } from './keys.ts';

export interface Signature {
  chain: Chain;
  /** Signing time; null in PDF signatures, whose dictionary has it. */
  at: number | null;
  padding?: Padding;
  /** Returns a timestamp token over the signature's value. */
  timestamp?: (signature: Buffer) => Buffer;
}

/** `fragmented`: the content in chunks of 64 KB with lengths, as the portal's users upload it. */
export type Form = 'attached' | 'fragmented' | 'indefinite' | 'detached';

interface Message {
  content: Buffer;
  form: Form;
  signatures: readonly Signature[];
  /** Embedded instead of the signed content. */
  replacement?: Buffer;
  /** Embedded revocation lists. */
  revocations?: readonly Buffer[];
  /** Content type. Default: data. */
  type?: string;
}

const DATA = '1.2.840.113549.1.7.1';
const SIGNED_DATA = '1.2.840.113549.1.7.2';
const FRAGMENT_BYTES = 65_536;
/** Chunk size of streaming tools. */
const STREAM_BYTES = 4_096;

export function signedMessage({
  content,
  form,
  signatures,
  replacement,
  revocations = [],
  type = DATA,
}: Message): Buffer {
  const isIndefinite = form === 'indefinite';
  const around = isIndefinite ? indefinite : tlv;
  const inside = form === 'detached' ? [] : [around(0xa0, contentOf(replacement ?? content, form))];
  const certificates = new Map(signatures.flatMap(({ chain }) => chain).map((one) => [one.serial, one.der]));
  const body = around(
    0x30,
    integer(type === DATA ? 1 : 3),
    set(SHA256),
    around(0x30, oid(type), ...inside),
    tlv(0xa0, ...certificates.values()),
    ...(revocations.length > 0 ? [tlv(0xa1, ...revocations)] : []),
    set(...signatures.map((signature) => signerOf(signature, content, type))),
  );
  return around(0x30, oid(SIGNED_DATA), around(0xa0, body));
}

function contentOf(content: Buffer, form: Form): Buffer {
  if (form === 'attached') return octets(content);
  const size = form === 'fragmented' ? FRAGMENT_BYTES : STREAM_BYTES;
  const chunks = Array.from({ length: Math.ceil(content.length / size) }, (_, i) =>
    octets(content.subarray(i * size, (i + 1) * size)),
  );
  return form === 'fragmented' ? tlv(0x24, ...chunks) : indefinite(0x24, ...chunks);
}

function signerOf({ chain, at, padding = 'plain', timestamp }: Signature, content: Buffer, type: string): Buffer {
  const [certificate] = chain;
  const attributes = [
    attribute('1.2.840.113549.1.9.3', oid(type)),
    attribute('1.2.840.113549.1.9.4', octets(sha256(content))),
    ...(at === null ? [] : [attribute('1.2.840.113549.1.9.5', time(at))]),
    // Signs the certificate's digest, so that it cannot be replaced.
    attribute('1.2.840.113549.1.9.16.2.47', sequence(sequence(sequence(octets(sha256(certificate.der)))))),
  ];
  const value = signBytes(set(...attributes), certificate.key, padding);
  return sequence(
    integer(1),
    sequence(certificate.issuer, integer(certificate.serial)),
    SHA256,
    tagged(0, ...attributes.toSorted(Buffer.compare)),
    messageAlgorithmOf(certificate.key, padding),
    octets(value),
    ...(timestamp ? [tagged(1, attribute('1.2.840.113549.1.9.16.2.14', timestamp(value)))] : []),
  );
}

const attribute = (id: string, value: Buffer): Buffer => sequence(oid(id), set(value));

const TIMESTAMP_INFO = '1.2.840.113549.1.9.16.1.4';
/** Under the arc for examples. */
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
  return signedMessage({
    content: info,
    form: 'attached',
    type: TIMESTAMP_INFO,
    signatures: [{ chain: timestampChain(), at }],
  });
}
