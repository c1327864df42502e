/** Downloads of revocation lists and of the trusted list, from the simulated country over real sockets, and the verdicts after them. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdirSync, readFileSync, rmSync, utimesSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { country } from '#demo-country/country.ts';
import { documentationOn, documentedProcedures } from '#demo-country/documents/documentation.ts';
import { publishedListOn, revocationListAt } from '#demo-country/documents/signatures/authority.ts';
import { trustedListOn } from '#demo-country/documents/signatures/trusted-list.ts';
import { type CountryServer, serveCountry } from '#demo-country/server.ts';
import { createOpener, type Opener } from '#domain/documents/opener/opener.ts';
import { documentById } from '#domain/documents/tables/documentation-table.ts';
import { createRound, downloadTrustedList } from '#domain/documents/trust/list-downloads.ts';
import { namedLists, nameLists, trustFigures, trustSummary } from '#domain/documents/trust/trust-table.ts';
import { ImportRejected } from '#lib/signatures/trust-import.ts';
import { readTrustStore, TRUSTED_LIST_FILE } from '#lib/signatures/trust-store.ts';
import { onBothEngines } from '#test/support/both-engines.ts';
import { type CollectedPlace, collectedPlace, idOf, storedFile } from '#test/support/stored-documents.ts';

const FOUNDED = '2026-11-15';
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const demo = country({ seed: 'opening', companies: 400, founded: FOUNDED });
const system = demo.procurement();
const attached = documentedProcedures(system)
  .flatMap(({ procedure }) => documentationOn(system, procedure, system.frame.world.founded)?.files ?? [])
  .find(({ signatureKind, topic }) => signatureKind === 'attached' && topic === 'specification');
const signal = new AbortController().signal;

onBothEngines((engine) => {
  let place: CollectedPlace;
  let opener: Opener;
  let served: CountryServer;
  const clock = { ms: Date.now() };
  const context = (listsAt: string | null) => ({
    db: place.documents,
    trust: place.trust,
    listsAt,
    now: () => clock.ms,
    sleep: async () => {},
    onError: (error: unknown) => assert.fail(String(error)),
  });
  const file = attached ?? assert.fail('no attached signature');
  const stored = async () => documentById(place.documents, idOf(file.code));
  const state = async () => {
    const figures = await trustFigures(place.documents, clock.ms);
    return figures && trustSummary(figures, clock.ms);
  };

  before(async () => {
    place = await collectedPlace(await (await engine.place()).database());
    rmSync(join(place.trust, 'lists'), { recursive: true });
    served = await serveCountry(demo, { folder: '.', port: 0, host: '127.0.0.1', today: () => FOUNDED });
    opener = createOpener({ ...place, now: () => new Date(clock.ms) });
    await place.store(await storedFile(file, 'CN1'));
    await opener.openDocuments('CN1', 1, signal);
  });
  after(async () => {
    opener.close();
    await served.close();
    await place.close();
  });

  test('a signature without a list is undecided, and its certificate names the address of the list', async () => {
    assert.equal((await stored())?.verdict, 'indeterminate');
    assert.deepEqual(
      (await namedLists(place.documents)).map(({ address }) => address),
      ['http://crl.certificare-demo.example/clasa3.crl'],
    );
    assert.equal(served.requests.trust, 0, 'opening a document sends no request');
  });

  test('the list is downloaded once, and the signature is then judged again at once', async () => {
    const round = createRound(context(served.address));
    await round(signal);
    await round(signal);
    assert.equal(served.requests.trust, 1);
    assert.equal(readdirSync(join(place.trust, 'lists')).length, 1);
    while (await opener.reverify(signal));
    assert.equal((await stored())?.verdict, 'valid');
    assert.deepEqual([(await state())?.state, (await state())?.listsCurrent], ['ok', 1]);
  });

  test('it is downloaded again half a day later, and a failure is told and retried after an hour', async () => {
    const round = createRound(context(served.address));
    clock.ms += 11 * HOUR_MS;
    await round(signal);
    assert.equal(served.requests.trust, 1);
    clock.ms += 2 * HOUR_MS;
    served.faults.add('trust', { kind: 'http500', requests: 1 });
    await round(signal);
    const [failed] = await namedLists(place.documents);
    assert.match(failed?.trouble ?? '', /HTTP 500/);
    assert.ok(failed?.good_until, 'the stored list counts on');
    await round(signal);
    assert.equal(served.requests.trust, 2);
    clock.ms += HOUR_MS;
    await round(signal);
    assert.equal((await namedLists(place.documents))[0]?.trouble, null);
  });

  test('a list that has expired and an authority without a list are told', async () => {
    clock.ms += 30 * DAY_MS;
    assert.equal((await state())?.state, 'listsOld');
    clock.ms -= 30 * DAY_MS;
    await place.documents.write(nameLists(['http://missing.example/none.crl']));
    assert.equal((await state())?.state, 'listsMissing');
    await place.documents.write([{ sql: `delete from revocation_list where address like '%missing%'` }]);
  });

  test('a list that is expired, broken, of a stranger or no list at all is not stored', async () => {
    const good = publishedListOn(Math.floor(clock.ms / DAY_MS));
    const changed = Buffer.from(good);
    changed[changed.length - 3] = (changed[changed.length - 3] ?? 0) ^ 1;
    const authority = readFileSync(readTrustStore(place.trust).certificates.authorities[0]?.file ?? '');
    const answers: Record<string, [Buffer, RegExp]> = {
      '/expired.crl': [revocationListAt(clock.ms - 30 * DAY_MS), /expired/],
      '/changed.crl': [changed, /No authority/],
      '/future.crl': [publishedListOn(Math.floor(clock.ms / DAY_MS) + 3), /future/],
      '/page.crl': [Buffer.from('<html></html>'), /no list/],
      '/certificate.crl': [authority, /no list/],
    };
    const server = createServer((request, response) => response.end(answers[request.url ?? '']?.[0]));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const before = readTrustStore(place.trust);
    try {
      const addresses = Object.keys(answers).map((path) => `http://lists.example${path}`);
      await place.documents.write(nameLists(addresses));
      await createRound(context(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))(signal);
      const rows = new Map((await namedLists(place.documents)).map((row) => [row.address, row]));
      for (const [path, [, trouble]] of Object.entries(answers))
        assert.match(rows.get(`http://lists.example${path}`)?.trouble ?? '', trouble, path);
      const now = readTrustStore(place.trust);
      assert.deepEqual(now.lists, before.lists);
      assert.equal(now.certificates.authorities.length, before.certificates.authorities.length);
    } finally {
      server.close();
      await place.documents.write([{ sql: `delete from revocation_list where address like '%lists.example%'` }]);
    }
  });

  test('an address in a private network is not asked', async () => {
    const asked: string[] = [];
    const server = createServer((request, response) => {
      asked.push(request.url ?? '');
      response.end(publishedListOn(Math.floor(clock.ms / DAY_MS)));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    try {
      await place.documents.write(nameLists([`http://127.0.0.1:${port}/a.crl`, `http://inside.example:${port}/b.crl`]));
      const resolve = async () => [{ address: '127.0.0.1', family: 4 }];
      await createRound({ ...context(null), resolve })(signal);
      const rows = (await namedLists(place.documents)).filter(({ address }) => address.includes(String(port)));
      assert.deepEqual(asked, []);
      assert.equal(rows.length, 2);
      for (const { trouble } of rows) assert.match(trouble ?? '', /private address/);
    } finally {
      server.close();
      await place.documents.write([{ sql: `delete from revocation_list where address like '%:${port}/%'` }]);
    }
  });

  test('a trusted list that was downloaded is renewed after a day', async () => {
    const before = served.requests.trust;
    const listFile = join(place.trust, TRUSTED_LIST_FILE);
    utimesSync(listFile, new Date(clock.ms - 2 * DAY_MS), new Date(clock.ms - 2 * DAY_MS));
    await createRound(context(served.address))(signal);
    assert.equal(served.requests.trust, before + 1);
    assert.equal(readTrustStore(place.trust).trustedLists[0]?.territory, 'RO');
    assert.equal(readTrustStore(place.trust).certificates.authorities.length, 1);
  });

  test('the list of Romania is found in the European list of lists, over TLS only', async () => {
    const pointer = `<OtherTSLPointer><TSLLocation>https://lists.example/ro.xml</TSLLocation><AdditionalInformation><SchemeTerritory>RO</SchemeTerritory><MimeType>application/vnd.etsi.tsl+xml</MimeType></AdditionalInformation></OtherTSLPointer>`;
    const lists = `<TrustServiceStatusList><SchemeInformation><TSLType>http://uri.etsi.org/TrstSvc/TrustedList/TSLType/EUlistofthelists</TSLType><PointersToOtherTSL>${pointer}</PointersToOtherTSL></SchemeInformation></TrustServiceStatusList>`;
    const today = Math.floor(clock.ms / DAY_MS);
    const asked: string[] = [];
    const server = createServer((request, response) => {
      asked.push(request.url ?? '');
      response.end(request.url === '/ro.xml' ? trustedListOn(today) : lists);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const trust = join(place.folder, 'downloaded');
    try {
      const into = { trust, now: () => clock.ms };
      const { added } = await downloadTrustedList(
        'https://lists.example/eu.xml',
        { ...into, listsAt: address },
        signal,
      );
      assert.deepEqual([added.authorities, added.time, asked], [1, 1, ['/eu.xml', '/ro.xml']]);
      const [trustedList] = readTrustStore(trust).trustedLists;
      assert.deepEqual([trustedList?.territory, trustedList?.address], ['RO', 'https://lists.example/eu.xml']);
      await assert.rejects(
        downloadTrustedList(`${address}/eu.xml`, { ...into, listsAt: null }, signal),
        /not published over TLS/,
      );
      for (const listsAt of [address, null])
        await assert.rejects(downloadTrustedList('lists.example', { ...into, listsAt }, signal), ImportRejected);
      assert.equal(asked.length, 2);
    } finally {
      server.close();
    }
  });
});
