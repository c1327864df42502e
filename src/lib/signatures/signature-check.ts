/**
 * Verifies a signature: consistency of content, attributes, certificate and algorithms. Trust is checked elsewhere. Common verifiers
 * omit several of these rules and accept forgeries.
 */
import { createVerify } from 'node:crypto';
import type { Message } from '#lib/i18n/message.ts';
import { messages } from '#locales/messages.ts';
import { areEqual, isWeak, type SignatureScheme } from './algorithms.ts';
import type { Certificate } from './certificate.ts';
import { readDer } from './der.ts';
import { octetsOf, oidOf } from './der-values.ts';
import { isSignedBy, isWeakKey, keyName } from './signature.ts';
import type { SignedContent } from './signed-data.ts';
import { ATTRIBUTE, attribute, attributesOf, essDoubts, essMatches, type SignerInfo } from './signer-info.ts';
import type { Integrity } from './verdict.ts';

export interface SignatureCheck {
  integrity: Integrity;
  /** What makes it invalid. */
  faults: Message[];
  /** The reason why it is not valid. */
  doubts: Message[];
  certificate: Certificate | null;
}

/** `content` is null where a detached signature came alone. */
export function checkSignature(
  info: SignerInfo,
  contentType: string,
  content: SignedContent | null,
  pool: readonly Certificate[],
): SignatureCheck {
  const certificate = signerIn(pool, info, content);
  const check: SignatureCheck = { integrity: 'unknown', faults: [], doubts: [], certificate };
  if (info.digest.name === null) check.doubts.push(messages.seals.algorithmUnsupported({ algorithm: info.digest.oid }));
  else if (isWeak(info.digest.name))
    check.doubts.push(messages.seals.weakDigest({ algorithm: info.digest.name.toUpperCase() }));
  if (content === null) check.doubts.push(messages.seals.contentMissing());
  const isContentRight = info.signed === null ? null : checkAttributes(check, info, contentType, content);
  const isSignatureRight = checkKey(check, info, content);
  if (info.signed === null) checkBareContent(check, content);
  if (check.faults.length > 0) check.integrity = 'altered';
  else if (isSignatureRight && (isContentRight || info.signed === null)) check.integrity = 'intact';
  return check;
}

/**
 * By issuer and number, or by the key identifier of the certificate itself. Of several the one named when signing, else
 * one whose key signed: anyone can add another of the same name and number.
 */
function signerIn(pool: readonly Certificate[], info: SignerInfo, content: SignedContent | null): Certificate | null {
  const { certificate: id } = info;
  const named = pool.filter((each) =>
    'keyId' in id ? each.extensions.keyId === id.keyId : each.serial === id.serial && each.issuerHex === id.issuerHex,
  );
  const [first = null, ...others] = named;
  if (others.length === 0) return first;
  return (
    named.find((each) => essMatches(info, each) === true) ??
    named.slice(0, NAMESAKES_MAX).find((each) => hasSigned(each, info, content)) ??
    first
  );
}

/** Each reads the content again, if the content itself was signed. */
const NAMESAKES_MAX = 5;

/** Null: no digests to compare with. */
function checkAttributes(
  check: SignatureCheck,
  { signed, digest }: SignerInfo,
  contentType: string,
  content: SignedContent | null,
): boolean | null {
  for (const oid of [ATTRIBUTE.contentType, ATTRIBUTE.messageDigest, ATTRIBUTE.signingTime]) {
    const times = signed?.get(oid) ?? [];
    if (times.length > 1 || times.some((values) => values.length !== 1))
      check.faults.push(messages.seals.attributesTwice());
  }
  const type = attribute(signed, ATTRIBUTE.contentType);
  if (type === undefined || oidOf(type) !== contentType) check.faults.push(messages.seals.contentTypeDiffers());
  const expected = attribute(signed, ATTRIBUTE.messageDigest);
  if (expected === undefined) {
    check.faults.push(messages.seals.contentAltered());
    return false;
  }
  if (content === null || digest.name === null) return null;
  const isRight = areEqual(octetsOf(expected), content.digest(digest.name));
  if (!isRight) check.faults.push(messages.seals.contentAltered());
  return isRight;
}

