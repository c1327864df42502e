/** Every kind of signature in the country, verified by openssl and pdfsig as independent tools. */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { country } from '#demo-country/country.ts';
import { dayNumber } from '#demo-country/days.ts';
import { installed } from '#test/support/programs.ts';
import { notRun } from '#test/support/skip-report.ts';
import { documentationOn, documentedProcedures } from './documentation.ts';
import { demoTrust, revocationListAt } from './signatures/authority.ts';
import { dayWords } from './texts/facts.ts';
import type { DocumentFile, SignatureKind } from './types.ts';
import { PACKED_DECISIONS } from './uploads.ts';

const FOUNDED = '2026-11-15';
const today = dayNumber(FOUNDED);
const system = country({ seed: 'seals', companies: 400, founded: FOUNDED }).procurement();
const files = documentedProcedures(system).flatMap(
  ({ procedure }) => documentationOn(system, procedure, today)?.files ?? [],
);
/** PDFs changed after signing without a change of a signed byte. */
const FORGERIES = Object.values(PACKED_DECISIONS).filter((signatureKind) => signatureKind !== 'padesPacked');
const [openssl = '', pdfsig = ''] = [installed('openssl'), installed('pdfsig')].map((path) => path ?? '');

const fileWith = (signatureKind: SignatureKind): DocumentFile => {
  const file = files.find((one) => one.signatureKind === signatureKind);
  assert.ok(file, signatureKind);
  return file;
};

const skip = openssl
  ? false
  : notRun('seals of the simulated country, judged by openssl', 'apt-get install -y openssl');
