/** Requirements of public connector directories, and the pages about assistants. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { firmoteca } from '#test/support/cli.ts';
import { type SmallService, smallService } from '#test/support/small-service.ts';
import { serverJson } from '#transports/mcp/routes/listing.ts';

let service: SmallService;

before(async () => {
  service = await smallService({
    config: { agentProofs: { openai: 'proof-of-domain', registry: null }, contact: 'help@firms.example' },
  });
});
after(() => service.close());

const read = (path: string): Promise<Response> =>
  fetch(`${service.origin}${path}`, { headers: { accept: 'text/html' } });

test('terms and help name a contact, and the assistants page the connector, in both languages', async () => {
  for (const path of ['/termeni', '/en/terms', '/ajutor', '/en/help', '/asistenti', '/en/assistants']) {
    const response = await read(path);
    assert.equal(response.status, 200, path);
    const text = await response.text();
    if (!path.includes('asist') && !path.includes('assist')) assert.match(text, /mailto:help@firms\.example/, path);
    else assert.match(text, new RegExp(`${service.origin}/mcp<`), path);
  }
});

test('the assistants page lists the data tools', async () => {
  const text = await (await read('/en/assistants')).text();
  assert.match(text, /<code>get_company<\/code>/);
});

test('a demo refuses its directory description because its companies are invented', async () => {
  const response = await fetch(`${service.origin}/.well-known/mcp/server.json`);
  assert.equal(response.status, 404);
  assert.match(await response.text(), /invented companies/);
});

test('an https installation on real data describes the connector without commerce', () => {
  const listing = { version: '1.2.3', isDemo: false, path: '/mcp/data', proofs: { openai: null, registry: null } };
  const result = serverJson({ ...listing, publicUrl: 'https://firme.example.ro' }) as Record<string, unknown>;
  assert.equal(result.name, 'ro.example.firme/firmoteca');
  assert.ok(String(result.description).length <= 100);
  assert.deepEqual(result.remotes, [{ type: 'streamable-http', url: 'https://firme.example.ro/mcp/data' }]);
  assert.throws(() => serverJson({ ...listing, publicUrl: null }), /PUBLIC_URL/);
  assert.throws(() => serverJson({ ...listing, publicUrl: 'http://firme.example.ro' }), /PUBLIC_URL/);
});

test('a configured domain proof is served verbatim, and a missing one is 404', async () => {
  const given = await fetch(`${service.origin}/.well-known/openai-apps-challenge`);
  assert.equal(await given.text(), 'proof-of-domain');
  assert.match(given.headers.get('content-type') ?? '', /^text\/plain/);
  assert.equal((await fetch(`${service.origin}/.well-known/mcp-registry-auth`)).status, 404);
});

test('the icon for directories measures 512 by 512 pixels', async () => {
  const bytes = Buffer.from(await (await fetch(`${service.origin}/icon-512.png`)).arrayBuffer());
  assert.deepEqual([bytes.readUInt32BE(16), bytes.readUInt32BE(20)], [512, 512]);
});

test('the listing command names missing requirements, and the reviewer command creates the review account', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'firmoteca-agents-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const settings = { FIRMOTECA_COUNTRY: 'romania', FIRMOTECA_DATA: folder };
  const before = await firmoteca(['agents', 'listing', '--json'], settings);
  assert.equal(before.code, 1);
  const missing = (before.json() as { items: { item: string; isThere: boolean }[] }).items.filter(
    (one) => !one.isThere,
  );
  assert.ok(missing.some(({ item }) => item === 'public address'));

  const created = (await firmoteca(['agents', 'reviewer', 'review@firms.example', '--json'], settings)).json();
  assert.ok((created as { password: string }).password.length >= 20);
  const whole = {
    ...settings,
    PUBLIC_URL: 'https://firms.example',
    FIRMOTECA_CONTACT: 'help@firms.example',
    SMTP_URL: 'smtp://127.0.0.1',
    MAIL_FROM: 'a@firms.example',
    FIRMOTECA_OPENAI_CHALLENGE: 'proof',
  };
  const after = await firmoteca(['agents', 'listing', '--reviewer', 'review@firms.example'], whole);
  assert.equal(after.code, 0, after.stdout + after.stderr);
  assert.match(after.stdout, /It can be submitted/);

  const demo = await firmoteca(['agents', 'listing'], { FIRMOTECA_DATA: join(folder, 'demo') });
  assert.equal(demo.code, 1);
  assert.match(demo.stdout, /MISSING {2}real data/);
});
