/**
 * The certificate authority of the invented country with its timestamps, revocation list and clerks, and an untrusted root.
 * Only a demo may trust them: their keys are public.
 */
import { createHash } from 'node:crypto';
import { type Certificate, certificateOf, type Issue, pem, type Revoked, revocationList } from './certificate.ts';
import { ellipticKey, numberOf, rsaKey, type SigningKey } from './keys.ts';

export interface Clerk {
  surname: string;
  givenName: string;
  organisation: string;
}

/** Status of a signer's certificate at signing time. */
export type CertificateStatus = 'trusted' | 'elliptic' | 'expired' | 'revoked' | 'untrusted';

/** The signer's certificate, then the embedded ones of authorities. */
export type Chain = readonly [Certificate, ...Certificate[]];

const ORGANISATION = 'Certificare Demonstrativă SA (fără valoare)';
const DAY_MS = 86_400_000;
export const LIST_PATH = '/clasa3.crl';
const LIST_ADDRESS = `http://crl.certificare-demo.example${LIST_PATH}`;
const years = (from: number, until: number) => ({ from: Date.UTC(from, 0, 1), until: Date.UTC(until, 0, 1) - 1_000 });

const once = <Value>(make: () => Value): (() => Value) => {
  let value: Value | undefined;
  return () => {
    value ??= make();
    return value;
  };
};

const rootOf = (commonName: string, word: string) =>
  certificateOf({
    subject: { commonName, organisation: ORGANISATION },
    key: rsaKey(word),
    serial: serialOf(commonName),
    ...years(2010, 2065),
    use: 'root',
  });

const root = once(() => rootOf('Autoritatea Rădăcină Demo', 'root'));
const stranger = once(() => rootOf('Rădăcină Necunoscută', 'stranger'));
const issue = (use: Issue['use'], commonName: string, word: string) =>
  certificateOf({
    subject: { commonName, organisation: ORGANISATION, ...(use === 'authority' && { unit: 'Clasa 3' }) },
    key: rsaKey(word),
    serial: serialOf(commonName),
    ...years(2012, 2064),
    use,
    issuer: root(),
  });
const authority = once(() => issue('authority', 'Certificare Demo Clasa 3 G2', 'authority'));
const timeAuthority = once(() => issue('timestamps', 'Marcă Temporală Demo', 'timestamps'));

export const timestampChain = (): Chain => [timeAuthority()];

/** Root and intermediate, which some signatures omit. The country's trusted list names the authority that issues certificates, not its root. */
export const demoTrust = () => ({
  roots: [pem(root())],
  intermediates: [pem(authority())],
});

export interface QualifiedService {
  kind: 'CA/QC' | 'TSA/QTST';
  name: string;
  certificate: Buffer;
}

export const qualifiedServices = (): QualifiedService[] => [
  { kind: 'CA/QC', name: 'Certificare Demo Clasa 3 G2', certificate: authority().der },
  { kind: 'TSA/QTST', name: 'Marcă Temporală Demo', certificate: timeAuthority().der },
];

/** A clerk's certificate at signing time, the same within a year. */
export function chainOf(clerk: Clerk, status: CertificateStatus, signedAt: number): Chain {
  const year = new Date(signedAt).getUTCFullYear();
  const validity = status === 'expired' ? expiring(signedAt) : years(year, year + 3);
  const word = `${clerk.surname} ${clerk.givenName} ${clerk.organisation} ${status} ${validity.from}`;
  const certificate = certificates.getOrInsertComputed(word, () =>
    certificateOf({
      subject: subjectOf(clerk, word),
      key: clerkKey(word, status),
      serial: serialOf(word),
      ...validity,
      use: 'signer',
      issuer: status === 'untrusted' ? stranger() : authority(),
      ...(status !== 'untrusted' && { revocations: LIST_ADDRESS }),
    }),
  );
  return status === 'untrusted' ? [certificate, stranger()] : [certificate, authority()];
}

/** Certificates are small, and a country has few clerks. */
const certificates = new Map<string, Certificate>();

/** Good for a day and a half after the signature, and no longer when the file is uploaded. */
const expiring = (signedAt: number) => ({ from: signedAt - 2 * 365 * DAY_MS, until: signedAt + 1.5 * DAY_MS });

/** Generating a key is slow: clerks share a few. */
const CLERK_KEYS = 4;
const clerkKey = (word: string, status: CertificateStatus): SigningKey =>
  status === 'elliptic' ? ellipticKey('clerk') : rsaKey(`clerk ${Number(serialOf(word) % BigInt(CLERK_KEYS)) + 1}`);

const subjectOf = ({ surname, givenName, organisation }: Clerk, word: string) => ({
  commonName: `${givenName} ${surname}`,
  surname,
  givenName,
  // In the format of Romanian authorities: a day, letters of the name, a count. Never a personal number.
  serialNumber: `2004${String(serialOf(word) % 10_000n).padStart(4, '0')}${letters(surname)}${letters(givenName).slice(0, 1)}1`,
  organisation,
});

const letters = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/[^A-Za-z]/g, '')
    .slice(0, 2)
    .toUpperCase();

/** Eighty bits, never the same for two words. */
const serialOf = (word: string): bigint =>
  numberOf(createHash('sha256').update(word).digest().subarray(0, 10)) | (1n << 78n);

/** A consultant whose smart card is stolen every year; later signatures are a thief's. */
export const robbedClerk: Clerk = {
  surname: 'Păgubașu',
  givenName: 'Ilarion-Virgil',
  organisation: 'Consultanță pentru Achiziții Valea Cucului SRL',
};

const FIRST_THEFT = 2018;

/** The list that signers embed. */
export const revocationListAt = (at: number): Buffer => revocationList(authority(), revokedBy(at), at);

/** The list that the authority publishes, made anew every day. */
export const publishedListOn = (day: number): Buffer =>
  revocationList(authority(), revokedBy(day * DAY_MS), day * DAY_MS, true);

function revokedBy(at: number): Revoked[] {
  const until = new Date(at).getUTCFullYear();
  const stolen = Array.from({ length: Math.max(0, until - FIRST_THEFT + 1) }, (_, i) => FIRST_THEFT + i);
  return stolen.map((year) => {
    const [certificate] = chainOf(robbedClerk, 'revoked', Date.UTC(year, 0, 2));
    return { serial: certificate.serial, on: Date.UTC(year, 0, 1, 9) };
  });
}
