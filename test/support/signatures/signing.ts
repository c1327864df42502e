/** Signed containers by openssl, and this project’s verdict on a file. */
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bytesInMemory } from '#lib/signatures/bytes-at.ts';
import { readCertificates } from '#lib/signatures/certificate.ts';
import { verifyPdf } from '#lib/signatures/pdf/pades.ts';
import type { Trust } from '#lib/signatures/trust-store.ts';
import { unwrapContainer } from '#lib/signatures/unwrap.ts';
import type { Signer, UnwrapResult } from '#lib/signatures/verdict.ts';
import { type MadeEntry, madeZip } from '#test/support/raw-zip.ts';
import type { Authorities } from './authorities.ts';
import { addUnsigned, sealTree, signatureOf } from './der-tree.ts';
import { opensslAgrees } from './openssl.ts';

export const TEXT = 'Oferta tehnică: 120 de scaune, livrare în 30 de zile.\n';

/** A signed container in DER around the text; `more`: additional openssl options. */
export function seal(created: Authorities, signer: string, more: string[] = [], content = TEXT): Buffer {
  created.write('content.txt', content);
  const who = ['-signer', `${signer}.pem`, '-inkey', `${signer}.key`, '-certfile', 'authority.pem'];
  const what = ['-in', 'content.txt', '-outform', 'DER', '-out', 'sealed.p7m'];
  created.run(
    'cms',
    '-sign',
    '-binary',
    '-nodetach',
    ...who,
    ...what,
    ...(more.includes('-noattr') ? [] : ['-cades']),
    ...more,
  );
  return created.read('sealed.p7m');
}

/** A detached signature in DER. */
export function detached(created: Authorities, content: Buffer | string, signer = 'p256', more: string[] = []): Buffer {
  created.write('signed', content);
  const who = ['-signer', `${signer}.pem`, '-inkey', `${signer}.key`, '-certfile', 'authority.pem'];
  created.run(
    'cms',
    '-sign',
    '-binary',
    '-cades',
    ...who,
    '-in',
    'signed',
    '-outform',
    'DER',
    '-out',
    'signed.p7s',
    ...more,
  );
  return created.read('signed.p7s');
}

/** A timestamp token over some bytes. */
export function token(created: Authorities, bytes: Buffer, by = 'stamper'): Buffer {
  created.write('stamped', bytes);
  created.run('ts', '-query', '-data', 'stamped', '-sha256', '-cert', '-out', 'query.tsq');
  const who = ['-signer', `${by}.pem`, '-inkey', `${by}.key`, '-chain', 'authority.pem'];
  const how = ['-config', 'openssl.cnf', '-section', 'stamps', '-token_out'];
  created.run('ts', '-reply', ...how, '-queryfile', 'query.tsq', ...who, '-out', 'token.der');
  return created.read('token.der');
}

/** The same container with a timestamp over its signature, or over other bytes. */
export function stamped(created: Authorities, der: Buffer, by = 'stamper', over?: Buffer): Buffer {
  const tree = sealTree(der);
  for (const info of tree.signerInfos) {
    addUnsigned(info, '1.2.840.113549.1.9.16.2.14', token(created, over ?? signatureOf(info).body, by));
  }
  return tree.bytes();
}

export const pemBytes = (pem: Buffer): Uint8Array =>
  Buffer.from(pem.toString('latin1').replace(/-----[^-]+-----|\s/g, ''), 'base64');

/** With a current list of the root, and these, or current lists of all other authorities. */
export const trustIn = (created: Authorities, lists?: Buffer[], helpers: string[] = []): Trust => ({
  anchors: readCertificates([pemBytes(created.read('root.pem'))]),
  timeAnchors: [],
  helpers: readCertificates(helpers.map((name) => pemBytes(created.read(`${name}.pem`)))),
  listsOf: () => (lists === undefined ? created.lists() : [...lists, ...created.lists('root')]),
});

export interface Asked {
  trust?: Trust;
  now?: Date;
  signed?: string;
}

export interface Result extends UnwrapResult {
  text: string | null;
  signers: Signer[];
}

/** This project’s result for these bytes. */
export function opened(created: Authorities, bytes: Buffer | string, requested: Asked = {}): Result {
  const into = mkdtempSync(join(created.folder, 'out', 'x'));
  const path = created.write(join('out', `${into.split('/').at(-1)}.in`), bytes);
  const { trust = trustIn(created), now = new Date(), signed } = requested;
  const result = unwrapContainer({ path, into, trust, now, ...(signed === undefined ? {} : { signed }) });
  const text = result.content && readFileSync(result.content.path, 'utf8');
  return { ...result, text, signers: result.levels.flatMap((level) => level.signers) };
}

/** Verdicts with reasons, in the format of `verdictOf`. */
export const VALID = 'valid';
/** Without a current list. */
export const NOTE = 'indeterminate revocationNotChecked';
export const EARLIER = `${VALID} revisionEarlier`;
export const CHANGED = 'indeterminate revisionChanged';
export const UNCLEAR = 'indeterminate revisionUnclear';
export const REWRITTEN = 'indeterminate revisionRewritten';

/** The verdicts on a PDF, without temporary files. */
export const judgedPdf = (created: Authorities, bytes: Buffer): string =>
  verdictOf({ signers: verifyPdf(bytesInMemory(bytes), trustIn(created), new Date())?.signers ?? [] });

export const verdictOf = ({ signers }: Pick<Result, 'signers'>): string =>
  signers.map(({ verdict, reasons }) => [verdict, ...reasons.map(codeOf)].join(' ')).join('; ');