/** Null: no certificate, no algorithm or no content to try it with. */
function checkKey(check: SignatureCheck, info: SignerInfo, content: SignedContent | null): boolean | null {
  const { scheme, digest } = info;
  const { certificate } = check;
  if (scheme === null) check.doubts.push(messages.seals.algorithmUnsupported({ algorithm: info.schemeOid }));
  if (certificate === null) check.doubts.push(messages.seals.certificateMissing());
  if (scheme === null || certificate === null) return null;
  if (isWeakKey(certificate.key)) check.doubts.push(messages.seals.weakKey({ key: keyName(certificate.key) }));
  if (essMatches(info, certificate) === false) check.faults.push(messages.seals.certificateSwapped());
  check.doubts.push(...essDoubts(info));
  const name = scheme.digest ?? digest.name;
  if (name === null) return null;
  if (scheme.padding !== 'eddsa' && name !== digest.name) check.doubts.push(messages.seals.algorithmsDisagree());
  if (isWeak(name) && name !== digest.name)
    check.doubts.push(messages.seals.weakDigest({ algorithm: name.toUpperCase() }));
  const isRight = hasSigned(certificate, info, content);
  if (isRight === false) check.faults.push(messages.seals.signatureWrong());
  return isRight;
}

/** Null: no algorithm or no content to try it with. */
function hasSigned(certificate: Certificate, info: SignerInfo, content: SignedContent | null): boolean | null {
  const { scheme, digest } = info;
  const name = scheme?.digest ?? digest.name;
  if (scheme === null || name === null) return null;
  // Some writers name one digest and sign with the other that they name: a doubt, but the signature is genuine.
  return [...new Set([name, digest.name ?? name])].reduce<boolean | null>(
    (found, each) => found || isSigned(certificate, info, scheme, each, content),
    null,
  );
}

const isSigned = (
  certificate: Certificate,
  info: SignerInfo,
  scheme: SignatureScheme,
  digest: string,
  content: SignedContent | null,
): boolean | null =>
  info.signedBytes?.some((form) => isSignedBy(certificate.key, scheme, digest, form(), info.signature)) ??
  isContentSigned(certificate, info, digest, content);

/** Without signed attributes the signature covers the content itself: small content at once, large as it streams. */
function isContentSigned(
  { key }: Certificate,
  { scheme, signature }: SignerInfo,
  digest: string,
  content: SignedContent | null,
): boolean | null {
  if (content === null || scheme === null) return null;
  if (scheme.padding !== 'pkcs1' && scheme.padding !== 'ecdsa') {
    const bytes = beginning(content, SMALL_BYTES + 1);
    return bytes.length > SMALL_BYTES ? null : isSignedBy(key, scheme, digest, bytes, signature);
  }
  if (key.asymmetricKeyType !== (scheme.padding === 'pkcs1' ? 'rsa' : 'ec')) return false;
  const verifier = createVerify(digest);
  content.feed((bytes) => verifier.update(bytes));
  try {
    return verifier.verify(key, signature);
  } catch {
    return false;
  }
}

/** Attributes are of some hundred bytes. */
const SMALL_BYTES = 64 * 1024;

/**
 * A signature over attributes is also one over content with the same bytes: a forger can present the attributes of a true
 * signature as content, without attributes. A signature without attributes cannot rule this out.
 */
function checkBareContent(check: SignatureCheck, content: SignedContent | null): void {
  check.doubts.push(messages.seals.attributesMissing());
  if (content === null || content.sizeBytes > SMALL_BYTES) return;
  try {
    const set = readDer(beginning(content, SMALL_BYTES));
    const attributes = attributesOf(set);
    if (attributes.has(ATTRIBUTE.contentType) && attributes.has(ATTRIBUTE.messageDigest)) {
      check.faults.push(messages.seals.attributesAsContent());
    }
  } catch {
    // Content that does not parse as such a structure passes.
  }
}

function beginning(content: SignedContent, length: number): Uint8Array {
  const parts: Uint8Array[] = [];
  let have = 0;
  if (content.sizeBytes > length) return new Uint8Array(length);
  content.feed((bytes) => {
    parts.push(Buffer.from(bytes));
    have += bytes.length;
  });
  return have === 0 ? new Uint8Array() : Buffer.concat(parts);
}
