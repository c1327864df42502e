/** The complete output of a running service contains no key, cookie, token, payment or address of its callers. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { generateKey } from '#platform/accounts/keys.ts';
import { run } from '#test/support/cli.ts';
import { keptInstallation } from '#test/support/installation-snapshot.ts';
import { serve } from '#test/support/process.ts';

const folder = mkdtempSync(join(tmpdir(), 'firmoteca-logs-'));
const settings = { FIRMOTECA_DATA: folder, FIRMOTECA_WORKERS: '2', FIRMOTECA_LOG: 'all' };
let service: Awaited<ReturnType<typeof serve>>;

before(async () => {
  await keptInstallation(folder);
  service = await serve(settings);
});
after(() => rmSync(folder, { recursive: true }));

test('no key, cookie, payment or address is written to the log', async () => {
  const { output } = await run(['keys', 'create', '--plan', 'pro', '--json'], settings);
  const { key } = JSON.parse(output) as { key: string };
  const [unknown, inPath, inQuery] = [generateKey(), generateKey(), generateKey()];
  const page = await fetch(service.origin);
  const cookie = page.headers.get('set-cookie')?.split(';')[0] ?? '';
  const payment = Buffer.from(JSON.stringify({ x402Version: 2, payload: { signature: '0xdeadbeef' } })).toString(
    'base64',
  );
  // Percent-encoded forms of a key: raw in the log, and after decoding.
  const encoded = [
    (text: string) => text.replaceAll('_', '%5F'),
    (text: string) => text.replaceAll('_', '%5f').replace('f', '%66'),
    (text: string) => text.replaceAll('_', '%255F'),
    (text: string) => text.replaceAll('_', '%2525255F'),
    (text: string) => text.replaceAll('_', '%25%35%46'),
    (text: string) => text.replace(/./g, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
  ].map((encode) => {
    const hidden = generateKey();
    return { hidden, sent: encode(hidden) };
  });
  const secrets = [key, unknown, inPath, inQuery, cookie.split('=')[1] ?? '', payment, '203.0.113.77', 'Popescu'];

  const ask = (path: string, headers: Record<string, string> = {}) =>
    fetch(service.origin + path, { headers: { 'x-forwarded-for': '203.0.113.77', ...headers } });
  const statuses = [
    (await ask('/api/rates', { 'x-api-key': key })).status,
    (await ask('/api/rates', { authorization: `Bearer ${key}` })).status,
    (await ask('/api/rates', { 'x-api-key': unknown })).status,
    (await ask(`/api/company/${inPath}`, { 'x-api-key': key })).status,
    (await ask(`/api/rates?key=${inQuery}`, { 'x-api-key': key })).status,
    (await ask('/api/search/people?q=Popescu', { 'x-api-key': key })).status,
    (await ask('/api/rates', { cookie })).status,
    (await ask('/api/rates', { 'payment-signature': payment })).status,
    (await ask('/api/rates', { 'x-payment': payment })).status,
  ];
  // Request ids of the app authorization flow, with which the browser continues.
  const ids = ['a', 'b', 'c'].map((letter) => `${letter}-_`.repeat(14) + letter);
  const [request = '', resumed = '', approval = ''] = ids;
  await ask(`/cont/aplicatii/cerere/${request}`);
  await ask(`/oauth/authorize/${resumed}`);
  await ask(`/en/account/request/${approval}?x=1`);
  secrets.push(...ids);
  for (const { sent } of encoded) {
    await ask(`/api/company/${sent}`, { 'x-api-key': key });
    await ask(`/${sent}?key=${sent}`);
    await ask(`/api/rates?key=${sent}`, { 'x-api-key': key });
  }
  assert.deepEqual(statuses, [200, 200, 401, 400, 400, 200, 200, 402, 402]);
  const { code } = await service.stop();
  assert.equal(code, 0);

  const log = service.output();
  const lines = log.split('\n').filter((line) => line.startsWith('{'));
  assert.ok(lines.length >= statuses.length, 'the run is logged');
  for (const secret of secrets) {
    assert.ok(secret.length >= 7, secret);
    const line = lines.find((one) => one.includes(secret)) ?? '';
    assert.ok(!log.includes(secret), `${secret} is in ${line}`);
  }
  const read = wholly(log);
  for (const { hidden } of encoded) assert.ok(!read.includes(hidden), `${hidden} can be read`);
});

/** The log with all percent-encoding decoded. */
function wholly(log: string): string {
  let read = log;
  for (let depth = 0; depth < 10; depth++)
    read = read.replace(/%([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  return read;
}
