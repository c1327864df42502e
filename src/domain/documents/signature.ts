/** A signature on a document: the schema, built from the stored verification. */

import { Type } from 'typebox';
import type { Language } from '#lib/i18n/message.ts';
import type { SealLevel, Signer, SignerIdentity, Timestamp } from '#lib/signatures/verdict.ts';
import { closed, oneOf, orNull } from '#lib/values/schema.ts';
import type { Static } from '#lib/values/static.ts';
import { messages } from '#locales/messages.ts';
import { Reason } from './documentation-meta.ts';

import { knownReason, reasonIn, storedReason } from './stored-reason.ts';
import type { DocumentRow } from './tables/rows.ts';

const SignedTimestamp = Type.Object(
  {
    time: orNull(Type.String(), 'When the time-stamping authority saw the signature; null when it cannot be read.'),
    authority: orNull(Type.String(), 'Name of that authority, as its certificate gives it.'),
    valid: Type.Boolean({ description: 'Whether it was relied on.' }),
  },
  { ...closed, title: 'SignatureTimestamp' },
);

const Revocation = Type.Object(
  {
    status: oneOf(
      ['good', 'revoked', 'later', 'notChecked'],
      '`later`: revoked, but after the time for which the signature is judged.',
    ),
    source: orNull(oneOf(['crl', 'ocsp'], 'A list or an answer.'), 'What told it.'),
    asOf: orNull(Type.String(), 'When that was made.'),
    revokedAt: orNull(Type.String(), 'When it was revoked.'),
  },
  { ...closed, title: 'SignatureRevocation', description: 'Whether the certificate was revoked.' },
);

const Certificate = Type.Object(
  {
    validFrom: Type.String({ description: 'ISO instant.' }),
    validTo: Type.String({ description: 'ISO instant.' }),
    key: Type.String({ description: 'Kind and strength of its key.', examples: ['RSA 2048'] }),
  },
  { ...closed, title: 'SignatureCertificate' },
);

const SignerShape = Type.Object(
  {
    name: orNull(Type.String(), 'As the certificate names the signer; without hidden persons.'),
    organisation: orNull(Type.String(), 'As the certificate names it.'),
    country: orNull(Type.String(), 'Two letters.'),
    issuer: orNull(Type.String(), 'Who issued the certificate.'),
    certificateSerial: orNull(Type.String(), 'Serial number of the certificate; null for hidden persons.'),
    certificateSha256: orNull(Type.String(), 'Digest of the certificate; null for hidden persons.'),
  },
  { ...closed, title: 'SignerIdentity', description: 'Who signed. The personal number of the subject never leaves.' },
);

export const Signature = Type.Object(
  {
    documentId: Type.String({ description: 'The document.' }),
    documentName: Type.String({ description: 'Its name, as the list gives it.' }),
    signs: orNull(
      Type.String(),
      'Of a signature that lies in a file of its own: the document that it signs, where that is among the others.',
    ),
    seal: orNull(Type.Integer(), 'Which of its seals, the outermost is 1; null when none could be opened.'),
    format: oneOf(['cms', 'pades', 'asic', 'xades', 'none'], 'Kind of the seal.'),
    level: Type.String({ description: 'What the signature carries: `CAdES-T`, `PAdES-B` …' }),
    verdict: oneOf(
      ['valid', 'invalid', 'indeterminate'],
      '`invalid` only where content or signature are wrong; whatever cannot be told for certain is `indeterminate`.',
    ),
    integrity: oneOf(['intact', 'altered', 'unknown'], 'Whether what was signed is what lies here.'),
    chain: oneOf(
      ['trusted', 'untrusted', 'expired', 'revoked', 'unknown'],
      'Whether the certificate leads to a trusted authority.',
    ),
    claimedSigningTime: orNull(Type.String(), 'What the signer’s own clock said: anybody can write anything there.'),
    timestamp: orNull(SignedTimestamp, 'Of a time-stamping authority; null when it carries none.'),
    judgedFor: orNull(Type.String(), 'For this moment chain and revocation were judged.'),
    judgedAt: orNull(Type.String(), 'When it was judged.'),
    revocation: orNull(Revocation, 'Null when nothing could be judged.'),
    coversWholeDocument: orNull(Type.Boolean(), 'Of PDFs: false when bytes were added behind the signed part.'),
    certificate: orNull(Certificate, 'Null when it is not in the file.'),
    reasons: Type.Array(Reason, {
      description: 'Why the verdict is not `valid`; beside `valid`, what a careful reader should know.',
    }),
    signer: orNull(SignerShape, 'For Pro; null for everybody else, and when the certificate is not in the file.'),
  },
  { ...closed, title: 'DocumentSignature' },
);
export type Signature = Static<typeof Signature>;

