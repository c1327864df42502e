/** A signature on a document: the schema, built from the stored verification. */

import { Type } from 'typebox';
import type { Language } from '#lib/i18n/message.ts';
import { about, closed, field, oneOf, orNone, orNull } from '#lib/schema/fields.ts';
import type { Static } from '#lib/schema/static.ts';
import {
  type ContainerLevel,
  type Signer,
  type SignerIdentity,
  shownVerdict,
  type Timestamp,
  type Verdict,
} from '#lib/signatures/verdict.ts';
import { messages } from '#locales/messages.ts';
import { Reason } from './documentation-meta.ts';
import { worstOf } from './opener/file-names.ts';
import { declaredReason, reasonIn, storedReason } from './stored-reason.ts';
import type { DocumentRow } from './tables/rows.ts';

const SignedTimestamp = Type.Object(
  {
    time: orNull(Type.String(), {
      en: 'When the time-stamping authority saw the signature; null when it cannot be read.',
      ro: 'Când a văzut semnătura autoritatea de marcare temporală; null când nu se poate citi.',
      heading: { en: 'Time', ro: 'Ora' },
    }),
    authority: orNull(Type.String(), {
      en: 'Name of that authority, as its certificate gives it.',
      ro: 'Numele acelei autorități, cum îl dă certificatul ei.',
    }),
    valid: field(Type.Boolean(), {
      en: 'Whether it was relied on.',
      ro: 'Dacă ne-am bazat pe ea.',
      heading: { en: 'Valid', ro: 'Valabilă' },
    }),
  },
  { ...closed, title: 'SignatureTimestamp' },
);

const integrity = oneOf(['intact', 'altered', 'unknown'], {
  en: 'Whether what was signed is what lies here.',
  ro: 'Dacă acesta este conținutul semnat.',
  heading: { en: 'Integrity', ro: 'Integritate' },
});

const chain = oneOf(['trusted', 'untrusted', 'expired', 'revoked', 'unknown'], {
  en: 'Whether the certificate leads to a trusted authority.',
  ro: 'Dacă certificatul duce la o autoritate de încredere.',
  heading: { en: 'Chain of certificates', ro: 'Lanț de certificate' },
});

const revocationStatus = oneOf(['good', 'revoked', 'later', 'notChecked'], {
  en: '`later`: revoked, but after the time for which the signature is verified. `notChecked`: no current list or answer.',
  ro: '`later`: revocat, dar după momentul pentru care se judecă semnătura. `notChecked`: nicio listă și niciun răspuns actual.',
  heading: { en: 'Revocation', ro: 'Revocare' },
});

const Revocation = Type.Object(
  {
    status: revocationStatus,
    source: orNull(oneOf(['crl', 'ocsp'], 'A list or an answer.'), { en: 'The source.', ro: 'Sursa.' }),
    asOf: orNull(Type.String(), {
      en: 'When that was created.',
      ro: 'Când a fost creat acela.',
      heading: { en: 'As of', ro: 'La data de' },
    }),
    revokedAt: orNull(Type.String(), {
      en: 'When it was revoked.',
      ro: 'Când a fost revocat.',
      heading: { en: 'Revoked at', ro: 'Revocat la' },
    }),
  },
  { ...closed, title: 'SignatureRevocation', description: 'Whether the certificate was revoked.' },
);

const Certificate = Type.Object(
  {
    validFrom: field(Type.String(), {
      en: 'ISO instant.',
      ro: 'Moment ISO.',
      heading: { en: 'Valid from', ro: 'Valabil de la' },
    }),
    validTo: field(Type.String(), {
      en: 'ISO instant.',
      ro: 'Moment ISO.',
      heading: { en: 'Valid until', ro: 'Valabil până la' },
    }),
    key: field(Type.String({ examples: ['RSA 2048'] }), {
      en: 'Kind and strength of its key.',
      ro: 'Felul și tăria cheii lui.',
      heading: { en: 'Key', ro: 'Cheie' },
    }),
  },
  { ...closed, title: 'SignatureCertificate' },
);

