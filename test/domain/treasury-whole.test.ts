/** The full list of treasury accounts, imported as published: too long for one chunk, and returned completely. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { parseIban } from '#lib/values/iban.ts';
import { onBothEngines } from '#test/support/both-engines.ts';
import { DEMO_KEY, type SmallService, smallService } from '#test/support/small-service.ts';

interface Row {
  iban: string;
  treasury: { code: string };
  account: string;
  taxName: string;
}

const UNITS = 12;
const TAXES = 1_000;

/** Finds the check digits by trying them, independently of the service's code. */
const ibanOf = (unit: number, account: string): string => {
  const rest = `TREZ${100 + unit}${account.padEnd(13, 'X')}`;
  const found = Array.from({ length: 97 }, (_, i) => `RO${String(i + 2).padStart(2, '0')}${rest}`).find(parseIban);
  return found ?? assert.fail(rest);
};

const rows = Array.from({ length: UNITS }, (_, unit) =>
  Array.from({ length: TAXES }, (_, tax) => ({
    iban: ibanOf(unit, `21A${100_000 + tax}`),
    line: `Trezoreria operativă Orașul ${unit};Orașul ${unit};Cluj;Impozit "local" numărul ${tax}${tax % 2 ? '' : ' pe clădiri'};2026-07-01`,
  })),
).flat();

onBothEngines((engine) => {
  const folder = mkdtempSync(join(tmpdir(), 'firmoteca-ibans-'));
  let service: SmallService;
  before(async () => {
    const lines = rows.map(({ iban, line }) => `${iban};${line}\n`);
    const path = join(folder, 'treasury-ibans.csv');
    writeFileSync(path, `iban;treasury_name;locality;county;tax_name;as_of\n${lines.join('')}`);
    const { databaseUrl } = await engine.place();
    service = await smallService({ databaseUrl, config: { dataFolder: folder } });
  });
  after(async () => {
    await service.close();
    rmSync(folder, { recursive: true });
  });

  const ask = (query = '', init: RequestInit = {}) =>
    fetch(`${service.origin}/api/iban${query}`, { ...init, headers: { 'x-api-key': DEMO_KEY, ...init.headers } });
  const entries = async (query = ''): Promise<Row[]> => ((await (await ask(query)).json()) as { data: Row[] }).data;

  test('every account is listed in the order of the source, with its metadata', async () => {
    const response = await ask('', { headers: { 'accept-encoding': 'identity' } });
    const { success, data, meta } = (await response.json()) as { success: boolean; data: Row[]; meta: Meta };
    assert.deepEqual([response.status, success, data.length], [200, true, UNITS * TAXES]);
    assert.deepEqual(
      data.map(({ iban }) => iban),
      rows.map(({ iban }) => iban),
    );
    assert.deepEqual([meta.source, meta.sources[0]?.asOf, meta.warnings], ['treasury', '2026-07-01', undefined]);
    assert.deepEqual(data[1], {
      iban: rows[1]?.iban,
      treasury: { code: '100', name: 'Trezoreria operativă Orașul 0', locality: 'Orașul 0', county: 'Cluj' },
      account: '21A100001',
      taxName: 'Impozit "local" numărul 1',
      taxNameEn: null,
      budget: 'local',
      valid: true,
      evidence: 'published',
      warning: null,
    });
  });

  test('a filtered list is complete, whatever its length', async () => {
    const half = await entries('?q=cladiri');
    assert.equal(half.length, (UNITS * TAXES) / 2);
    assert.ok(half.every(({ taxName }) => taxName.endsWith('clădiri')));
    assert.equal((await entries('?treasury=105')).length, TAXES);
    assert.equal((await entries('?treasury=105&q=cladiri')).length, TAXES / 2);
    assert.deepEqual(
      (await entries(`?q=${rows[4_321]?.iban}`)).map(({ iban }) => iban),
      [rows[4_321]?.iban],
    );
  });

  test('the list is sent compressed, supports ETags, and answers HEAD without a body', async () => {
    const plain = await ask('', { headers: { 'accept-encoding': 'identity' } });
    const zipped = await bytesOf(`${service.origin}/api/iban`, { 'accept-encoding': 'gzip' });
    const dataOf = (text: string): string => text.slice(0, text.lastIndexOf(',"meta":'));
    assert.equal(dataOf(gunzipSync(zipped).toString()), dataOf(await plain.text()));
    const etag = plain.headers.get('etag') ?? '';
    assert.equal((await ask('', { headers: { 'if-none-match': etag } })).status, 304);
    assert.notEqual((await ask('?q=cladiri')).headers.get('etag'), etag);
    const head = await ask('', { method: 'HEAD' });
    assert.deepEqual([head.status, head.headers.get('etag'), await head.text()], [200, etag, '']);
  });

  test('a client that disconnects in the middle does not affect other requests', async () => {
    const left = new AbortController();
    const response = await ask('', { signal: left.signal, headers: { 'accept-encoding': 'identity' } });
    await response.body?.getReader().read();
    left.abort();
    assert.equal((await entries('?treasury=100')).length, TAXES);
  });
});

interface Meta {
  source: string;
  sources: { asOf: string }[];
  warnings?: string[];
}

/** The raw bytes: fetch would decompress them. */
const bytesOf = (address: string, headers: Record<string, string>): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    get(address, { headers: { 'x-api-key': DEMO_KEY, ...headers } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => resolve(Buffer.concat(chunks)));
    }).on('error', reject);
  });