describe('verified by openssl', { skip }, () => {
  let folder: string;
  const at = (name: string): string => join(folder, name);
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'seals-'));
    const { roots, intermediates } = demoTrust();
    writeFileSync(at('root-and-authority.pem'), roots.join('') + intermediates.join(''));
    writeFileSync(at('root.pem'), roots.join(''));
    writeFileSync(at('list.crl'), revocationListAt(Date.parse(`${FOUNDED}T00:00:00Z`)));
    const list = execFileSync(openssl, ['crl', '-inform', 'DER', '-in', at('list.crl')]).toString();
    writeFileSync(at('root-and-list.pem'), roots.join('') + list);
  });
  after(() => rmSync(folder, { recursive: true }));

  /** An empty string for a valid signature, else the message of openssl. The check uses the country’s day, not the machine’s. */
  const verdict = (
    signatureKind: Buffer,
    { more = [] as string[], roots = 'root.pem', ms = Date.parse(`${FOUNDED}T12:00:00Z`) } = {},
  ): string => {
    writeFileSync(at('seal'), signatureKind);
    const trust = ['-CAfile', at(roots), '-purpose', 'any', '-attime', String(Math.floor(ms / 1_000))];
    const run = spawnSync(openssl, [
      'cms',
      '-verify',
      '-cades',
      '-binary',
      '-inform',
      'DER',
      '-in',
      at('seal'),
      '-out',
      at('content'),
      ...trust,
      ...more,
    ]);
    return run.status === 0 ? '' : String(run.stderr);
  };
  const content = (): Buffer => readFileSync(at('content'));
  const startsRight = (bytes: Buffer): boolean => /^(%PDF-|PK)/.test(bytes.subarray(0, 5).toString('latin1'));

  for (const signatureKind of [
    'attached',
    'fragmented',
    'indefinite',
    'pss',
    'elliptic',
    'twoSigners',
    'timestamped',
  ] as const)
    test(`a signature of the kind ${signatureKind} is valid, and openssl extracts its file`, async () => {
      assert.equal(verdict(await fileWith(signatureKind).bytes()), '');
      assert.ok(startsRight(content()) || signatureKind === 'attached');
    });

  test('a file with two signers and fragmented files have the expected structure', async () => {
    const structure = (bytes: Buffer): string => {
      writeFileSync(at('seal'), bytes);
      return execFileSync(openssl, ['asn1parse', '-inform', 'DER', '-in', at('seal')]).toString();
    };
    const count = (text: string, word: RegExp): number => text.match(word)?.length ?? 0;
    assert.equal(count(structure(await fileWith('twoSigners').bytes()), /signingTime/g), 2);
    assert.match(structure(await fileWith('fragmented').bytes()), /cons: +OCTET STRING/);
    assert.match(structure(await fileWith('indefinite').bytes()), /l=inf +cons: +OCTET STRING/);
  });

  test('a nested signature is valid on both levels', async () => {
    assert.equal(verdict(await fileWith('nested').bytes()), '');
    assert.equal(verdict(content()), '');
    assert.ok(startsRight(content()));
  });

  test('a signature without its issuer certificate is valid when the verifier has that certificate', async () => {
    assert.match(verdict(await fileWith('withoutIssuer').bytes()), /unable to get local issuer certificate/);
    assert.equal(verdict(await fileWith('withoutIssuer').bytes(), { roots: 'root-and-authority.pem' }), '');
  });

  test('a base64 signature is valid after decoding', async () => {
    const text = (await fileWith('base64').bytes()).toString('latin1');
    assert.match(text, /^MII/);
    assert.equal(verdict(Buffer.from(text, 'base64')), '');
  });

  test('a detached signature is valid for its own file only', async () => {
    const signatureKind = fileWith('detached');
    const name = signatureKind.name.replace(/\.p7s$/, '');
    const notice = signatureKind.code.split('/', 1)[0] ?? '';
    const file = files.find((one) => one.name === name && one.code.startsWith(notice));
    assert.ok(file);
    writeFileSync(at('file'), await file.bytes());
    assert.equal(verdict(await signatureKind.bytes(), { more: ['-content', at('file')] }), '');
    writeFileSync(at('file'), 'altceva');
    assert.match(verdict(await signatureKind.bytes(), { more: ['-content', at('file')] }), /content verify error/);
  });

  test('each defective signature has the defect of its name', async () => {
    const bytes = async (signatureKind: SignatureKind): Promise<Buffer> => fileWith(signatureKind).bytes();
    assert.match(verdict(await bytes('expired')), /certificate has expired/);
    const signedOn = (fileWith('expired').uploadedOn - 3) * 86_400_000 + 10 * 3_600_000;
    assert.equal(verdict(await bytes('expired'), { ms: signedOn }), '');
    assert.match(verdict(await bytes('expiredTimestamped')), /certificate has expired/);
    assert.match(verdict(await bytes('untrusted')), /self-signed certificate in certificate chain/);
    assert.match(verdict(await bytes('altered')), /content verify error/);
    const entries = { more: ['-crl_check'], roots: 'root-and-list.pem' };
    assert.equal(verdict(await bytes('revoked')), '', 'without a revocation check the signature is valid');
    // The embedded revocation list is valid for a week.
    const ms = fileWith('revoked').uploadedOn * 86_400_000;
    assert.match(verdict(await bytes('revoked'), { more: ['-crl_check'], ms }), /certificate revoked/);
    assert.equal(verdict(await bytes('attached'), entries), '');
  });

  test('timestamps cover the signature value and chain to the root', async () => {
    for (const signatureKind of ['timestamped', 'expiredTimestamped'] as const) {
      const bytes = await fileWith(signatureKind).bytes();
      writeFileSync(at('seal'), bytes);
      const lines = execFileSync(openssl, ['asn1parse', '-inform', 'DER', '-in', at('seal')])
        .toString()
        .split('\n');
      const attribute = lines.findIndex((line) => line.includes('id-smime-aa-timeStampToken'));
      writeFileSync(at('token'), valueAt(bytes, lines[attribute + 2]));
      // The last octet string before the attribute is the signature.
      const signature = lines.slice(0, attribute).findLast((line) => / prim: +OCTET STRING/.test(line));
      writeFileSync(at('signed'), valueAt(bytes, signature, true));
      const run = spawnSync(openssl, [
        'ts',
        '-verify',
        '-token_in',
        '-in',
        at('token'),
        '-data',
        at('signed'),
        '-CAfile',
        at('root.pem'),
      ]);
      assert.match(String(run.stdout), /Verification: OK/, String(run.stderr));
    }
  });

  test('PDF signatures are valid for their byte ranges, and altered ones are not', async () => {
    for (const [signatureKind, holds, isWhole] of [
      ['pades', true, true],
      ['padesTimestamped', true, true],
      ['padesAltered', false, true],
      ['padesAppended', true, false],
      ['padesLongTerm', true, false],
      ['padesPacked', true, true],
      ...FORGERIES.map((signatureKind) => [signatureKind, true, false] as const),
    ] as const) {
      const pdf = await fileWith(signatureKind).bytes();
      const [start = 0, from = 0, length = 0] = (
        /\/ByteRange \[0 (\d+) (\d+) (\d+)\]/.exec(pdf.toString('latin1')) ?? []
      )
        .slice(1)
        .map(Number);
      writeFileSync(at('covered'), Buffer.concat([pdf.subarray(0, start), pdf.subarray(from, from + length)]));
      const cms = Buffer.from(pdf.subarray(start + 1, from - 1).toString('latin1'), 'hex');
      assert.equal(verdict(cms, { more: ['-content', at('covered')] }) === '', holds, signatureKind);
      assert.equal(from + length === pdf.length, isWhole, signatureKind);
    }
  });

  test('certificates have Romanian names, and the authority declares itself worthless', async () => {
    writeFileSync(at('seal'), await fileWith('revoked').bytes());
    const pem = execFileSync(openssl, [
      'cms',
      '-cmsout',
      '-print',
      '-noout',
      '-inform',
      'DER',
      '-in',
      at('seal'),
      '-nameopt',
      'utf8',
    ]).toString();
    assert.match(pem, /commonName=Ilarion-Virgil P|Ilarion-Virgil/);
    const root = execFileSync(openssl, [
      'x509',
      '-in',
      at('root.pem'),
      '-noout',
      '-subject',
      '-nameopt',
      'utf8',
    ]).toString();
    assert.match(root, /fără valoare/);
  });
});

