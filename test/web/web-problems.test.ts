/** Error pages in both languages with a search field, and the cookie of pages. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { allocateCounters } from '#platform/limits/caller-slots.ts';
import { openLimits } from '#platform/limits/limits.ts';
import { type Answered, ask } from '#test/support/raw-request.ts';
import { type SmallService, smallService } from '#test/support/small-service.ts';
import { companyCui } from '#test/support/tiny-country.ts';

let service: SmallService;
before(async () => {
  service = await smallService();
});
after(() => service.close());

const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const get = (path: string, on: SmallService = service): Promise<Answered> => ask(on.port, { path, headers: browser });

function assertPage({ headers, text }: Answered, language: string, ...parts: string[]): void {
  assert.match(String(headers['content-type']), /^text\/html/);
  assert.match(String(headers['content-security-policy']), /frame-ancestors 'none'/);
  assert.equal(headers['x-robots-tag'], 'noindex');
  assert.ok(text.includes(`<html lang="${language}"`));
  assert.match(text, /role="search"/, 'a search field');
  for (const part of parts) assert.ok(text.includes(part), `${part} in ${text.slice(text.indexOf('<main'), 4_000)}`);
}

test('an unknown address is a 404 page', async () => {
  const ro = await get('/nimic/aici');
  assert.equal(ro.status, 404);
  assertPage(ro, 'ro', 'Aici nu este nimic', 'Prima pagină');
  assertPage(await get('/en/nothing'), 'en', 'There is nothing here', 'Home page');
  assertPage(await get('/comunicat/2020-01-01-nimic'), 'ro', 'Aici nu este nimic');
});

test('the page of an invalid code names the check digit and says that no source was queried', async () => {
  const mistyped = await get('/firma/90000015');
  assert.equal(mistyped.status, 404);
  assertPage(mistyped, 'ro', 'Acesta nu este un CUI', '90000015', 'cifra de control', 'Nu am întrebat nicio sursă.');
  assertPage(await get('/en/company/90000015'), 'en', 'This is not a CUI', 'check digit', 'No source was queried.');
  assertPage(await get('/firma/abc'), 'ro', 'Acesta nu este un CUI');
});

test('an error page links the same page in the other language', async () => {
  assert.ok((await get('/firma/90000015')).text.includes('href="/en/company/90000015"'));
});

test('the page of an exceeded limit gives the seconds to wait', async () => {
  const limits = await openLimits({ counters: allocateCounters(1_024, 1_024), redis: null, onChange: () => {} });
  const counted = await smallService({ limits });
  try {
    let answered = await get('/judete', counted);
    for (let i = 0; i < 300 && answered.status === 200; i++) answered = await get('/judete?x=1&y=2', counted);
    assert.equal(answered.status, 429);
    assert.ok(answered.text.includes('href="/judete?x=1&amp;y=2"'), 'the reload link has the same address');
    const seconds = Number(answered.headers['retry-after']);
    // The limiter counts in buckets of half a second, and a bucket expires a full minute after its end.
    assert.ok(seconds > 0 && seconds <= 61, String(seconds));
    assert.match(
      answered.text,
      /Puteți continua peste \d+ (?:de\u00a0secunde|secund[ăe])|Puteți continua peste \d+\u00a0secund/,
    );
    assertPage(answered, 'ro', 'Prea multe pagini într-un minut', 'Reîncarcă pagina');
    assertPage(await get('/en/counties', counted), 'en', 'Too many pages in a minute', 'You can go on in');
  } finally {
    await counted.close();
  }
});

test('a page whose source is not loaded is 503 with an explanation', async () => {
  const bare = await smallService({ bare: true });
  try {
    const answered = await get('/licitatii', bare);
    assert.equal(answered.status, 503);
    assertPage(answered, 'ro', 'Nu este încărcat aici');
  } finally {
    await bare.close();
  }
});

test('the page of an internal error shows the request id for the log', async () => {
  const broken = await smallService();
  try {
    await broken.store.live.close();
    const answered = await get('/comunicate', broken);
    assert.ok([500, 503].includes(answered.status), String(answered.status));
    if (answered.status === 500) assertPage(answered, 'ro', 'E vina noastră', String(answered.headers['x-request-id']));
  } finally {
    await broken.close().catch(() => {});
  }
});

test('clients that accept JSON get errors as JSON', async () => {
  const { status, text } = await ask(service.port, { path: '/nimic', headers: { accept: 'application/json' } });
  assert.equal(status, 404);
  assert.equal(JSON.parse(text).error.code, 'ROUTE_NOT_FOUND');
});

test('the cookie of pages is HttpOnly and SameSite=Lax, and Secure under https', async () => {
  const cookie = String((await get(`/firma/${companyCui(0)}`)).headers['set-cookie']);
  assert.match(cookie, /^firmoteca_session=f\.[^;]+; Max-Age=86400; Path=\/; HttpOnly; SameSite=Lax$/);
  const secure = await smallService({ config: { publicUrl: 'https://firme.example' } });
  try {
    const { headers } = await get('/', secure);
    assert.match(String(headers['set-cookie']), /^__Host-firmoteca_session=.*; HttpOnly; Secure; SameSite=Lax$/);
  } finally {
    await secure.close();
  }
});
