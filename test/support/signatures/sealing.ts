/** Seals as openssl makes them, and our verdict on a file. */
import { mkdtempSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bytesInMemory } from '#lib/signatures/bytes-at.ts';
import { readCertificates } from '#lib/signatures/certificate.ts';
import { judgePdf } from '#lib/signatures/pades.ts';
import type { Trust } from '#lib/signatures/trust.ts';
import { unseal } from '#lib/signatures/unwrap.ts';
import type { Signer, Unsealed } from '#lib/signatures/verdict.ts';
import type { Authorities } from './authorities.ts';
import { addUnsigned, sealTree, signatureOf } from './der-tree.ts';
import { opensslAgrees } from './openssl.ts';

export const TEXT = 'Oferta tehnică: 120 de scaune, livrare în 30 de zile.\n';

/** A seal in DER around the text; `more` are further options of openssl. */
export function seal(made: Authorities, signer: string, more: string[] = [], content = TEXT): Buffer {
  made.write('content.txt', content);
  const who = ['-signer', `${signer}.pem`, '-inkey', `${signer}.key`, '-certfile', 'authority.pem'];
  const what = ['-in', 'content.txt', '-outform', 'DER', '-out', 'sealed.p7m'];
  made.run(
    'cms',
    '-sign',
    '-binary',
    '-nodetach',
    ...who,
    ...what,
    ...(more.includes('-noattr') ? [] : ['-cades']),
    ...more,
  );
  return made.read('sealed.p7m');
}

/** A token of a time-stamping authority over some bytes. */
export function token(made: Authorities, bytes: Buffer, by = 'stamper'): Buffer {
  made.write('stamped', bytes);
  made.run('ts', '-query', '-data', 'stamped', '-sha256', '-cert', '-out', 'query.tsq');
  const who = ['-signer', `${by}.pem`, '-inkey', `${by}.key`, '-chain', 'authority.pem'];
  const how = ['-config', 'openssl.cnf', '-section', 'stamps', '-token_out'];
  made.run('ts', '-reply', ...how, '-queryfile', 'query.tsq', ...who, '-out', 'token.der');
  return made.read('token.der');
}

/** The same seal with a timestamp over its signature, or over other bytes. */
export function stamped(made: Authorities, der: Buffer, by = 'stamper', over?: Buffer): Buffer {
  const tree = sealTree(der);
  for (const info of tree.signerInfos) {
    addUnsigned(info, '1.2.840.113549.1.9.16.2.14', token(made, over ?? signatureOf(info).body, by));
  }
  return tree.bytes();
}

export const pemBytes = (pem: Buffer): Uint8Array =>
  Buffer.from(pem.toString('latin1').replace(/-----[^-]+-----|\s/g, ''), 'base64');

export const trustIn = (made: Authorities, lists: Buffer[] = [], helpers: string[] = []): Trust => ({
  anchors: readCertificates([pemBytes(made.read('root.pem'))]),
  timeAnchors: [],
  helpers: readCertificates(helpers.map((name) => pemBytes(made.read(`${name}.pem`)))),
  listsOf: () => lists,
});

export interface Asked {
  trust?: Trust;
  now?: Date;
  signed?: string;
}

export interface Result extends Unsealed {
  text: string | null;
  signers: Signer[];
}

/** What we say of these bytes. */
export function opened(made: Authorities, bytes: Buffer | string, asked: Asked = {}): Result {
  const into = mkdtempSync(join(made.folder, 'out', 'x'));
  const path = made.write(join('out', `${into.split('/').at(-1)}.in`), bytes);
  const { trust = trustIn(made), now = new Date(), signed } = asked;
  const result = unseal({ path, into, trust, now, ...(signed === undefined ? {} : { signed }) });
  const text = result.content && readFileSync(result.content.path, 'utf8');
  return { ...result, text, signers: result.levels.flatMap((level) => level.signers) };
}

/** Verdict and the codes of its reasons, of the only signer: `indeterminate certificateExpired`. */
/** Verdicts with their reasons, as `verdictOf` writes them. */
export const NOTE = 'valid revocationNotChecked';
export const EARLIER = `${NOTE} revisionEarlier`;
export const CHANGED = 'indeterminate revisionChanged revocationNotChecked';
export const UNCLEAR = 'indeterminate revisionUnclear revocationNotChecked';
export const REWRITTEN = 'indeterminate revisionRewritten revocationNotChecked';

/** The verdicts on a PDF, without files in between. */
export const judgedPdf = (made: Authorities, bytes: Buffer): string =>
  verdictOf({ signers: judgePdf(bytesInMemory(bytes), trustIn(made), new Date())?.signers ?? [] });

export const verdictOf = ({ signers }: Pick<Result, 'signers'>): string =>
  signers.map(({ verdict, reasons }) => [verdict, ...reasons.map(codeOf)].join(' ')).join('; ');

const codeOf = ({ code }: { code: string }): string => code.replace('seals.', '');

/** What openssl itself says of an attached seal. */
export function opensslSays(made: Authorities, der: Buffer, more: string[] = []): boolean {
  made.write('judged.p7m', der);
  const how = ['-inform', 'DER', '-in', 'judged.p7m', '-CAfile', 'root.pem', '-binary', '-out', 'judged.txt'];
  return opensslAgrees(made.folder, 'cms', '-verify', ...how, '-purpose', 'any', ...more);
}
