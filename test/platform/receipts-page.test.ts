/** The public page that verifies a receipt, on real sockets. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { signReceipt } from '#domain/receipts/jws.ts';
import { receiptKeys } from '#domain/receipts/receipt-keys.ts';
import { statementFor } from '#domain/receipts/statement.ts';
import { allocateCounters } from '#platform/limits/caller-slots.ts';
import { openLimits } from '#platform/limits/limits.ts';
import { launchBrowser, withoutBrowser } from '#test/support/browser.ts';
import { ask } from '#test/support/raw-request.ts';
import { type SmallService, smallService } from '#test/support/small-service.ts';

const skip = withoutBrowser('the page of receipts in a browser');

let service: SmallService;
let receipt: string;
before(async () => {
  const limits = await openLimits({ counters: allocateCounters(1_024, 1_024), redis: null, onChange: () => {} });
  service = await smallService({ limits });
  const basis = { vatRegistered: 'anafAsked', cashBasisVat: 'anafAsked', splitVat: 'unknown' };
  const more = { inactive: 'anafAsked', registered: 'registry', name: 'anafAsked' };
  const result = {
    date: '2024-06-30',
    vatRegistered: true,
    cashBasisVat: false,
    splitVat: null,
    inactive: false,
    registered: true,
    name: '<b>FIRMA & FIII SRL</b>',
    basis: { ...basis, ...more },
  };
  const statement = statementFor(
    {
      cui: '90000014',
      day: '2024-06-30',
      raw: '{}',
      found: true,
      fetchedAt: '2026-11-15T10:00:00.000Z',
      onDate: result,
    },
    { account: 'acc_1', requestId: 'req_1', at: '2026-11-15T10:00:01.000Z' },
    { issuer: 'https://firms.example', dataset: 'demo', note: 'a note' },
  );
  receipt = await signReceipt(
    statement,
    receiptKeys(() => service.secrets),
  );
});
after(() => service.close());

const page = (receiptShown: string | null, lang: 'en' | 'ro' = 'en') =>
  ask(service.port, {
    path: `${lang === 'ro' ? '/dovezi' : '/en/receipts'}?${new URLSearchParams(receiptShown === null ? {} : { receipt: receiptShown })}`,
    headers: { accept: 'text/html' },
  });

test('a receipt is explained in the reader’s language, and its content is escaped', async () => {
  for (const [lang, output] of [
    ['en', [/A valid receipt/, /Registered for VAT<\/dt><dd>yes/, /Split VAT<\/dt><dd>not known/, /it proves nothing/]],
    ['ro', [/Dovadă valabilă/, /scopuri de TVA<\/dt><dd>da/, /TVA<\/dt><dd>nu se știe/, /Nu este un document emis/]],
  ] as const) {
    const { status, headers, text } = await page(receipt, lang);
    assert.deepEqual([status, headers['content-language'], headers['cache-control']], [200, lang, 'no-store']);
    assert.match(String(headers['content-security-policy']), /default-src 'none'/);
    assert.deepEqual([headers['x-robots-tag'], headers['referrer-policy']], ['noindex', 'no-referrer']);
    for (const words of output) assert.match(text, words);
    assert.match(text, /90000014<\/dd>/);
    assert.ok(text.includes('&lt;b&gt;FIRMA &amp; FIII SRL&lt;/b&gt;') && !text.includes('<b>FIRMA'));
  }
});

test('an altered receipt and arbitrary text are reported as invalid', async () => {
  const [header = '', payload = '', signature = ''] = receipt.split('.');
  const other = Buffer.from(Buffer.from(payload, 'base64url').toString().replace('90000014', '90000022'));
  for (const wrong of [
    `${header}.${other.toString('base64url')}.${signature}`,
    'nu e o dovadă',
    '<script>alert(1)</script>',
  ]) {
    const { status, text } = await page(wrong);
    assert.equal(status, 200);
    assert.match(text, /Not a valid receipt/);
    assert.ok(!text.includes('<script>') && !text.includes('<dl'));
  }
});

test('without a receipt the page has only the form, limited to the length of an address', async () => {
  const { status, text } = await page(null);
  assert.equal(status, 200);
  assert.ok(text.includes('action="/en/receipts" method="get"') && !text.includes('role="status"'));
  const longest = Number(/name="receipt"[^>]*maxlength="(\d+)"/.exec(text)?.[1]);
  assert.match((await page('A'.repeat(longest))).text, /Not a valid receipt/);
  assert.ok(receipt.length < longest / 2);
});

test('a receipt fits the width of a telephone screen', { skip }, async () => {
  const browser = await launchBrowser();
  try {
    const phone = await browser.newPage({ viewport: { width: 360, height: 780 } });
    await phone.goto(`${service.origin}/dovezi`);
    await phone.fill('textarea', receipt);
    await phone.click('main button');
    await phone.waitForSelector('dl');
    assert.equal(await phone.evaluate('document.documentElement.scrollWidth - innerWidth'), 0);
  } finally {
    await browser.close();
  }
});

test('the former address redirects to the page in the reader’s language, with the receipt', async () => {
  const moved = await ask(service.port, { path: `/receipts?lang=en&receipt=${receipt}` });
  assert.deepEqual([moved.status, moved.headers.location], [308, `/en/receipts?receipt=${receipt}`]);
  assert.deepEqual([moved.headers['cache-control'], moved.headers['referrer-policy']], ['no-store', 'no-referrer']);
  const plain = await ask(service.port, { path: '/receipts', headers: { 'accept-language': 'ro' } });
  assert.equal(plain.headers.location, '/dovezi');
});

test('the page has the rate limit of other pages', async () => {
  let answered = await page('x');
  for (let n = 0; n < 310 && answered.status === 200; n++) answered = await page('x');
  assert.equal(answered.status, 429);
  assert.match(answered.headers['content-type'] ?? '', /^text\/html/);
});