const Facts = Type.Object(
  { integrity, chain, revocation: revocationStatus },
  {
    ...closed,
    title: 'SignatureFacts',
    ...about({
      en: 'What is known beside the verdict. `valid` needs `intact`, `trusted`, and `good` or `later`.',
      ro: 'Ce se știe pe lângă verdict. `valid` cere `intact`, `trusted` și `good` sau `later`.',
    }),
  },
);
export type SignatureFacts = Static<typeof Facts>;

/** The verdict on a document, and its facts, as lists, hits, comparisons and bundles show them. */
export const summaryFields = {
  signatureVerdict: orNull(
    oneOf(['valid', 'invalid', 'indeterminate'], 'The worst of its signatures, those beside it included.'),
    {
      en: 'Null when it has no signature, or was not opened yet; `signers` lists each.',
      ro: 'Null când nu are semnătură sau nu a fost deschis încă; `signers` le enumeră.',
    },
  ),
  signatureFacts: orNull(Facts, {
    en: 'The worst of each fact among its signatures; null like `signatureVerdict`.',
    ro: 'Cel mai prost dintre fiecare fapt al semnăturilor sale; null ca `signatureVerdict`.',
    heading: { en: 'Facts about the signatures', ro: 'Fapte despre semnături' },
  }),
};

const SignerShape = Type.Object(
  {
    name: orNull(Type.String(), {
      en: 'As the certificate names the signer; without hidden persons.',
      ro: 'Cum numește certificatul semnatarul; fără persoanele ascunse.',
    }),
    organisation: orNull(Type.String(), {
      en: 'As the certificate names it.',
      ro: 'Cum o numește certificatul.',
      heading: { en: 'Organisation', ro: 'Organizație' },
    }),
    country: orNull(Type.String(), { en: 'Two letters.', ro: 'Două litere.' }),
    issuer: orNull(Type.String(), {
      en: 'Issuer of the certificate.',
      ro: 'Emitentul certificatului.',
      heading: { en: 'Issuer of the certificate', ro: 'Emitentul certificatului' },
    }),
    certificateSerial: orNull(Type.String(), {
      en: 'Serial number of the certificate; null for hidden persons.',
      ro: 'Numărul de serie al certificatului; null pentru persoanele ascunse.',
      heading: { en: 'Serial number of the certificate', ro: 'Seria certificatului' },
    }),
    certificateSha256: orNull(Type.String(), {
      en: 'Digest of the certificate; null for hidden persons.',
      ro: 'Amprenta certificatului; null pentru persoanele ascunse.',
      heading: { en: 'SHA-256 of the certificate', ro: 'SHA-256 al certificatului' },
    }),
  },
  {
    ...closed,
    title: 'SignerIdentity',
    description: 'The signer. The personal number of the subject is never returned.',
  },
);

