/** Files of the simulated country, opened end to end: signature containers unwrapped and verified, contents stored, texts read. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { country } from '#demo-country/country.ts';
import { documentationOn, documentedProcedures } from '#demo-country/documents/documentation.ts';
import { dayWords } from '#demo-country/documents/texts/facts.ts';
import type { DocumentFile, SignatureKind } from '#demo-country/documents/types.ts';
import { PACKED_DECISIONS } from '#demo-country/documents/uploads.ts';
import { contentOf, pagesOf } from '#domain/documents/tables/contents-table.ts';
import { documentsOf } from '#domain/documents/tables/documentation-table.ts';
import type { DocumentRow } from '#domain/documents/tables/rows.ts';
import { KINDS } from '#lib/signatures/trust-store.ts';
import { onBothEngines } from '#test/support/both-engines.ts';
import { madeZip } from '#test/support/raw-zip.ts';
import { type CollectedPlace, collectedPlace, idOf, storedFile } from '#test/support/stored-documents.ts';
import { longTest } from '#test/support/tier.ts';
import { createOpener, type Opener } from './opener.ts';

const land = country({ seed: 'opening', companies: 400, founded: '2026-11-15' });
const system = land.procurement();
const { founded } = system.frame.world;
/** Specifications have every kind of signature, in turn over the procedures; those of the showcase are years old. */
const specifications = documentedProcedures(system)
  .slice(40)
  .map(({ procedure }) => documentationOn(system, procedure, founded)?.files ?? []);

const EXPECTED: Partial<Record<SignatureKind, DocumentRow['verdict']>> = {
  attached: 'valid',
  pades: 'valid',
  fragmented: 'valid',
  timestamped: 'valid',
  detached: 'valid',
  twoSigners: 'valid',
  expired: 'indeterminate',
  indefinite: 'valid',
  revoked: 'indeterminate',
  padesTimestamped: 'valid',
  untrusted: 'indeterminate',
  nested: 'valid',
  altered: 'invalid',
  base64: 'valid',
  pss: 'valid',
  padesAltered: 'invalid',
  elliptic: 'valid',
  expiredTimestamped: 'valid',
  padesAppended: 'indeterminate',
  withoutIssuer: 'valid',
};

const signal = new AbortController().signal;

