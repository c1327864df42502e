/** What public directories of connectors look for, and what people read about assistants. */
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

test('terms, help and the page of assistants are there in both languages, and name whom to ask', async () => {
  for (const path of ['/termeni', '/en/terms', '/ajutor', '/en/help', '/asistenti', '/en/assistants']) {
    const response = await read(path);
    assert.equal(response.status, 200, path);
    const text = await response.text();
    if (!path.includes('asist') && !path.includes('assist')) assert.match(text, /mailto:help@firms\.example/, path);
    else assert.match(text, new RegExp(`${service.origin}/mcp<`), path);
  }
});

test('the page of assistants shows every tool of the data', async () => {
  const text = await (await read('/en/assistants')).text();
  assert.match(text, /<code>get_company<\/code>/);
});

test('a demo says that it cannot be listed', async () => {
  const response = await fetch(`${service.origin}/.well-known/mcp/server.json`);
  assert.equal(response.status, 404);
  assert.match(await response.text(), /invented companies/);
});

test('an installation on real data under https describes the connector without commerce', () => {
  const listing = { version: '1.2.3', isDemo: false, path: '/mcp/data', proofs: { openai: null, registry: null } };
  const result = serverJson({ ...listing, publicUrl: 'https://firme.example.ro' }) as Record<string, unknown>;
  assert.equal(result.name, 'ro.example.firme/firmoteca');
  assert.ok(String(result.description).length <= 100);
  assert.deepEqual(result.remotes, [{ type: 'streamable-http', url: 'https://firme.example.ro/mcp/data' }]);
  assert.throws(() => serverJson({ ...listing, publicUrl: null }), /PUBLIC_URL/);
  assert.throws(() => serverJson({ ...listing, publicUrl: 'http://firme.example.ro' }), /PUBLIC_URL/);
});

test('a proof of the domain is served as it was given, and none where none was given', async () => {
  const given = await fetch(`${service.origin}/.well-known/openai-apps-challenge`);
  assert.equal(await given.text(), 'proof-of-domain');
  assert.match(given.headers.get('content-type') ?? '', /^text\/plain/);
  assert.equal((await fetch(`${service.origin}/.well-known/mcp-registry-auth`)).status, 404);
});

test('the icon for directories is a picture of 512 by 512', async () => {
  const bytes = Buffer.from(await (await fetch(`${service.origin}/icon-512.png`)).arrayBuffer());
  assert.deepEqual([bytes.readUInt32BE(16), bytes.readUInt32BE(20)], [512, 512]);
});

test('an operator learns what is missing, and makes the account for reviewers', async (t) => {
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