const codeOf = ({ code }: { code: string }): string => code.replace('seals.', '');

/** The verdict of openssl on an attached signature. */
export function opensslSays(created: Authorities, der: Buffer, more: string[] = []): boolean {
  created.write('judged.p7m', der);
  const how = ['-inform', 'DER', '-in', 'judged.p7m', '-CAfile', 'root.pem', '-binary', '-out', 'judged.txt'];
  return opensslAgrees(created.folder, 'cms', '-verify', ...how, '-purpose', 'any', ...more);
}

/** By name: the signer, and additional openssl options. */
export const GOOD: Record<string, [signer: string, more: string[]]> = {
  'an RSA signature': ['rsa', []],
  'an RSA-PSS signature': ['rsa', ['-keyopt', 'rsa_padding_mode:pss']],
  'an RSA-PSS signature with a salt of its own': [
    'rsa',
    ['-keyopt', 'rsa_padding_mode:pss', '-keyopt', 'rsa_pss_saltlen:17'],
  ],
  'a signature on P-256': ['p256', []],
  'a signature on P-384 with SHA-384': ['p384', ['-md', 'sha384']],
  'a signature on a brainpool curve': ['brainpool', []],
  'SHA-512 as digest': ['rsa', ['-md', 'sha512']],
  'SHA-224 as digest': ['rsa', ['-md', 'sha224']],
  'content in pieces of unknown number': ['rsa', ['-stream']],
  'a signer named by the identifier of the key': ['p256', ['-keyid']],
  'a key identifier that is no digest of the key': ['otherid', ['-keyid']],
  'a certificate for signing documents, among others,': ['fordocuments', []],
  'an authority for mail, among others,': ['belowformail', ['-certfile', 'formail.pem']],
};

const NOT_CHECKED = 'revocationNotChecked';

/** Intact, but without proof of the signer. 'reasons': the codes of the verdict. */
export const DOUBTED: Record<string, [signer: string, more: string[], reasons: string]> = {
  'an expired certificate': ['expired', [], `certificateExpired ${NOT_CHECKED}`],
  'a certificate of the future': ['future', [], 'certificateNotYetValid'],
  'a certificate of a stranger': ['untrusted', ['-certfile', 'stranger.pem'], `issuerUntrusted ${NOT_CHECKED}`],
  'an issuer that is missing': ['untrusted', [], `issuerMissing ${NOT_CHECKED}`],
  'a certificate for encryption': ['encipher', [], 'certificateUnfit'],
  'a certificate for servers': ['server', [], 'certificateUnfit'],
  'a certificate for signing in to servers': ['client', [], 'certificateUnfit'],
  'a certificate for timestamps': ['stamper', [], 'certificateUnfit'],
  'a critical constraint that nobody knows': ['constrained', [], 'constraintUnsupported'],
  'an authority for certain names only': ['beyond', ['-certfile', 'confined.pem'], 'constraintUnsupported'],
  'a key of 1,024 bits': ['weakkey', [], 'weakKey'],
  'a curve of 112 bits': ['wtls8', [], 'weakKey'],
  'an authority with a key of 1,024 bits': ['belowweak', ['-certfile', 'weakauthority.pem'], 'weakKey'],
  'an authority for servers only': ['belowforservers', ['-certfile', 'forservers.pem'], 'issuerUnfit'],
  'an authority for timestamps only': ['belowfortime', ['-certfile', 'fortime.pem'], 'issuerUnfit'],
  'a certificate that was signed over SHA-1': ['sha1', [], 'weakDigest'],
  'SHA-1 as digest': ['rsa', ['-md', 'sha1'], 'weakDigest'],
  'a certificate that is left out': ['p256', ['-nocerts'], 'certificateMissing'],
  'no signed attributes': ['rsa', ['-noattr'], 'attributesMissing'],
};

export const SHA256 = 'http://www.w3.org/2001/04/xmlenc#sha256';
export const FILES = { 'Ofertă tehnică.txt': TEXT, 'b.txt': 'Anexa' };

export const entry = (name: string, content: Buffer | string): MadeEntry => ({ name, content: Buffer.from(content) });
export const container = (kind: 's' | 'e', ...entries: MadeEntry[]): Buffer =>
  madeZip([entry('mimetype', `application/vnd.etsi.asic-${kind}+zip`), ...entries], { stored: true });
export const entriesOf = (files: Record<string, string> = FILES): MadeEntry[] =>
  Object.entries(files).map(([name, content]) => entry(name, content));

/** The list of files with their digests. */
export const manifest = (files: Record<string, string> = FILES, signature = 'META-INF/signature001.p7s'): string =>
  `<?xml version="1.0" encoding="UTF-8"?><asic:ASiCManifest xmlns:asic="http://uri.etsi.org/02918/v1.2.1#" xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><asic:SigReference URI="${signature}" MimeType="application/pkcs7-signature"/>${Object.entries(
    files,
  )
    .map(
      ([name, content]) =>
        `<asic:DataObjectReference URI="${encodeURIComponent(name)}"><ds:DigestMethod Algorithm="${SHA256}"/><ds:DigestValue>${createHash('sha256').update(content).digest('base64')}</ds:DigestValue></asic:DataObjectReference>`,
    )
    .join('')}</asic:ASiCManifest>`;

export const extended = (list: string, signature: Buffer, entries = entriesOf()): Buffer =>
  container(
    'e',
    ...entries,
    entry('META-INF/ASiCManifest001.xml', list),
    entry('META-INF/signature001.p7s', signature),
  );