interface Reader {
  pro: boolean;
  language: Language;
  masked(text: string): string;
}

type SignatureFacts = Omit<Signature, 'documentId' | 'documentName' | 'signs'>;

/** Signatures of a document, the outermost seal first. A seal that could not be opened gives one row that says so; no seal gives none. */
export function signaturesOf(row: DocumentRow, reader: Reader): Signature[] {
  const levels = JSON.parse(row.levels ?? '[]') as SealLevel[];
  const document = { documentId: row.id, documentName: reader.masked(row.name), signs: row.signs };
  const signatures = signatureFacts(levels, row.judged_at, reader);
  const isUnread = signatures.length === 0 && row.sealed !== null && row.sealed !== 'none';
  const all = isUnread ? [unread(row, row.sealed ?? 'none', reader)] : signatures;
  return all.map((facts) => ({ ...document, ...facts }));
}

/** Signatures of one file, the outermost seal first. */
export const signatureFacts = (
  levels: readonly SealLevel[],
  judgedAt: string | null,
  reader: Reader,
): SignatureFacts[] =>
  levels.flatMap(({ signers }, i) => signers.map((signer) => signatureFact(i + 1, signer, judgedAt, reader)));

const signatureFact = (seal: number, signer: Signer, judgedAt: string | null, reader: Reader): SignatureFacts => ({
  seal,
  format: signer.format,
  level: signer.level,
  verdict: signer.verdict,
  integrity: signer.integrity,
  chain: signer.chain,
  claimedSigningTime: signer.claimedSigningTime,
  timestamp: signer.timestamp && timestamp(signer.timestamp),
  judgedFor: signer.judgedFor,
  judgedAt,
  revocation: {
    ...signer.revocation,
    status: signer.revocation.status === 'not_checked' ? 'notChecked' : signer.revocation.status,
  },
  coversWholeDocument: signer.coversWholeDocument,
  certificate: signer.certificate && {
    validFrom: signer.certificate.validFrom,
    validTo: signer.certificate.validTo,
    key: signer.certificate.key,
  },
  reasons: signer.reasons.map((reason) => reasonIn(knownReason(reason), reader.language)),
  signer: reader.pro && signer.identity ? identity(signer.identity, signer.certificate?.sha256 ?? null, reader) : null,
});

const unread = (row: DocumentRow, format: Signature['format'], { language }: Reader): SignatureFacts => ({
  seal: null,
  format,
  level: 'unknown',
  verdict: 'indeterminate',
  integrity: 'unknown',
  chain: 'unknown',
  claimedSigningTime: null,
  timestamp: null,
  judgedFor: null,
  judgedAt: row.judged_at,
  revocation: null,
  coversWholeDocument: null,
  certificate: null,
  reasons: [reasonIn(row.reason === null ? messages.documents.noSignatureFound() : storedReason(row.reason), language)],
  signer: null,
});

const timestamp = ({ time, authority, isValid }: Timestamp) => ({ time, authority, valid: isValid });

/** The serial number of a certificate identifies its holder: it is hidden with the name. */
function identity(signer: SignerIdentity, sha256: string | null, { masked }: Reader): NonNullable<Signature['signer']> {
  const name = signer.name && masked(signer.name);
  const organisation = signer.organisation && masked(signer.organisation);
  const isUnmasked = name === signer.name && organisation === signer.organisation;
  return {
    name,
    organisation,
    country: signer.country,
    issuer: signer.issuer && masked(signer.issuer),
    certificateSerial: isUnmasked ? signer.certificateSerial : null,
    certificateSha256: isUnmasked ? sha256 : null,
  };
}
