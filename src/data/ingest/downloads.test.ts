import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { createClient } from '#data/sources/client.ts';
import { footprintOf, type PlannedFile, PROBE_LIMITS, reachablePublishers } from './downloads.ts';
import { filePartNames, fileParts } from './publications.ts';

const file = (to: string, sizeBytes: number | null, about: Partial<PlannedFile> = {}): PlannedFile => ({
  to,
  sizeBytes,
  urls: [],
  page: null,
  modified: null,
  always: false,
  isFromCatalogue: true,
  isDownloaded: false,
  part: 'registry',
  ...about,
});

test('an existing file costs no download and is still ingested', () => {
  const files = [
    file('onrc/OD_FIRME.CSV', 3_000_000, { isDownloaded: true }),
    file('onrc/OD_STARE_FIRMA.CSV', 1_000_000),
  ];
  const footprint = footprintOf({ files, problems: [] });
  assert.deepEqual([footprint.downloadBytes, footprint.datasetBytes], [1_000_000, 40_000_000]);
  assert.deepEqual([footprint.diskBytes, footprint.estimated], [41_000_000, false]);
});

test('a size missing from the catalogue is estimated by file name', () => {
  const { downloadBytes, estimated } = footprintOf({ files: [file('onrc/OD_FIRME.CSV', null)], problems: [] });
  assert.deepEqual([downloadBytes, estimated], [693_000_000, true]);
});

test('a file of unknown size is counted and not estimated', () => {
  const files = [
    file('onrc/N_STARE_FIRMA.CSV', null),
    file('bnr/nbrfxrates2026.xml', null, { part: 'rates' }),
    file('achizitii/contracte-2026.xlsx', null, { part: 'procurement' }),
    file('achizitii/contracte-2025.xlsx', 7_000_000, { part: 'procurement' }),
    file('onrc/OD_STARE_FIRMA.CSV', 1_000_000),
  ];
  const { downloadBytes, unknownFiles, estimated, datasetBytes } = footprintOf({ files, problems: [] });
  assert.deepEqual([downloadBytes, unknownFiles, estimated, datasetBytes], [8_000_000, 3, false, 10_000_000]);
});

test('the footprint of the real country matches docs/operations.md', () => {
  const names = ['OD_FIRME', 'OD_CAEN_AUTORIZAT', 'OD_REPREZENTANTI_LEGALI', 'OD_STARE_FIRMA', 'OD_REPREZENTANTI_IF'];
  const registry = names.map((name) => file(`onrc/${name}.CSV`, null));
  const balances = Array.from({ length: 10 }, (_, i) => [
    file(`anaf/WEB_UU_AN${2016 + i}.txt`, null),
    file(`anaf/WEB_BL_BS_SL_AN${2016 + i}.txt`, null),
  ]).flat();
  const { downloadBytes, datasetBytes, buildSeconds } = footprintOf({
    files: [...registry, ...balances],
    problems: [],
  });
  assert.ok(downloadBytes > 2.4e9 && downloadBytes < 2.8e9, String(downloadBytes));
  assert.ok(datasetBytes > 22e9 && datasetBytes < 27e9, String(datasetBytes));
  assert.ok(buildSeconds > 40 * 60 && buildSeconds < 50 * 60, String(buildSeconds));
});

/** Accepts connections and never answers, as behind a firewall that drops packets. */
const mute = createServer(() => {});
const refusing = createServer((_, response) => response.writeHead(403).end('no'));
const addressOf = (server: Server): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

before(async () => {
  for (const server of [mute, refusing]) await once(server.listen(0, '127.0.0.1'), 'listening');
});
after(() => {
  for (const server of [mute, refusing]) {
    server.closeAllConnections();
    server.close();
  }
});

/** Long enough for a server of this process on a busy machine; the silent server costs a time-out for each attempt. */
const quick = { ...PROBE_LIMITS, idleMs: 1_000, totalMs: 2_000 };
const reach = (ckan: string, ...bnr: string[]) =>
  reachablePublishers({ client: createClient(), addresses: { ckan, bnr } }, quick);

test('a publisher that does not answer is reported, and its parts are left out', async () => {
  const { parts, problems } = await reach(addressOf(mute), 'http://127.0.0.1:1');
  assert.deepEqual(parts, []);
  assert.match(problems[0] ?? '', /^The open-data catalogue http:\S+ does not answer: .+\.$/);
  assert.match(problems[1] ?? '', /^The national bank http:\S+ does not answer: .*ECONNREFUSED/);
});

test('a refusal counts as reachable, and one reachable host of the bank is enough', async () => {
  const { parts, problems } = await reach(addressOf(refusing), addressOf(mute), addressOf(refusing));
  assert.deepEqual([parts, problems], [filePartNames.filter((name) => fileParts[name].download), []]);
  const bankOnly = await reach(addressOf(mute), addressOf(refusing));
  assert.deepEqual(bankOnly.parts, ['rates']);
});

test('all attempts and their pauses end within a minute', () => {
  const pausesMs = 750 * PROBE_LIMITS.retries;
  assert.ok(PROBE_LIMITS.totalMs * (PROBE_LIMITS.retries + 1) + pausesMs < 55_000);
});