onBothEngines(({ place: makePlace }) => {
  let location: CollectedPlace;
  let opener: Opener;
  let rows: Map<string, DocumentRow>;
  const expected: DocumentFile[] = specifications.flatMap((files) =>
    files.filter(({ topic }) => topic === 'specification'),
  );
  const rowOf = ({ code }: DocumentFile): DocumentRow => rows.get(idOf(code)) ?? assert.fail(code);
  const bySeal = (seal: SignatureKind): DocumentFile =>
    expected.find((file) => file.signatureKind === seal) ?? assert.fail(seal);
  const open = async (notice: string, ...files: [name: string, bytes: Uint8Array][]): Promise<DocumentRow[]> => {
    for (const [i, [name, bytes]] of files.entries())
      await location.store({ notice, version: 1, code: `${notice}/${i + 1}`, name, bytes });
    await opener.openDocuments(notice, 1, signal);
    return documentsOf(location.documents, notice, 1);
  };

  before(async () => {
    location = await collectedPlace(await (await makePlace()).database());
    opener = createOpener({ ...location });
    for (const file of expected) await location.store(await storedFile(file, 'CN1'));
    await opener.openDocuments('CN1', 1, signal);
    rows = new Map((await documentsOf(location.documents, 'CN1', 1)).map((row) => [row.id, row]));
  });
  after(async () => {
    opener.close();
    await location.close();
  });

  test('every kind of signature in the simulated country gets its intended verdict', () => {
    assert.deepEqual(
      expected.map((file) => [file.signatureKind, rowOf(file).state, rowOf(file).verdict]),
      expected.map(({ signatureKind }) => [signatureKind, 'opened', EXPECTED[signatureKind] ?? null]),
    );
    assert.equal(new Set(expected.map(({ signatureKind }) => signatureKind)).size, 21);
  });

  test('the unwrapped content is stored under its own digest and name', async () => {
    for (const file of expected.filter(({ signatureKind }) => signatureKind !== 'detached')) {
      const row = rowOf(file);
      const content = Buffer.concat(await Array.fromAsync(location.blobs.open(row.content_sha256 ?? '', null, signal)));
      assert.equal(createHash('sha256').update(content).digest('hex'), row.content_sha256, file.signatureKind);
      assert.equal(content.length, row.content_bytes);
      const start = content.toString('latin1', 0, 4);
      assert.deepEqual(
        [start, row.media_type],
        file.format === 'pdf' ? ['%PDF', 'application/pdf'] : ['PK\x03\x04', DOCX],
        file.signatureKind,
      );
      assert.equal(row.file_name, file.name.replace(/\.p7[sm]$/, '').replace(/ +/g, ' '));
      assert.equal(
        row.sealed,
        file.signatureKind === 'none' ? 'none' : file.signatureKind.startsWith('pades') ? 'pades' : 'cms',
      );
    }
  });

  test('a detached signature is verified against its file, and the text of the file is read once', async () => {
    const [signature, signed] = [rowOf(bySeal('detached')), rowOf(bySeal('none'))];
    assert.deepEqual([signature.signs, signature.content_sha256, signature.verdict], [signed.id, null, 'valid']);
    assert.deepEqual([signed.signs, signed.sealed, signed.verdict], [null, 'none', null]);
    assert.match(signature.file_name ?? '', /\.p7s$/);
  });

  test('every specification has pages with the text of its authority', async () => {
    for (const file of expected.filter(({ signatureKind }) => signatureKind !== 'detached')) {
      const pages = await pagesOf(location.documents, rowOf(file).content_sha256 ?? '');
      assert.ok(pages.length > 0, file.signatureKind);
      assert.match(pages.map(({ text }) => text).join(), /CAIET DE SARCINI/, file.signatureKind);
    }
  });

  // In `npm test` documents-forgeries.test.ts covers some of them end to end.
  longTest('forged PDFs have the forged text, and none of them is valid', async () => {
    const forged = documentedProcedures(system).filter(({ position: each }) => each in PACKED_DECISIONS);
    for (const { position: each, procedure } of forged) {
      const file = documentationOn(system, procedure, founded)?.files.find(
        ({ signatureKind }) => signatureKind === PACKED_DECISIONS[each],
      );
      assert.ok(file, String(PACKED_DECISIONS[each]));
      const [row] = await open(`CN9${each}`, [file.name, await file.bytes()]);
      const pages = await pagesOf(location.documents, row?.content_sha256 ?? '');
      const isForged = file.signatureKind !== 'padesPacked';
      assert.equal(row?.verdict, isForged ? 'indeterminate' : 'valid', file.signatureKind);
      const text = pages
        .map(({ text: page }) => page)
        .join(' ')
        .replace(/\s+/g, ' ');
      assert.equal(text.includes(dayWords(procedure.deadlineOn + 60)), isForged, `${file.signatureKind}: ${text}`);
    }
    assert.equal(forged.length, 6);
  });

  test('files of an archive are pages in one numbering, each with its file name', async () => {
    const inner = madeZip([{ name: 'adânc.txt', content: Buffer.from('al treilea text') }]);
    const zip = madeZip([
      { name: 'unu.txt', content: Buffer.from('primul text') },
      { name: 'dosar/doi.txt', content: Buffer.from('al doilea text') },
      { name: 'arhivă.zip', content: inner },
      { name: 'nimic.bin', content: Buffer.from([0, 1, 2, 3]) },
    ]);
    const [row] = await open('CN2', ['Anexe.zip', zip]);
    const pages = await pagesOf(location.documents, row?.content_sha256 ?? '');
    assert.deepEqual(
      pages.map(({ number, page, entry, text }) => [number, page, entry, text]),
      [
        [1, 1, 'unu.txt', 'primul text'],
        [2, 1, 'dosar/doi.txt', 'al doilea text'],
        [3, 1, 'arhivă.zip/adânc.txt', 'al treilea text'],
      ],
    );
    const content = await contentOf(location.documents, row?.content_sha256 ?? '');
    const entries = JSON.parse(content?.entries ?? '[]') as { name: string; state: string }[];
    assert.deepEqual(
      entries.map(({ name, state }) => [name, state]),
      [
        ['unu.txt', 'read'],
        ['dosar/doi.txt', 'read'],
        ['arhivă.zip', 'archive'],
        ['arhivă.zip/adânc.txt', 'read'],
        ['nimic.bin', 'unsupported'],
      ],
    );
  });

  test('equal contents of two files are read once, and a lost file is collected again', async () => {
    const both: [string, Uint8Array][] = [
      ['a.txt', Buffer.from('același text')],
      ['b.txt', Buffer.from('același text')],
    ];
    const [one, other] = await open('CN3', ...both);
    assert.equal(one?.content_sha256, other?.content_sha256);
    assert.equal((await pagesOf(location.documents, one?.content_sha256 ?? '')).length, 1);
    await location.store({ notice: 'CN4', version: 1, code: 'CN4/1', name: 'c.txt', bytes: Buffer.from('se pierde') });
    const [stored] = await documentsOf(location.documents, 'CN4', 1);
    await location.blobs.delete(stored?.file_sha256 ?? '');
    await opener.openDocuments('CN4', 1, signal);
    const [lost] = await documentsOf(location.documents, 'CN4', 1);
    assert.deepEqual([lost?.state, JSON.parse(lost?.reason ?? '{}').code], ['failed', 'opening.fileLost']);
  });

  test('a file that cannot be opened has a reason, and the others are opened all the same', async () => {
    const sealed = await bySeal('attached').bytes();
    const [cut, plain, empty] = await open(
      'CN5',
      ['Ofertă.pdf.p7s', sealed.subarray(0, sealed.length / 2)],
      ['Notă.txt', Buffer.from('o notă')],
      ['gol.pdf', Buffer.alloc(0)],
    );
    assert.deepEqual(
      [cut?.state, cut?.content_sha256, cut?.sealed, JSON.parse(cut?.reason ?? '{}').code],
      ['opened', null, 'cms', 'seals.truncated'],
    );
    assert.equal(plain?.content_sha256, plain?.file_sha256);
    assert.equal((await contentOf(location.documents, empty?.content_sha256 ?? ''))?.state, 'none');
  });

  test('a verdict of an older release is verified again, with the same trust store', async () => {
    const row = rowOf(bySeal('padesAppended'));
    const [authorities = '', lists = ''] = [KINDS.filter((kind) => kind !== 'lists'), ['lists'] as const].map(
      (kinds) => {
        const hash = createHash('sha256');
        for (const kind of kinds) {
          for (const name of existsSync(join(location.trust, kind))
            ? readdirSync(join(location.trust, kind)).toSorted()
            : []) {
            hash.update(`${kind}/${name}\0`).update(readFileSync(join(location.trust, kind, name)));
          }
        }
        return hash.digest('hex').slice(0, 16);
      },
    );
    const sql = `update document set verdict = 'valid', judged_by = $2 where id = $1`;
    await location.documents.write([{ sql, params: [row.id, `${authorities}.${lists}`] }]);
    while (await opener.reverify(signal));
    const [verdicts] = (await documentsOf(location.documents, 'CN1', 1)).filter(({ id }) => id === row.id);
    assert.deepEqual([verdicts?.verdict, verdicts?.judged_by], [row.verdict, row.judged_by]);
  });

  test('contents of an earlier version of the readers are read again, and comparisons of them are dropped', async () => {
    const db = location.documents;
    const [here, gone] = await open('CN7', ['e.txt', Buffer.from('text nou')], ['f.txt', Buffer.from('fișier șters')]);
    const [digest, goneDigest] = [here?.content_sha256 ?? '', gone?.content_sha256 ?? ''];
    await location.blobs.delete(goneDigest);
    const textsBefore = await db.all('select * from page order by content, number');
    const old = `update page set text = 'text vechi' where content = (select key from content where sha256 = $1)`;
    await db.write([
      { sql: 'update content set read_by = 1' },
      { sql: old, params: [digest] },
      {
        sql: `insert into comparison (before_sha256, after_sha256, made_by, blocks, made_at) values ($1, 'x', 1, '[]', '')`,
        params: [digest],
      },
    ]);
    const next = createOpener({ ...location });
    while (await next.reread(signal));
    next.close();
    assert.deepEqual(await db.all('select * from page order by content, number'), textsBefore);
    assert.deepEqual(await db.all('select sha256 from content where read_by = 1'), [{ sha256: goneDigest }]);
    assert.deepEqual(await db.all('select * from comparison'), []);
  });

  test('an aborted run leaves the remaining documents for later and no files on disk', async () => {
    await location.store({ notice: 'CN6', version: 1, code: 'CN6/1', name: 'd.txt', bytes: Buffer.from('mai târziu') });
    const reason = new Error('we stop');
    await assert.rejects(opener.openDocuments('CN6', 1, AbortSignal.abort(reason)), reason);
    assert.equal((await documentsOf(location.documents, 'CN6', 1))[0]?.state, 'stored');
    await opener.openDocuments('CN6', 1, signal);
    assert.equal((await documentsOf(location.documents, 'CN6', 1))[0]?.state, 'opened');
    assert.deepEqual(readdirSync(location.folder), []);
  });
});

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
