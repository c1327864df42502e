/** The verify command: each kind of signed file, each exit code, and the same verdicts as those of the service. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { createOpener } from '#domain/documents/opener/opener.ts';
import { firmoteca } from '#test/support/cli.ts';
import { changedEnvironment, type Restore } from '#test/support/environment.ts';
import { madeZip } from '#test/support/raw-zip.ts';
import { type Authorities, makeAuthorities } from '#test/support/signatures/authorities.ts';
import { withoutOpenssl } from '#test/support/signatures/openssl.ts';
import { signedPdf } from '#test/support/signatures/signed-pdf.ts';
import { seal, TEXT } from '#test/support/signatures/signing.ts';
import { DEMO_KEY, type SmallService, smallService } from '#test/support/small-service.ts';
import { type CollectedPlace, collectedPlace } from '#test/support/stored-documents.ts';
import { isLongTier } from '#test/support/tier.ts';

// biome-ignore lint/suspicious/noExplicitAny: lines of JSON; each test checks the members that it reads.
type Any = any;

const UNSIGNED = '%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n';
const LAUNCHER = join(import.meta.dirname, '../../bin/firmoteca');
const ABOVE_BOUND_BYTES = 2_000_000_001;

describe('npx firmoteca verify', { skip: withoutOpenssl() }, () => {
  let created: Authorities;
  let restore: Restore;
  const data = mkdtempSync(join(tmpdir(), 'firmoteca-verify-data-'));
  const folder = join(data, 'files');
  const temporary = join(data, 'temporary');
  const store = join(data, 'trust');
  const put = (name: string, bytes: Buffer | string): void => writeFileSync(join(folder, name), bytes);
  const verify = (...args: string[]) =>
    firmoteca(['verify', ...args], { FIRMOTECA_DATA: data, FIRMOTECA_COUNTRY: 'romania' }, { cwd: folder });
  const lines = async (...args: string[]): Promise<{ code: number; judged: Any[] }> => {
    const { code, stdout } = await verify('--json', ...args);
    return {
      code,
      judged: stdout
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line)),
    };
  };

  before(() => {
    created = makeAuthorities();
    created.issue('p256', { subject: '/C=RO/O=Primăria Exemplu/CN=POPESCU ION' });
    created.issue('revoked');
    for (const each of [folder, temporary, ...['authorities', 'helpers', 'lists'].map((kind) => join(store, kind))])
      mkdirSync(each, { recursive: true });
    restore = changedEnvironment({ TMPDIR: temporary });
    writeFileSync(join(store, 'authorities/root.pem'), created.read('root.pem'));
    writeFileSync(join(store, 'helpers/authority.pem'), created.read('authority.pem'));
    writeFileSync(
      join(store, 'lists/authority.crl'),
      created.list('authority', { revoked: new Date(Date.now() - 86_400_000) }),
    );
    writeFileSync(join(store, 'lists/root.crl'), created.lists('root')[0] as Buffer);
    const attached = seal(created, 'p256');
    created.run('cms', '-sign', '-binary', '-cades', ...signer('p256'), ...DETACHED);
    const detached = created.read('detached.p7s');
    put('contract.pdf', signedPdf(created, [{ signer: 'p256' }]));
    put('offer.txt', TEXT);
    put('other.txt', `${TEXT}!`);
    put('offer.txt.p7m', attached);
    put('offer.txt.p7s', detached);
    put('revoked.p7m', seal(created, 'revoked'));
    put('container.asice', container(TEXT, detached));
    put('altered.asice', container(`${TEXT}!`, detached));
    put('altered.p7m', Buffer.from(attached.toString('latin1').replace('120 de', '920 de'), 'latin1'));
    put('cut.p7m', attached.subarray(0, 200));
    put('unsigned.pdf', UNSIGNED);
    put('garbage.p7s', Buffer.from([7, 1, 2, 3, 0, 0xff, 0xfe]));
    put('empty.p7m', '');
    put('huge.pdf', '%PDF-1.7\n');
    truncateSync(join(folder, 'huge.pdf'), ABOVE_BOUND_BYTES);
    // A signed file as content: its own signature is verified after the one over it.
    created.run(
      'cms',
      '-sign',
      '-binary',
      '-cades',
      ...signer('p256'),
      '-in',
      join(folder, 'offer.txt.p7m'),
      ...TO_DETACHED,
    );
    put('around.p7s', created.read('detached.p7s'));
  });
  after(() => {
    created.remove();
    restore();
    rmSync(data, { recursive: true });
  });

  test('each kind of file gets its verdict, and the most severe one gives the exit code', async () => {
    for (const [code, ...files] of [
      [0, 'contract.pdf valid', 'offer.txt.p7m valid', 'container.asice valid'],
      [3, 'contract.pdf valid', 'revoked.p7m indeterminate'],
      [3, 'contract.pdf valid', 'unsigned.pdf unsigned', 'garbage.p7s unsigned'],
      [1, 'revoked.p7m indeterminate', 'altered.p7m invalid', 'altered.asice invalid', 'contract.pdf valid'],
      [2, 'altered.p7m invalid', 'cut.p7m unreadable', 'contract.pdf valid'],
    ] as const) {
      const { code: found, judged: verdicts } = await lines(...files.map((each) => each.split(' ')[0] ?? ''));
      assert.deepEqual(
        verdicts.map(({ file, verdict }) => `${file} ${verdict}`),
        files,
      );
      assert.equal(found, code, files.join());
    }
  });

  test('an unreadable file is reported with the reason, and the other files are verified', async () => {
    const { code, judged: verdicts } = await lines(
      'absent.pdf',
      '.',
      'empty.p7m',
      'huge.pdf',
      'cut.p7m',
      'a*b.pdf',
      'contract.pdf',
    );
    assert.equal(code, 2);
    assert.deepEqual(
      verdicts.map(({ verdict }) => verdict),
      [...Array(6).fill('unreadable'), 'valid'],
    );
    const reasons = [
      /no such file/,
      /a folder/,
      /is empty/,
      /larger than the limit for opening/,
      /ends before/,
      /asterisk/,
    ];
    for (const [i, reason] of reasons.entries()) assert.match(verdicts[i].reason, reason);
    const { stdout } = await verify('absent.pdf');
    assert.equal(stdout, 'absent.pdf: unreadable\n  There is no such file.\n');
    assert.deepEqual(readdirSync(temporary), []);
  });

  test('a detached signature is valid with its content, and indeterminate without it', async () => {
    const alone = await lines('offer.txt.p7s');
    assert.deepEqual([alone.code, alone.judged[0].verdict, alone.judged[0].content], [3, 'indeterminate', null]);
    assert.equal(alone.judged[0].signatures[0].reasons[0].code, 'seals.contentMissing');
    const together = await lines('offer.txt.p7s', '--content', 'offer.txt');
    assert.deepEqual(
      [together.code, together.judged[0].verdict, together.judged[0].content],
      [0, 'valid', 'offer.txt'],
    );
    const other = await lines('offer.txt.p7s', '--content', 'other.txt');
    assert.deepEqual([other.code, other.judged[0].verdict], [1, 'invalid']);
    const both = await lines('offer.txt.p7s', 'around.p7s', '--content', 'offer.txt.p7m');
    assert.deepEqual(
      both.judged.map(({ verdict, content, signatures }) => [verdict, content, signatures.length]),
      [
        ['invalid', 'offer.txt.p7m', 2],
        ['valid', 'offer.txt.p7m', 2],
      ],
    );
  });

  test('wrong usage gives an error with exit code 2', async () => {
    for (const [args, sentence] of [
      [[], /Say which files/],
      [['offer.txt.p7s', '--content', 'absent.txt'], /--content absent\.txt: There is no such file/],
      [['offer.txt.p7s', '--content', '.'], /--content \.: This is a folder/],
      [['offer.txt.p7s', '--content', 'offer.txt', '--content', 'other.txt'], /--content once/],
      [['offer.txt.p7s', '--content'], /argument missing/],
      [['contract.pdf', '--trust', 'absent'], /--trust absent: This is not there/],
      [['contract.pdf', '--trust', '.'], /no trust store, which has folders authorities, time, helpers, lists/],
      [['contract.pdf', '--frobnicate'], /Unknown option/],
    ] as const) {
      const { code, stdout, stderr } = await verify(...args);
      assert.equal(code, 2, args.join(' '));
      assert.match(stderr, sentence);
      assert.match(stdout, /npx firmoteca verify FILE/);
    }
    const { code, stdout, stderr } = await verify('offer.txt.p7m', 'offer.txt.p7s', '--content', 'offer.txt');
    assert.equal(code, 2);
    assert.equal(stderr, 'offer.txt.p7m is no detached signature: --content does not belong to it.\n');
    assert.match(stdout, /^offer\.txt\.p7s: valid$/m);
  });

  test('an empty trust store gives an unknown chain, and a broken file in it is an error', async () => {
    const other = join(data, 'other');
    mkdirSync(join(other, 'authorities'), { recursive: true });
    const nobody = await lines('contract.pdf', '--trust', other);
    const [signature] = nobody.judged[0].signatures;
    assert.deepEqual(
      [nobody.code, signature.chain, signature.reasons[0].code],
      [3, 'unknown', 'seals.trustStoreEmpty'],
    );
    writeFileSync(join(other, 'authorities/broken.pem'), 'nothing');
    assert.match(
      (await verify('contract.pdf', '--trust', other)).stderr,
      /broken\.pem in the trust store cannot be read/,
    );
  });

  test('control characters and newlines in a file name or signer create no extra output lines', async () => {
    created.issue('forger', { subject: '/C=RO/CN=X\ncontract.pdf: valid\u001b[1A' });
    const name = 'forged.p7m: invalid\ncontract.pdf: valid\u001b[1A';
    put(name, seal(created, 'forger'));
    const { stdout } = await verify(name);
    assert.match(stdout, /^forged\.p7m: invalid contract\.pdf: valid\\u001b\[1A: valid$/m);
    assert.match(stdout, /signer +X contract\.pdf: valid/);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: none is to be printed
    assert.doesNotMatch(stdout, /^contract\.pdf|\u001b/m);
  });

  test('a closed output and a stopped command exit with code 2 and leave no temporary files', async () => {
    const start = () =>
      spawn(LAUNCHER, ['verify', '--json', 'contract.pdf', 'altered.p7m', 'contract.pdf'], {
        cwd: folder,
        env: { PATH: process.env.PATH, FIRMOTECA_DATA: data, FIRMOTECA_COUNTRY: 'romania', TMPDIR: temporary },
        stdio: ['ignore', 'pipe', 'ignore'],
      });
    const unread = start();
    unread.stdout.destroy();
    assert.deepEqual(await once(unread, 'exit'), [2, null]);
    const stopped = start();
    await once(stopped.stdout, 'data');
    stopped.kill('SIGTERM');
    assert.deepEqual(await once(stopped, 'exit'), [2, null]);
    assert.deepEqual(readdirSync(temporary), []);
  });

  test('the examples of the documentation run', async () => {
    const page = readFileSync(join(import.meta.dirname, '../../docs/trust.md'), 'utf8');
    const examples = [...page.matchAll(/^npx firmoteca verify (.*?) *#/gm)].map(([, args = '']) => args.split(' '));
    assert.equal(examples.length, 5);
    for (const args of examples) {
      const { code, stderr } = await verify(...args.map((word) => word.replace('/srv/trust', store)));
      assert.deepEqual([code, stderr], [0, ''], args.join(' '));
    }
    const [, sample = ''] = /```text\n(contract\.pdf: [^`]+)```/.exec(page) ?? [];
    // Times and numbers differ from run to run.
    const shape = (text: string): string =>
      text.replace(/[0-9T:.-]{19,}Z/g, 'TIME').replace(/ [0-9A-F]{4,} of/, ' N of');
    assert.equal(shape((await verify('contract.pdf')).stdout), shape(sample));
  });

  describe('verdicts of the service', { skip: !isLongTier }, () => {
    let service: SmallService;
    let location: CollectedPlace;
    before(async () => {
      service = await smallService();
      location = await collectedPlace(service.store.documents);
    });
    after(async () => {
      await service.close();
      rmSync(location.trust, { recursive: true });
    });

    test('the facts of a signature equal those of the signers operation', async () => {
      const names = ['altered.asice', 'altered.p7m', 'contract.pdf', 'cut.p7m', 'garbage.p7s', 'offer.txt'];
      names.push('offer.txt.p7s', 'revoked.p7m', 'unsigned.pdf', 'container.asice', 'offer.txt.p7m');
      const notice = 'CN2000070';
      for (const [i, name] of names.entries())
        await location.store({
          notice,
          version: 1,
          code: `${notice}/${String(i).padStart(5, '0')}`,
          name,
          bytes: readFileSync(join(folder, name)),
        });
      const opener = createOpener({ ...location, trust: store });
      await opener.openDocuments(notice, 1, new AbortController().signal);
      opener.close();
      const response = await fetch(`${service.origin}/api/sicap/procedure/${notice}/signers`, {
        headers: { 'x-api-key': DEMO_KEY },
      });
      const { data: result, meta } = (await response.json()) as Any;
      const detached = await lines('offer.txt.p7s', '--content', 'offer.txt');
      const { judged: verdicts } = await lines(...names.filter((name) => name !== 'offer.txt.p7s'));
      const all = [...verdicts, ...detached.judged];
      assert.equal(meta.signatures.unsigned, verdicts.filter(({ verdict }) => verdict === 'unsigned').length - 1);
      for (const name of names) {
        const own = all.find(({ file }) => file === name);
        const rows = result.filter(({ documentName }: Any) => documentName === name);
        if (own.verdict === 'unreadable')
          assert.deepEqual([rows[0].verdict, rows[0].reasons[0].label], ['indeterminate', own.reason], name);
        else assert.deepEqual(own.signatures.map(comparable), rows.map(comparable), name);
      }
    });
  });

  const signer = (name: string): string[] => [
    '-signer',
    `${name}.pem`,
    '-inkey',
    `${name}.key`,
    '-certfile',
    'authority.pem',
  ];
});

const TO_DETACHED = ['-outform', 'DER', '-out', 'detached.p7s'];
const DETACHED = ['-in', 'content.txt', ...TO_DETACHED];

const container = (content: string, signature: Buffer): Buffer =>
  madeZip(
    [
      ['mimetype', 'application/vnd.etsi.asic-s+zip'],
      ['a.txt', content],
      ['META-INF/signature.p7s', signature],
    ].map(([name, bytes]) => ({ name: String(name), content: Buffer.from(bytes as Buffer) })),
    { stored: true },
  );

/** The facts of two verdicts, without the times of verification. */
const comparable = ({ documentId: _, documentName, signs, judgedAt, judgedFor, ...facts }: Any): Any => ({
  ...facts,
  judgedFor: facts.timestamp?.valid ? judgedFor : null,
});
