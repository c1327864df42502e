/** Publications are found through the open-data portal and the bank and downloaded file by file, from the simulated country. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { after, before, test } from 'node:test';
import { type DownloadPlan, downloadPublications, planDownloads } from '#data/ingest/downloads.ts';
import { noteOrigin, publicationOf } from '#data/ingest/origins.ts';
import { byKind } from '#data/ingest/procurement/publications.ts';
import { silent } from '#data/ingest/progress.ts';
import { fileParts, findPublications } from '#data/ingest/publications.ts';
import { type Client, createClient } from '#data/sources/client.ts';
import { country } from '#demo-country/country.ts';
import { publish } from '#demo-country/publish.ts';
import { type CountryServer, serveCountry } from '#demo-country/server.ts';
import { answerOf } from '#test/support/source-answer.ts';

const TODAY = '2026-11-15';
const folder = mkdtempSync(join(tmpdir(), 'firmoteca-download-'));
const published = join(folder, 'published');
let server: CountryServer;

before(async () => {
  const demo = country({ seed: 'download', companies: 100, founded: TODAY });
  await publish(demo, published, '2026-08-16', { only: ['onrc'] });
  await publish(demo, published, TODAY);
  server = await serveCountry(demo, { folder: published, host: '127.0.0.1', port: 0, today: () => TODAY });
});
after(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

/** Shared by three tests: downloaded once, and copied by each before a change. */
let broughtWhole: Promise<string[]> | undefined;
const WHOLE = join(folder, 'whole');
function bringWhole(): Promise<string[]> {
  broughtWhole ??= bring(WHOLE);
  return broughtWhole;
}

const optionsFor = (to: string) => ({
  client: createClient(),
  addresses: { ckan: server.address, bnr: [server.address] },
  folder: to,
  today: TODAY,
  progress: silent,
});
const bring = (to: string, plan?: DownloadPlan): Promise<string[]> => downloadPublications(optionsFor(to), plan);

test('the newest snapshot, its nomenclatures, balance sheets, procurement exports and rates are downloaded in full', async () => {
  assert.deepEqual(await bringWhole(), []);
  const brought = await findPublications(WHOLE);
  assert.deepEqual(
    brought.registry.map(({ day }) => day),
    [TODAY],
  );
  const [snapshot] = brought.registry;
  assert.ok(snapshot?.statuses && snapshot.activities && snapshot.representatives && snapshot.statusNames);
  assert.equal(snapshot.firms.bytes, statSync(join(published, 'onrc/firme-15-11-2026/OD_FIRME.CSV')).size);
  const original = await findPublications(published);
  assert.deepEqual(
    brought.finances.map(({ form, year, legend }) => [form, year, legend !== null]).sort(),
    original.finances
      .filter(({ year }) => year >= 2016)
      .map(({ form, year, legend }) => [form, year, legend !== null])
      .sort(),
  );
  // Complete files with clean names, not the failed first uploads beside them.
  assert.deepEqual(
    brought.finances.map(({ data }) => [data.name.toLowerCase(), data.bytes]).sort(),
    original.finances
      .filter(({ year }) => year >= 2016)
      .map(({ data }) => [data.name.toLowerCase(), data.bytes])
      .sort(),
  );
  assert.equal(brought.rates.length, original.rates.length);
  assert.ok(byKind(original.procurement).exports.length > 50);
  assert.deepEqual(
    brought.procurement.map(({ name, bytes }) => [name, bytes]).sort(),
    byKind(original.procurement)
      .exports.map(({ name, bytes }) => [name, bytes])
      .sort(),
  );
});

test('a downloaded file has the address of its data set or its own; a file placed by hand has none', async () => {
  await bringWhole();
  const { registry, finances, rates, procurement } = await findPublications(WHOLE);
  const [snapshot] = registry;
  const page = (slug: string): string => `${server.address}/dataset/${slug}`;
  assert.equal(await publicationOf(snapshot?.firms), page('firme-15-11-2026'));
  // Nomenclatures have their own data set.
  assert.notEqual(await publicationOf(snapshot?.statusNames ?? undefined), page('firme-15-11-2026'));
  const of2024 = finances.find(({ year }) => year === 2024);
  assert.match((await publicationOf(of2024?.data)) ?? '', /\/dataset\/situatii_?financiare_?2024/i);
  assert.equal(await publicationOf(rates.at(-1)), `${server.address}/files/xml/years/${rates.at(-1)?.name}`);
  assert.match((await publicationOf(procurement[0])) ?? '', /\/dataset\/achizitii-publice-2026$/);

  const [brought] = (await findPublications(published)).registry;
  assert.equal(await publicationOf(brought?.firms), null);
  const firms = snapshot?.firms ?? assert.fail();
  assert.equal(await publicationOf({ ...firms, bytes: firms.bytes + 1 }), null, 'another file of the same name');
  await noteOrigin(firms.path, { page: null, url: 'https://me:secret@mirror.example/od.csv', sizeBytes: null });
  assert.equal(await publicationOf(firms), 'https://mirror.example/od.csv');
});

