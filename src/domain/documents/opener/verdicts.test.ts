/** Background work on documents: verdicts are updated, and scanned pages are recognized. */
import assert from 'node:assert/strict';
import { cpSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { country } from '#demo-country/country.ts';
import { documentationOn, documentedProcedures } from '#demo-country/documents/documentation.ts';
import { revocationListAt } from '#demo-country/documents/signatures/authority.ts';
import type { DocumentFile } from '#demo-country/documents/types.ts';
import { search } from '#domain/documents/search/search.ts';
import { contentOf, pagesOf } from '#domain/documents/tables/contents-table.ts';
import { documentById } from '#domain/documents/tables/documentation-table.ts';
import { noHiddenPersons } from '#lib/redaction/hidden-names.ts';
import { onBothEngines } from '#test/support/both-engines.ts';
import { type CollectedPlace, collectedPlace, idOf, storedFile } from '#test/support/stored-documents.ts';
import { hasOtherVerifier } from './document-writes-table.ts';
import { createOpener, type Opener } from './opener.ts';
import { trustDigest } from './verdicts.ts';

const system = country({ seed: 'opening', companies: 400, founded: '2026-11-15' }).procurement();
const { founded } = system.frame.world;
const files = documentedProcedures(system).flatMap(
  ({ procedure, position: location }) =>
    (location === 1 || location >= 40 ? documentationOn(system, procedure, founded)?.files : null) ?? [],
);
const file = (expected: Partial<DocumentFile>): DocumentFile =>
  files.find((each) => Object.entries(expected).every(([name, value]) => each[name as keyof DocumentFile] === value)) ??
  assert.fail(JSON.stringify(expected));
const signal = new AbortController().signal;

onBothEngines(({ place: makePlace }) => {
  let location: CollectedPlace;
  let opener: Opener;
  const clock = { ms: Date.now() };
  const [attached, detached, signed, scan] = [
    file({ topic: 'specification', signatureKind: 'attached' }),
    file({ topic: 'specification', signatureKind: 'detached' }),
    file({ topic: 'specification', signatureKind: 'none' }),
    file({ format: 'scan' }),
  ];
  const verdictOf = async ({ code }: DocumentFile) => (await documentById(location.documents, idOf(code)))?.verdict;
  const judgeAll = async (): Promise<number> => {
    let pieces = 0;
    while (await opener.reverify(signal)) pieces++;
    return pieces;
  };
  /** Of the same authority, in the same file: only an additional list is applied at once. */
  const renewList = (at: number): void => {
    const [list, ...others] = readdirSync(join(location.trust, 'lists'));
    assert.ok(list !== undefined && others.length === 0);
    writeFileSync(join(location.trust, 'lists', list), revocationListAt(at));
  };
  const isOtherStore = async (): Promise<boolean> =>
    hasOtherVerifier(location.documents, (await trustDigest(location.trust)).authorities);

  before(async () => {
    location = await collectedPlace(await (await makePlace()).database());
    opener = createOpener({ ...location, now: () => new Date(clock.ms) });
  });
  after(async () => {
    opener.close();
    await location.close();
  });

  test('documents are verified again once after a change of the trust store', async () => {
    cpSync(location.trust, `${location.trust}-kept`, { recursive: true });
    rmSync(location.trust, { recursive: true });
    for (const each of [attached, detached, signed]) await location.store(await storedFile(each, 'CN1'));
    await opener.openDocuments('CN1', 1, signal);
    assert.deepEqual([await verdictOf(attached), await verdictOf(detached)], ['indeterminate', 'indeterminate']);
    assert.equal(await judgeAll(), 0);
    assert.equal(await isOtherStore(), false);
    cpSync(`${location.trust}-kept`, location.trust, { recursive: true });
    assert.equal(await isOtherStore(), true, 'doctor uses this to find a host with another store than the leader');
    assert.equal(await judgeAll(), 1);
    assert.equal(await isOtherStore(), false);
    const poor = createOpener({ ...location, trust: `${location.trust}-none`, isOneOfSeveralHosts: true });
    assert.equal(await poor.reverify(signal), false, 'a host without a store revokes no verdict');
    poor.close();
    assert.deepEqual(
      [await verdictOf(attached), await verdictOf(detached), await verdictOf(signed)],
      ['valid', 'valid', null],
    );
    assert.equal(await judgeAll(), 0);
  });

  test('new revocation lists are applied a day later, to uncertain verdicts', async () => {
    rmSync(join(location.trust, 'authorities'), { recursive: true });
    await judgeAll();
    assert.equal(await verdictOf(attached), 'indeterminate');
    const before = await documentById(location.documents, idOf(attached.code));
    // Revocation lists have whole seconds: an hour later the list differs for certain, however long the set-up took.
    renewList(clock.ms + 3_600_000);
    assert.equal(await judgeAll(), 0);
    clock.ms += 25 * 3_600_000;
    assert.equal(await judgeAll(), 1);
    const after = await documentById(location.documents, idOf(attached.code));
    assert.notEqual(after?.judged_by, before?.judged_by);
    assert.ok((after?.judged_at ?? '') > (before?.judged_at ?? ''));
  });

  test('a valid verdict is renewed with new lists, and a verdict with a lost file stays', async () => {
    cpSync(`${location.trust}-kept`, location.trust, { recursive: true });
    await judgeAll();
    assert.equal(await verdictOf(attached), 'valid');
    renewList(clock.ms + 3_600_000);
    assert.equal(await judgeAll(), 1);
    const row = await documentById(location.documents, idOf(attached.code));
    await location.blobs.delete(row?.file_sha256 ?? '');
    rmSync(join(location.trust, 'authorities'), { recursive: true });
    await judgeAll();
    assert.deepEqual([await verdictOf(attached), await verdictOf(detached)], ['valid', 'indeterminate']);
  });

  test('a scan is recognized later, and is then found by its words', async () => {
    await location.store(await storedFile(scan, 'CN2'));
    await opener.openDocuments('CN2', 1, signal);
    const sha256 = (await documentById(location.documents, idOf(scan.code)))?.content_sha256 ?? '';
    const due = await contentOf(location.documents, sha256);
    assert.deepEqual([due?.state, due?.ocr_due], ['ocrDue', 1]);
    assert.equal(await opener.recognizeDue(signal), true);
    assert.equal(await opener.recognizeDue(signal), false);
    const read = await contentOf(location.documents, sha256);
    assert.deepEqual([read?.state, read?.ocr_due, read?.key], ['read', 0, due?.key]);
    assert.deepEqual(
      (await pagesOf(location.documents, sha256)).map(({ source }) => source),
      ['ocr'],
    );
    const found = await search('comisia de evaluare', {
      db: location.documents,
      contents: [read?.key ?? 0],
      hidden: noHiddenPersons,
    });
    assert.equal(found?.ranked.length, 1);
  });

  test('a scan with a lost file is removed, and is read when it is collected again', async () => {
    const known = (await documentById(location.documents, idOf(scan.code)))?.content_sha256 ?? '';
    const pieces = await Array.fromAsync(location.blobs.open(known, null, signal));
    const bytes = Buffer.concat([...pieces, Buffer.from('\n')]);
    await location.store({ notice: 'CN3', version: 1, code: 'CN3/1', name: 'scan.pdf', bytes });
    await opener.openDocuments('CN3', 1, signal);
    const sha256 = (await documentById(location.documents, 'CN3-1'))?.content_sha256 ?? '';
    assert.equal((await contentOf(location.documents, sha256))?.ocr_due, 1);
    await location.blobs.delete(sha256);
    assert.equal(await opener.recognizeDue(signal), true);
    assert.equal(await contentOf(location.documents, sha256), null);
  });
});
