/** Types of this module: containers, their content, and verdicts on signatures. Their members are stored as JSON. */
import type { Message } from '#lib/i18n/message.ts';

/** Detected by the bytes, never by the name: `Offer.pdf.p7s` may be the plain offer, and `Offer.pdf` a container. */
export type ContainerKind = 'cms' | 'pades' | 'asic' | 'xades' | 'none';

/** Version of the rules: raised whenever a file may get another verdict, so that stored verdicts expire. */
export const RULES = 5;

export type Verdict = 'valid' | 'invalid' | 'indeterminate';

/** Whether the content is the signed content. `unknown`: it cannot be compared with the signature. */
export type Integrity = 'intact' | 'altered' | 'unknown';

/** Whether the certificate leads to an authority of the trust store. `unknown`: a certificate on the way is missing. */
export type ChainStatus = 'trusted' | 'untrusted' | 'expired' | 'revoked' | 'unknown';

/** What the signature carries, by its own structure. `PDF`: one of Adobe's older kind, without the European attributes. */
export type SignatureLevel =
  | 'CMS'
  | 'CAdES-B'
  | 'CAdES-T'
  | 'PDF'
  | 'PDF-T'
  | 'PAdES-B'
  | 'PAdES-T'
  | 'XAdES'
  | 'ASiC'
  | 'unknown';

/** When a time-stamping authority saw the signature. Only a valid one moves the time of the chain's verification. */
export interface Timestamp {
  /** ISO; null when the token cannot be read. */
  time: string | null;
  /** Name of the authority, from its certificate. */
  authority: string | null;
  isValid: boolean;
}

/** Of the certificate and those between it and the trusted authority. */
export interface Revocation {
  /** `later`: revoked, but after the signing time. `not_checked`: no current answer at hand for one of them. */
  status: 'good' | 'revoked' | 'later' | 'not_checked';
  source: 'crl' | 'ocsp' | null;
  /** When the list or the answer was issued, ISO. */
  asOf: string | null;
  revokedAt: string | null;
}

/** Of the signer's certificate: nothing here names a person. */
export interface CertificateFacts {
  sha256: string;
  validFrom: string;
  validTo: string;
  /** `RSA 2048`, `EC brainpoolP256r1`. */
  key: string;
  /** Where the lists that decide about it are published, from a trusted chain only: an authority answers for these addresses. */
  listAddresses: string[];
}

/** The signer: for callers with Pro only. The personal code in Romanian certificates is never read. */
export interface SignerIdentity {
  name: string | null;
  organisation: string | null;
  country: string | null;
  issuer: string | null;
  certificateSerial: string;
}

/** What a verdict rests on. */
export interface Facts {
  integrity: Integrity;
  chain: ChainStatus;
  revocation: Revocation['status'];
  /** Something makes it invalid. */
  hasFault: boolean;
  /** Something else is uncertain. */
  hasDoubt: boolean;
}

/** Nothing unknown is `valid` (ETSI EN 319 102-1, section 5.1.2); the partial facts beside the verdict say what is known. */
export function verdictFrom({ integrity, chain, revocation, hasFault, hasDoubt }: Facts): Verdict {
  if (hasFault || integrity === 'altered') return 'invalid';
  const isKnownGood = revocation === 'good' || revocation === 'later';
  return integrity === 'intact' && chain === 'trusted' && isKnownGood && !hasDoubt ? 'valid' : 'indeterminate';
}

/** Stored verdicts of older rules may be `valid` although a fact is unknown: they are shown by the present ones. */
export const shownVerdict = ({ verdict, integrity, chain, revocation: { status } }: Signer): Verdict =>
  verdict === 'valid'
    ? verdictFrom({ integrity, chain, revocation: status, hasFault: false, hasDoubt: false })
    : verdict;

/** The verdict on one signature. */
export interface Signer {
  format: ContainerKind;
  level: SignatureLevel;
  verdict: Verdict;
  /** Why the verdict is not `valid`; beside `valid`, what a careful reader should know. */
  reasons: Message[];
  integrity: Integrity;
  chain: ChainStatus;
  /** The signer's own clock, ISO: unverified. */
  claimedSigningTime: string | null;
  timestamp: Timestamp | null;
  /** The time for which chain and revocation were verified: the valid timestamp's, else the time of verification. */
  judgedFor: string;
  revocation: Revocation;
  /** PDF only: false when bytes were added behind the signed revision. */
  coversWholeDocument: boolean | null;
  certificate: CertificateFacts | null;
  /** Separate, so that redaction removes one field. */
  identity: SignerIdentity | null;
}

/** One container around the content; the outermost is first. */
export interface ContainerLevel {
  kind: Exclude<ContainerKind, 'none'>;
  signers: Signer[];
  /** A timestamp over the whole document, as in archived PDFs. */
  documentTimestamps: Timestamp[];
}

/** The unwrapped file. */
export interface Content {
  path: string;
  sizeBytes: number;
  sha256: string;
  /** By its first bytes. */
  mediaType: string;
}

export interface UnwrapResult {
  /** Of the outermost container. */
  kind: ContainerKind;
  levels: ContainerLevel[];
  /** Content of the innermost readable container; null if there is none: a detached signature, or a broken file. */
  content: Content | null;
  /** Why unwrapping ended before the last container; null on success. */
  trouble: Message | null;
}

/** The entry of one certificate in a list or an answer. */

export interface RevocationStatement {
  source: 'crl' | 'ocsp';
  asOf: Date;
  /** Current until then; null: absent. */
  until: Date | null;
  /** It knows certificates that expired at this time or later; null: only those valid when it was issued. */
  keepsExpiredSince: Date | null;
  revokedAt: Date | null;
  /** Revocation reason, by its number in RFC 5280, section 5.3.1; null: absent. */
  reason: number | null;
  /** Whether the absence of a revocation proves validity. A revocation counts either way. */
  provesGood: boolean;
}
