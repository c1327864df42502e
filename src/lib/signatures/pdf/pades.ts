/** The signatures of a PDF: each over its own revision, verified together, since one may cover what another leaves uncovered. */
import type { Message } from '#lib/i18n/message.ts';
import { CERTIFICATES_MAX, LISTS_MAX, PDF_COVERED_BYTES_MAX } from '#lib/signatures/bounds.ts';
import { BrokenSignature, tooLarge } from '#lib/signatures/broken-signature.ts';
import { type BytesAt, bytesInMemory } from '#lib/signatures/bytes-at.ts';
import { readCertificates } from '#lib/signatures/certificate.ts';
import type { Chunk } from '#lib/signatures/octet-string.ts';
import type { Evidence } from '#lib/signatures/revocation.ts';
import { readSignedData, type SignedData, signedContent } from '#lib/signatures/signed-data.ts';
import { unreadableSigner, type VerificationInput, verifySigners } from '#lib/signatures/signer-verdict.ts';
import { verifyTimestamp } from '#lib/signatures/timestamp.ts';
import type { Trust } from '#lib/signatures/trust-store.ts';
import type { ContainerLevel, Signer, Timestamp } from '#lib/signatures/verdict.ts';
import { messages } from '#locales/messages.ts';
import { type Change, changesIn } from './changes.ts';
import { openPdf, type PdfFile } from './file.ts';
import { type Gap, ownGaps } from './gaps.ts';
import { type Effort, fullEffort } from './objects.ts';
import {
  DOCUMENT_TIMESTAMP,
  type FieldRanges,
  type PdfSignature,
  pdfSignatures,
  pdfTime,
  signedFields,
  usageRights,
} from './signatures.ts';
import { isDictionary, isReference, nameBehind } from './values.ts';

const EUROPEAN: VerificationInput['levels'] = { plain: 'PDF', named: 'PAdES-B', stamped: 'PAdES-T' };
const OLDER: VerificationInput['levels'] = { plain: 'PDF', named: 'PDF', stamped: 'PDF-T' };

interface DocumentTimestamp extends Timestamp {
  end: number;
}

/** The input of one verification. */
interface Document {
  bytes: BytesAt;
  trust: Trust;
  now: Date;
  proofs: Proofs;
}

/** A signer, and where the revision ends that was signed. */
interface VerifiedSigner {
  signer: Signer;
  end: number;
}

/** Null: the PDF is not signed. */
export function verifyPdf(bytes: BytesAt, trust: Trust, now: Date): ContainerLevel | null {
  const effort = fullEffort();
  const file = fileOf(bytes, effort);
  const fields = file === null ? [] : signedFields(file);
  const found = pdfSignatures(bytes, fields).filter(isOfDocument(file, fields));
  if (found.length === 0) return null;
  if (found.reduce((sum, { covered }) => sum + (covered?.end ?? 0), 0) > PDF_COVERED_BYTES_MAX) throw tooLarge();
  const signatures = withDictionaries(bytes, found);
  const document: Document = { bytes, trust, now, proofs: file === null ? NO_PROOFS : proofsIn(file) };
  const stamps = signatures.flatMap((each) => timestampOf(each, document));
  const verdicts = signatures
    .filter(({ subFilter }) => subFilter !== DOCUMENT_TIMESTAMP)
    .flatMap((each) => signersOf(each, document, stamps));
  const ends = signatures.flatMap(({ covered }) => covered?.end ?? []);
  // An invalid timestamp covers none of its changes.
  const answered = [...verdicts.map(({ end }) => end), ...stamps.flatMap(({ end, isValid }) => (isValid ? end : []))];
  const changeAfter = file === null ? (): Change => 'unclear' : changesIn(bytes, ends, answered, file, effort);
  // Proofs after a signature: it still covers all visible content.
  const last = verdicts.findLast(
    ({ signer, end }) => signer.verdict === 'valid' && (signer.coversWholeDocument || changeAfter(end) === 'proofs'),
  );
  return {
    kind: 'pades',
    signers: verdicts.map(({ signer, end }) =>
      signer.coversWholeDocument === false || (file === null && signer.integrity === 'intact')
        ? withRevision(signer, changeAfter(end), last !== undefined && last.end > end)
        : signer,
    ),
    documentTimestamps: stamps.map(({ time, authority, isValid }) => ({ time, authority, isValid })),
  };
}

function isOfDocument(file: PdfFile | null, fields: readonly FieldRanges[] | null): (each: PdfSignature) => boolean {
  const keysOf = (ranges: readonly FieldRanges[]): Set<string> => new Set(ranges.flatMap((each) => each?.join() ?? []));
  const others = keysOf(file === null ? [] : usageRights(file)).difference(keysOf(fields ?? []));
  return ({ covered }) =>
    covered === null || !others.has(covered.ranges.flatMap(({ at, length }) => [at, length]).join());
}

/** The fields of their dictionaries. A signature inside of another value covers nothing that can be named. */
function withDictionaries(bytes: BytesAt, signatures: PdfSignature[]): PdfSignature[] {
  const gaps = new Map(signatures.map((each) => [each, each.covered && gapOf(each.covered.ranges)]));
  // With a reader of its own: all streams are looked at.
  const file = fileOf(bytes, fullEffort());
  if (file === null) return signatures;
  const own = ownGaps(
    bytes,
    file,
    [...gaps.values()].filter((gap) => gap !== null),
  );
  return signatures.map((each) => {
    const gap = gaps.get(each) ?? null;
    if (gap === null) return each;
    const dictionary = own.get(gap);
    if (dictionary === undefined) return { ...each, covered: null };
    const time = file.resolved(dictionary.get('M'));
    const isText = typeof time === 'object' && time !== null && 'text' in time;
    return {
      ...each,
      subFilter: nameBehind(file, dictionary, 'SubFilter'),
      claimedTime: isText ? pdfTime(time.text) : null,
    };
  });
}