export const Signature = Type.Object(
  {
    documentId: field(Type.String(), { en: 'The document.', ro: 'Documentul.' }),
    documentName: field(Type.String(), {
      en: 'Its name, as the list gives it.',
      ro: 'Numele lui, cum îl dă lista.',
      heading: { en: 'Name of the document', ro: 'Numele documentului' },
    }),
    signs: orNull(Type.String(), {
      en: 'Of a signature that lies in a file of its own: the document that it signs, where that is among the others.',
      ro: 'La o semnătură aflată într-un fișier al ei: documentul pe care îl semnează, dacă este printre celelalte.',
      heading: { en: 'Signs the document', ro: 'Semnează documentul' },
    }),
    seal: orNull(Type.Integer(), {
      en: 'Index of the signed container, the outermost is 1; null when none could be opened.',
      ro: 'Numărul containerului semnat, cel exterior este 1; null când nu s-a putut deschide niciunul.',
      heading: { en: 'Which seal', ro: 'Containerul semnat, nr.' },
    }),
    format: oneOf(['cms', 'pades', 'asic', 'xades', 'none'], {
      en: 'Type of the signed container.',
      ro: 'Tipul containerului semnat.',
      heading: { en: 'Format', ro: 'Format' },
    }),
    level: field(Type.String(), {
      en: 'What the signature carries: `CAdES-T`, `PAdES-B` …',
      ro: 'Ce poartă semnătura: `CAdES-T`, `PAdES-B` …',
    }),
    verdict: oneOf(['valid', 'invalid', 'indeterminate'], {
      en: '`invalid` only where content or signature are wrong; uncertain ones are `indeterminate`.',
      ro: '`invalid` doar unde conținutul sau semnătura sunt greșite; cele nesigure sunt `indeterminate`.',
      heading: { en: 'Verdict', ro: 'Verdict' },
    }),
    integrity,
    chain,
    claimedSigningTime: orNull(Type.String(), {
      en: 'The signer’s own clock, which is not verified.',
      ro: 'Ceasul semnatarului, care nu este verificat.',
      heading: { en: 'Claimed time of signing', ro: 'Ora semnării, declarată' },
    }),
    timestamp: orNone(SignedTimestamp, {
      en: 'Of a time-stamping authority; null when it carries none.',
      ro: 'De la o autoritate de marcare temporală; null când nu poartă niciuna.',
      heading: { en: 'Timestamp', ro: 'Marcă temporală' },
    }),
    judgedFor: orNull(Type.String(), {
      en: 'Chain and revocation were verified for this moment.',
      ro: 'Pentru acest moment s-au judecat lanțul și revocarea.',
      heading: { en: 'Judged for', ro: 'Evaluată pentru' },
    }),
    judgedAt: orNull(Type.String(), {
      en: 'When it was verified.',
      ro: 'Când a fost judecată.',
      heading: { en: 'Judged at', ro: 'Evaluată la' },
    }),
    revocation: orNull(Revocation, {
      en: 'Null when nothing could be verified.',
      ro: 'Null când nu s-a putut judeca nimic.',
      heading: { en: 'Revocation', ro: 'Revocare' },
    }),
    coversWholeDocument: orNull(Type.Boolean(), {
      en: 'Of PDFs: false when bytes were added behind the signed part.',
      ro: 'La PDF: fals când s-au adăugat octeți după partea semnată.',
      heading: { en: 'Covers the whole document', ro: 'Acoperă tot documentul' },
    }),
    certificate: orNull(Certificate, {
      en: 'Null when it is not in the file.',
      ro: 'Null când nu este în fișier.',
      heading: { en: 'Certificate', ro: 'Certificat' },
    }),
    reasons: field(Type.Array(Reason), {
      en: 'Why the verdict is not `valid`; beside `valid`, what a careful reader should know.',
      ro: 'De ce verdictul nu este `valid`; lângă `valid`, observații pentru cititorul atent.',
    }),
    signer: orNull(SignerShape, {
      en: 'Part of Pro; null for other callers, and when the certificate is not in the file.',
      ro: 'Pentru Pro; null pentru toți ceilalți și când certificatul nu este în fișier.',
      heading: { en: 'Signer', ro: 'Semnatar' },
    }),
  },
  { ...closed, title: 'DocumentSignature' },
);
export type Signature = Static<typeof Signature>;

interface Reader {
  pro: boolean;
  language: Language;
  masked(text: string): string;
}

type SignatureFields = Omit<Signature, 'documentId' | 'documentName' | 'signs'>;

/** Signatures of a document, the outermost container first. An unreadable container gives one row with the reason. */
export function signaturesOf(row: DocumentRow, reader: Reader): Signature[] {
  const document = { documentId: row.id, documentName: reader.masked(row.name), signs: row.signs };
  const signatures = signatureFields(levelsOf(row), row.judged_at, reader);
  const isUnread = signatures.length === 0 && isSealed(row);
  const all = isUnread ? [unread(row, row.sealed ?? 'none', reader)] : signatures;
  return all.map((facts) => ({ ...document, ...facts }));
}

