/** What a browser gets that comes for the first time: its style in the page, let in by its hash alone; later the sheet that it kept. */
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

test('a browser that was never here finds the style in the page, and the policy lets in this text and no other', async () => {
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

test('a browser that was here before is sent to the sheet that it kept, which is the same text, and nothing inline is let in', async () => {
  const first = await get(PAGE);
  const cookie = String(first.headers['set-cookie']).split(';')[0] ?? '';
  const again = await get(PAGE, { ...BROWSER, cookie });
  assert.deepEqual(stylesIn(again.text), []);
  assert.ok(policyOf(again).endsWith("; style-src 'self'"));
  assert.equal((await get(SHEET.exec(again.text)?.[1] ?? '')).text, stylesIn(first.text)[0]);
  for (const { headers } of [first, again]) assert.match(String(headers.vary), /cookie/);
});

test('whoever does not show the page, and pages that say what went wrong, get the address of the sheet', async () => {
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
