/** The signatures of a PDF: each over its own revision, judged together, since what one leaves uncovered another may cover. */
import { Broken } from './broken.ts';
import { type BytesAt, bytesInMemory } from './bytes-at.ts';
import { type Judging, judgeSigners, unreadable } from './judge.ts';
import { type PdfSignature, pdfSignatures } from './pdf-signatures.ts';
import type { SealLevel, Signer, Timestamp } from './seal.ts';
import { said } from './sentences.ts';
import { signedContent } from './signed-content.ts';
import { readSignedData, type SignedData } from './signed-data.ts';
import { judgeTimestamp } from './timestamp.ts';
import type { Trust } from './trust.ts';

const EUROPEAN: Judging['levels'] = { plain: 'PDF', named: 'PAdES-B', stamped: 'PAdES-T' };
const OLDER: Judging['levels'] = { plain: 'PDF', named: 'PDF', stamped: 'PDF-T' };
const DOCUMENT_TIMESTAMP = 'ETSI.RFC3161';
const NO_EVIDENCE = { lists: [], answers: [] };

interface Stamp extends Timestamp {
  end: number;
}

/** Null: the PDF is not signed. */
export function judgePdf(bytes: BytesAt, trust: Trust, now: Date): SealLevel | null {
  const signatures = pdfSignatures(bytes);
  if (signatures.length === 0) return null;
  const stamps = signatures.flatMap((each) => stampOf(each, bytes, trust, now));
  const judged = signatures
    .filter(({ subFilter }) => subFilter !== DOCUMENT_TIMESTAMP)
    .flatMap((each) => signersOf(each, bytes, trust, now, stamps));
  const isWhole =
    judged.some(({ coversWholeDocument, verdict }) => coversWholeDocument && verdict === 'valid') ||
    stamps.some(({ end, isValid }) => isValid && end === bytes.size);
  return {
    kind: 'pades',
    signers: judged.map((signer) => withRevision(signer, isWhole)),
    documentTimestamps: stamps.map(({ time, authority, isValid }) => ({ time, authority, isValid })),
  };
}

function stampOf({ covered, subFilter }: PdfSignature, bytes: BytesAt, trust: Trust, now: Date): Stamp[] {
  if (covered === null || subFilter !== DOCUMENT_TIMESTAMP) return [];
  const content = signedContent(bytes, covered.ranges);
  const by = { trust, now, pool: [], evidence: NO_EVIDENCE };
  return [{ ...judgeTimestamp(covered.cms, content.digest, by), end: covered.end }];
}

function signersOf(
  { covered, subFilter, claimedTime }: PdfSignature,
  bytes: BytesAt,
  trust: Trust,
  now: Date,
  stamps: Stamp[],
): Signer[] {
  if (covered === null) return [unreadable('pades', now, said.rangeWrong())];
  const data = read(covered.cms);
  if (data === null || data.signers.length === 0) return [unreadable('pades', now, said.signatureUnreadable())];
  // An older kind carries a digest inside: what it signs is that, not the document.
  if (!data.isDetached) return [unreadable('pades', now, said.formatUnsupported({ format: subFilter ?? 'PDF' }))];
  const later = stamps.filter(({ isValid, end }) => isValid && end > covered.end);
  const [stampedLater] = later.sort((one, other) => ((one.time ?? '') < (other.time ?? '') ? -1 : 1));
  const signers = judgeSigners({
    data,
    content: signedContent(bytes, covered.ranges),
    trust,
    now,
    format: 'pades',
    levels: subFilter?.startsWith('ETSI.') ? EUROPEAN : OLDER,
    ...(stampedLater ? { stampedLater: { ...stampedLater } } : {}),
  });
  return signers.map((signer) => ({
    ...signer,
    claimedSigningTime: signer.claimedSigningTime ?? claimedTime,
    coversWholeDocument: covered.end === bytes.size,
  }));
}

/** What was added behind a signature was not seen by its signer. */
function withRevision(signer: Signer, isWhole: boolean): Signer {
  if (signer.coversWholeDocument !== false) return signer;
  if (isWhole) return { ...signer, reasons: [...signer.reasons, said.revisionEarlier()] };
  if (signer.verdict !== 'valid') return { ...signer, reasons: [...signer.reasons, said.revisionChanged()] };
  return { ...signer, verdict: 'indeterminate', reasons: [said.revisionChanged(), ...signer.reasons] };
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
    if (error instanceof Broken) return null;
    throw error;
  }
}