const blind = pdfsig
  ? false
  : notRun('signatures inside PDF files, judged by pdfsig', 'apt-get install -y poppler-utils');
test('pdfsig gives the same verdicts on PDF signatures', { skip: blind }, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'pdfsig-'));
  t.after(() => rmSync(folder, { recursive: true }));
  for (const [signatureKind, output] of [
    ['pades', /Signature is Valid[\s\S]*Total document signed|Total document signed[\s\S]*Signature is Valid/],
    ['padesAltered', /Digest Mismatch/],
    ['padesAppended', /Not total document signed/],
    ['padesLongTerm', /Not total document signed[\s\S]*Signature is Valid/],
    ['padesPacked', /Total document signed[\s\S]*Signature is Valid/],
    ...FORGERIES.map((signatureKind) => [signatureKind, /Not total document signed[\s\S]*Signature is Valid/] as const),
  ] as const) {
    const path = join(folder, `${signatureKind}.pdf`);
    writeFileSync(path, await fileWith(signatureKind).bytes());
    assert.match(execFileSync(pdfsig, ['-nocert', path]).toString(), output, signatureKind);
  }
});

test('pdftotext extracts the forged text from manipulated PDFs', { skip: blind }, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'pdftotext-'));
  t.after(() => rmSync(folder, { recursive: true }));
  for (const { position, procedure } of documentedProcedures(system)) {
    const signatureKind = PACKED_DECISIONS[position];
    if (signatureKind === undefined) continue;
    const path = join(folder, `${signatureKind}.pdf`);
    const files = documentationOn(system, procedure, today)?.files ?? [];
    writeFileSync(path, (await files.find((file) => file.signatureKind === signatureKind)?.bytes()) ?? '');
    const visible = execFileSync(join(dirname(pdfsig), 'pdftotext'), [path, '-']).toString();
    const later = dayWords(procedure.deadlineOn + 60);
    assert.equal(visible.replace(/\s+/g, ' ').includes(later), signatureKind !== 'padesPacked', signatureKind);
  }
});

/** The content of the value in a line of asn1parse: `  123:d=5  hl=4 l= 256 …`. */
function valueAt(bytes: Buffer, line = '', isContent = false): Buffer {
  const [, offset, head, length] = (/^ *(\d+):d=\d+ +hl=(\d+) +l= *(\d+)/.exec(line) ?? []).map(Number);
  const start = (offset ?? 0) + (isContent ? (head ?? 0) : 0);
  return bytes.subarray(start, (offset ?? 0) + (head ?? 0) + (length ?? 0));
}