test('existing files are not downloaded again, except the rates of the current year', async () => {
  await bringWhole();
  const to = join(folder, 'twice');
  cpSync(WHOLE, to, { recursive: true });
  rmSync(join(to, 'onrc/firme-15-11-2026/OD_FIRME.CSV'));
  const times = async () => {
    const { registry, finances, rates } = await findPublications(to);
    const files = [
      ...registry.flatMap(({ statuses }) => statuses ?? []),
      ...finances.map(({ data }) => data),
      ...rates,
    ];
    return new Map(files.map(({ path }) => [relative(to, path), statSync(path).ctimeMs]));
  };
  const earlier = await times();
  assert.deepEqual(await bring(to), []);
  const later = await times();
  assert.ok(later.has('onrc/firme-15-11-2026/OD_STARE_FIRMA.CSV'));
  const fetched = [...earlier].filter(([name, time]) => later.get(name) !== time).map(([name]) => name);
  assert.deepEqual(fetched, ['bnr/nbrfxrates2026.xml']);
});

test('a rejection by the portal’s firewall is reported, and the bank’s files are downloaded all the same', async () => {
  const to = join(folder, 'portal-down');
  server.faults.add('ckan', { kind: 'rejected' });
  const problems = await bring(to).finally(() => server.faults.clear('ckan'));
  const inCatalogue = Object.values(fileParts).filter(({ download }) => download?.publisher === 'catalogue');
  assert.equal(problems.length, inCatalogue.length, problems.join('\n'));
  for (const problem of problems) assert.match(problem, /rejected by the source's firewall/);
  const brought = await findPublications(to);
  assert.deepEqual([brought.registry.length, brought.finances.length], [0, 0]);
  assert.ok(brought.rates.length > 10);
});

test('a portal that refuses this address while files are downloaded gets no further request', async () => {
  const to = join(folder, 'portal-refuses');
  const plan = await planDownloads(optionsFor(to));
  server.faults.add('ckan', { kind: 'blocked' });
  server.requests.ckan = 0;
  const problems = await bring(to, plan).finally(() => server.faults.clear('ckan'));
  assert.equal(server.requests.ckan, 1);
  assert.match(problems[0] ?? '', /rejected by the source's firewall \(HTTP 403\)\. If this lasts, ask the operator/);
  assert.match(problems.at(-1) ?? '', /No further file was requested from 127\.0\.0\.1:/);
  assert.ok((await findPublications(to)).rates.length > 10);
});

test('a file listed on another host is reported and not downloaded', async () => {
  const other = createServer((_, response) => response.end('CUI,CAEN,I1\n1,2,3\n')).listen(0, '127.0.0.1');
  await once(other, 'listening');
  let asked = 0;
  other.on('request', () => asked++);
  const elsewhere = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
  const client = createClient();
  const lying: Client = {
    async send(request, limits) {
      const answer = await client.send(request, limits);
      if (!('bytes' in answer)) return answer;
      const text = Buffer.from(answer.bytes)
        .toString()
        .replaceAll(`${server.address}/dataset/situatii_financiare_2019/`, `${elsewhere}/`);
      return { ...answer, bytes: Buffer.from(text) };
    },
  };
  const to = join(folder, 'elsewhere');
  const problems = await downloadPublications({
    client: lying,
    addresses: { ckan: server.address, bnr: [server.address] },
    folder: to,
    today: TODAY,
    progress: silent,
    only: ['finances'],
  });
  other.close();
  assert.ok(problems.length > 0);
  for (const problem of problems) assert.match(problem, /situatii_financiare_2019\/.* it lies on 127\.0\.0\.1:/);
  assert.equal(asked, 0);
  const { finances } = await findPublications(to);
  assert.ok(finances.length > 0 && finances.every(({ year }) => year !== 2019));
});

test('a file whose name no file system accepts is reported, and the others are downloaded', async () => {
  const ends = [`${'y'.repeat(300)}.csv`, '', '..;', '.origins.json', 'none.csv'];
  const resources = ends.map((end) => ({ name: 'T1', url: `${server.address}/dataset/x/${end}` }));
  const result = { count: 1, results: [{ name: 'achizitii-publice-2020-2026-contracte', resources }] };
  const client: Client = { send: async () => answerOf({ success: true, result }) };
  const to = join(folder, 'unnamed');
  const problems = await downloadPublications({ ...optionsFor(to), client, only: ['procurement'] });
  assert.equal(problems.length, ends.length, 'the last one does not exist');
  for (const problem of problems.slice(0, -1))
    assert.match(problem, /could not be downloaded: its name is none of a file\.$/);
});