const gapOf = ([before, behind]: [Chunk, Chunk]): Gap => ({
  from: before.length,
  to: behind.at,
  ranges: [before.at, before.length, behind.at, behind.length],
});

/** Null: the content is ambiguous. */
function fileOf(bytes: BytesAt, effort: Effort): PdfFile | null {
  try {
    return openPdf(bytes, bytes.size, effort);
  } catch (error) {
    if (error instanceof BrokenSignature) return null;
    throw error;
  }
}

function timestampOf(
  { covered, subFilter }: PdfSignature,
  { bytes, trust, now, proofs }: Document,
): DocumentTimestamp[] {
  if (covered === null || subFilter !== DOCUMENT_TIMESTAMP) return [];
  const content = signedContent(bytes, covered.ranges);
  const by = { trust, now, pool: readCertificates(proofs.certificates), evidence: proofs };
  return [{ ...verifyTimestamp(covered.cms, content.digest, by), end: covered.end }];
}

function signersOf(
  { covered, subFilter, claimedTime }: PdfSignature,
  { bytes, trust, now, proofs }: Document,
  stamps: DocumentTimestamp[],
): VerifiedSigner[] {
  const nothing = (reason: Message): VerifiedSigner[] => [{ signer: unreadableSigner('pades', now, reason), end: 0 }];
  if (covered === null) return nothing(messages.seals.rangeWrong());
  const data = read(covered.cms);
  if (data === null || data.signers.length === 0) return nothing(messages.seals.signatureUnreadable());
  // An older kind contains a digest: it signs that, not the document.
  if (!data.isDetached) return nothing(messages.seals.formatUnsupported({ format: subFilter ?? 'PDF' }));
  const later = stamps.filter(({ isValid, end }) => isValid && end > covered.end);
  const [stampedLater] = later.sort((one, other) => ((one.time ?? '') < (other.time ?? '') ? -1 : 1));
  const signers = verifySigners({
    data: {
      ...data,
      certificates: [...data.certificates, ...proofs.certificates],
      lists: [...data.lists, ...proofs.lists],
      answers: [...data.answers, ...proofs.answers],
    },
    content: signedContent(bytes, covered.ranges),
    trust,
    now,
    format: 'pades',
    levels: subFilter?.startsWith('ETSI.') ? EUROPEAN : OLDER,
    ...(stampedLater ? { stampedLater: { ...stampedLater } } : {}),
  });
  return signers.map((signer) => ({
    signer: {
      ...signer,
      claimedSigningTime: signer.claimedSigningTime ?? claimedTime,
      coversWholeDocument: covered.end === bytes.size,
    },
    end: covered.end,
  }));
}

/**
 * The signer did not see additions after the signature. Proofs and signatures remove nothing; an addition with an appearance
 * on a page, or a change, does: its own signer or time-stamping authority answers for it, not this signer.
 */
function withRevision(signer: Signer, change: Change, isWhole: boolean): Signer {
  if (change === 'proofs' || (change === 'shownSignatures' && isWhole)) {
    return { ...signer, reasons: [...signer.reasons, messages.seals.revisionEarlier()] };
  }
  const isUnclear = change === 'unclear';
  const reason = isUnclear
    ? messages.seals.revisionUnclear()
    : isWhole
      ? messages.seals.revisionRewritten()
      : messages.seals.revisionChanged();
  // These bytes could not be compared with the signed revision.
  const integrity = isUnclear && signer.integrity === 'intact' ? 'unknown' : signer.integrity;
  if (signer.verdict !== 'valid') return { ...signer, integrity, reasons: [...signer.reasons, reason] };
  return { ...signer, integrity, verdict: 'indeterminate', reasons: [reason, ...signer.reasons] };
}

function read(cms: Uint8Array): SignedData | null {
  const bytes = bytesInMemory(cms);
  try {
    return readSignedData(bytes, (_, pieces) => {
      let step = pieces.next();
      while (!step.done) step = pieces.next();
      return step.value;
    });
  } catch (error) {
    if (error instanceof BrokenSignature) return null;
    throw error;
  }
}

export interface Proofs extends Evidence {
  certificates: Uint8Array[];
}

const NO_PROOFS: Proofs = { certificates: [], lists: [], answers: [] };

/** Each is signed by its issuer, so its position proves nothing. Unreadable ones are skipped. */
function proofsIn(file: PdfFile): Proofs {
  try {
    const root = file.resolved(file.trailer.get('Root'));
    const store = isDictionary(root) ? file.resolved(root.get('DSS')) : undefined;
    if (!isDictionary(store)) return NO_PROOFS;
    const proofsUnder = (key: string, max: number): Uint8Array[] => streamsOf(file, file.resolved(store.get(key)), max);
    return {
      certificates: proofsUnder('Certs', CERTIFICATES_MAX),
      lists: proofsUnder('CRLs', LISTS_MAX),
      answers: proofsUnder('OCSPs', LISTS_MAX),
    };
  } catch (error) {
    if (error instanceof BrokenSignature) return NO_PROOFS;
    throw error;
  }
}

function streamsOf(file: PdfFile, list: unknown, max: number): Uint8Array[] {
  if (!Array.isArray(list)) return [];
  return list
    .slice(0, max)
    .filter(isReference)
    .map(({ to }) => file.stream(to))
    .filter((each) => each !== null);
}
