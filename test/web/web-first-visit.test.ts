/** The style of a first visit: inline and allowed by its hash; later visits load the cached stylesheet. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, test } from 'node:test';
import { type DemoService, demoService } from '#test/support/demo-service.ts';
import { ask } from '#test/support/raw-request.ts';

let service: DemoService;
before(async () => {
  service = await demoService();
});
after(() => service.close());

const PAGE = '/firma/90000014';
const BROWSER = { accept: 'text/html', 'sec-fetch-dest': 'document' };
const get = (path: string, headers: Record<string, string> = BROWSER) => ask(service.port, { path, headers });

const policyOf = ({ headers }: Awaited<ReturnType<typeof get>>): string => String(headers['content-security-policy']);
const stylesIn = (text: string): string[] =>
  [...text.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(([, own = '']) => own);
const SHEET = /<link rel="stylesheet" href="(\/assets\/site-[0-9a-f]+\.css)">/;

test('the first page of a browser has the style inline, and the policy allows only its hash', async () => {
  for (const path of [PAGE, '/en/company/90000014', '/', '/firma/90000014/istoric']) {
    const page = await get(path);
    const [style = '', ...others] = stylesIn(page.text);
    assert.deepEqual(others, [], path);
    const hash = createHash('sha256').update(style).digest('base64');
    assert.ok(policyOf(page).endsWith(`; style-src 'self' 'sha256-${hash}'`), path);
    assert.doesNotMatch(policyOf(page), /unsafe|nonce/);
    assert.ok(!style.includes('<') && !style.includes('asset:'));
    assert.doesNotMatch(page.text, SHEET);
  }
});

test('a returning browser gets the stylesheet address with the same style, and no inline style is allowed', async () => {
  const first = await get(PAGE);
  const cookie = String(first.headers['set-cookie']).split(';')[0] ?? '';
  const again = await get(PAGE, { ...BROWSER, cookie });
  assert.deepEqual(stylesIn(again.text), []);
  assert.ok(policyOf(again).endsWith("; style-src 'self'"));
  assert.equal((await get(SHEET.exec(again.text)?.[1] ?? '')).text, stylesIn(first.text)[0]);
  for (const { headers } of [first, again]) assert.match(String(headers.vary), /cookie/);
});

test('programs, frames and error pages get the stylesheet address', async () => {
  const { 'sec-fetch-dest': _, ...program } = BROWSER;
  for (const [path, headers] of [
    [PAGE, program],
    [PAGE, { ...program, 'sec-fetch-dest': 'iframe' }],
    ['/firma/1', BROWSER],
    ['/nimic', BROWSER],
  ] as const) {
    const page = await get(path, headers);
    assert.deepEqual(stylesIn(page.text), [], path);
    assert.match(page.text, SHEET, path);
    assert.ok(policyOf(page).endsWith("; style-src 'self'"), path);
  }
});