const statusOf = ({ revocation: { status } }: Signer): SignatureFacts['revocation'] =>
  status === 'not_checked' ? 'notChecked' : status;

/** The worst first. */
const INTEGRITY = ['altered', 'unknown', 'intact'] as const;
const CHAIN = ['revoked', 'untrusted', 'expired', 'unknown', 'trusted'] as const;
const REVOCATION = ['revoked', 'notChecked', 'later', 'good'] as const;

interface Summary {
  signatureVerdict: Verdict | null;
  signatureFacts: SignatureFacts | null;
}

export const NO_SIGNATURE: Summary = { signatureVerdict: null, signatureFacts: null };

/** Of a document and the detached signatures among the others. A sealed file that could not be read counts as undecided. */
export function signatureSummary(row: DocumentRow, documents: readonly DocumentRow[]): Summary {
  const all = [row, ...documents.filter(({ signs }) => signs === row.id)].flatMap((each) => {
    const signers = levelsOf(each).flatMap((level) => level.signers);
    const facts = signers.map((signer) => ({
      verdict: shownVerdict(signer),
      integrity: signer.integrity,
      chain: signer.chain,
      revocation: statusOf(signer),
    }));
    return facts.length === 0 && isSealed(each) ? [UNREAD] : facts;
  });
  const signatureVerdict = worstOf(all.map(({ verdict }) => verdict));
  if (signatureVerdict === null) return NO_SIGNATURE;
  const worst = <Fact>(order: readonly Fact[], of: (facts: (typeof all)[number]) => Fact): Fact =>
    order.find((fact) => all.some((each) => of(each) === fact)) as Fact;
  return {
    signatureVerdict,
    signatureFacts: {
      integrity: worst(INTEGRITY, ({ integrity }) => integrity),
      chain: worst(CHAIN, ({ chain }) => chain),
      revocation: worst(REVOCATION, ({ revocation }) => revocation),
    },
  };
}

const UNREAD = { verdict: 'indeterminate', integrity: 'unknown', chain: 'unknown', revocation: 'notChecked' } as const;

const levelsOf = ({ levels }: DocumentRow): ContainerLevel[] => JSON.parse(levels ?? '[]') as ContainerLevel[];
const isSealed = ({ sealed }: DocumentRow): boolean => sealed !== null && sealed !== 'none';

/** Signatures of one file, the outermost container first. */
export const signatureFields = (
  levels: readonly ContainerLevel[],
  judgedAt: string | null,
  reader: Reader,
): SignatureFields[] =>
  levels.flatMap(({ signers }, i) => signers.map((signer) => signatureFact(i + 1, signer, judgedAt, reader)));

const signatureFact = (seal: number, signer: Signer, judgedAt: string | null, reader: Reader): SignatureFields => ({
  seal,
  format: signer.format,
  level: signer.level,
  verdict: shownVerdict(signer),
  integrity: signer.integrity,
  chain: signer.chain,
  claimedSigningTime: signer.claimedSigningTime,
  timestamp: signer.timestamp && timestamp(signer.timestamp),
  judgedFor: signer.judgedFor,
  judgedAt,
  revocation: { ...signer.revocation, status: statusOf(signer) },
  coversWholeDocument: signer.coversWholeDocument,
  certificate: signer.certificate && {
    validFrom: signer.certificate.validFrom,
    validTo: signer.certificate.validTo,
    key: signer.certificate.key,
  },
  reasons: signer.reasons.map((reason) => reasonIn(declaredReason(reason), reader.language)),
  signer: reader.pro && signer.identity ? identity(signer.identity, signer.certificate?.sha256 ?? null, reader) : null,
});

const unread = (row: DocumentRow, format: Signature['format'], { language }: Reader): SignatureFields => ({
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
