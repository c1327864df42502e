/** The bulk check with dirty, broken and hostile lists, and with slow or hostile senders. */

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import yazl from 'yazl';
import { workbook } from '#api/tables/workbook.ts';
import { openStore } from '#data/store/open.ts';
import { openBulkChecks } from '#domain/bulk-checks/checks.ts';
import { addRows, endCheck } from '#domain/bulk-checks/checks-table.ts';
import { addCheck } from '#domain/bulk-checks/quota-table.ts';
import { verdictOf } from '#domain/bulk-checks/verdict.ts';
import { cuiOf } from '#lib/values/cui.ts';
import { allocateCounters } from '#platform/limits/caller-slots.ts';
import { openLimits } from '#platform/limits/limits.ts';
import { look, resultOf, send, wordsOf } from '#test/support/bulk-lists.ts';
import { largeQuota } from '#test/support/large-quota.ts';
import { proReader } from '#test/support/pro-browser.ts';
import { ask } from '#test/support/raw-request.ts';
import { type SmallService, smallService } from '#test/support/small-service.ts';
import { listening } from '#test/support/test-server.ts';
import { isLongTier } from '#test/support/tier.ts';
import { companyCui, strangerCui } from '#test/support/tiny-country.ts';
import { until } from '#test/support/until.ts';
import type { Handler } from '#transports/http/reply.ts';
import { Router } from '#transports/http/router.ts';
import { addresses } from '#transports/web/addresses.ts';
import { bulkPage } from '#transports/web/pages/bulk/bulk.ts';
import { addPages } from '#transports/web/routing/routes.ts';

let service: SmallService;
before(async () => {
  service = await smallService();
});
after(() => service.close());
const visitor = () => ({ port: service.port });

type Cell = string | number | null;

async function xlsx(rows: Cell[][], second: Cell[][] = [['Note']]): Promise<Buffer> {
  const width = Math.max(...rows.map(({ length }) => length));
  const columns = Array.from({ length: width }, (_, i) => [`c${i}`]);
  const [headings = [], ...body] = rows;
  async function* pages() {
    yield body.map((row) => Object.fromEntries(row.map((cell, i) => [`c${i}`, cell])));
  }
  const book = {
    columns,
    headings: columns.map((_, i) => String(headings[i] ?? '')),
    pages: pages(),
    cut: '…',
    sheets: { rows: 'Foaie', sources: 'Altele' },
    sources: () => second,
  };
  return Buffer.concat(await Array.fromAsync(workbook(book, new AbortController().signal)));
}

test('a dirty workbook is read: numbers, texts, errors, a heading, empty rows and a second worksheet', async () => {
  const bytes = await xlsx(
    [
      ['Nr.', 'Denumire', 'Cod fiscal'],
      [1, 'ALFA', Number(companyCui(0))],
      [2, 'BETA', ` RO ${companyCui(1)} `],
      [null, null, null],
      [3, 'GAMA', '#N/A'],
      [4, 'DELTA', null],
      [5, 'ALFA', companyCui(0)],
    ],
    [[strangerCui()]],
  );
  const page = await resultOf({ file: { name: 'furnizori.xlsx', bytes } }, visitor());
  const words = wordsOf(page);
  assert.match(words, /Ați trimis 6 rânduri: 3 coduri verificate, 1 rând repetat, 2 rânduri fără cod\./);
  assert.match(words, /Primul rând este capul de tabel: Nr\. · Denumire · Cod fiscal/);
  assert.match(words, /#N\/A .* rândul \d/);
  assert.match(words, /4 · DELTA/);
});

test('the content of a file decides its format, not its name; UTF-16 text is read', async () => {
  const bytes = Buffer.concat([
    Buffer.from([0xff, 0xfe]),
    Buffer.from(`CIF;Firmă\r\n${companyCui(0)};A\r\n`, 'utf16le'),
  ]);
  const page = await resultOf({ file: { name: 'lista.xlsx', bytes } }, visitor());
  assert.match(wordsOf(page), /Ați trimis 1 rând: 1 cod verificat\./);
});

test('an invalid list is refused with a message, and the form keeps its input', async () => {
  const picture = { name: 'x.csv', bytes: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 1]) };
  const zip = { name: 'x.xlsx', bytes: Buffer.from('PK\x03\x04 this is no archive') };
  for (const [sent, output] of [
    [{ file: picture }, /nu poate fi citit ca listă/],
    [{ file: zip }, /nu poate fi citit ca listă/],
    [{}, /Lipiți cel puțin un cod fiscal/],
    [{ codes: 'abc\n<b>x</b>' }, /nu conține niciun cod fiscal/],
    [{ codes: companyCui(0), day: '2099-01-01' }, /Alegeți o zi între 1990-01-01 și 2026-11-15/],
    [{ codes: companyCui(0), day: 'mâine' }, /Alegeți o zi/],
    [{ codes: Array.from({ length: 1_001 }, (_, n) => n).join('\n') }, /mai mult de 1000 de rânduri/],
  ] as const) {
    const { status, text } = await send(sent, visitor());
    assert.equal(status, 400, JSON.stringify(sent).slice(0, 80));
    assert.match(wordsOf({ text }), output);
    if ('codes' in sent) assert.ok(text.includes(sent.codes.split('\n', 1)[0] ?? ''));
    assert.ok(!text.includes('<b>x'));
  }
});

/** Several times the memory limit of a reader. */
const SWOLLEN_MB = isLongTier ? 600 : 150;

test('a decompression bomb is stopped, and the next workbook is read', async () => {
  const zip = new yazl.ZipFile();
  const add = (name: string, text: string): void => zip.addBuffer(Buffer.from(text), name);
  add('xl/workbook.xml', '<workbook><sheets><sheet name="a" sheetId="1" r:id="r1"/></sheets></workbook>');
  add(
    'xl/worksheets/sheet1.xml',
    '<worksheet><sheetData><row r="1"><c t="s"><v>0</v></c></row></sheetData></worksheet>',
  );
  const piece = Buffer.from(`<si><t>${'9'.repeat(60_000)}</t></si>`);
  zip.addReadStream(
    Readable.from(
      (function* () {
        yield Buffer.from('<sst>');
        for (let n = 0; n < SWOLLEN_MB * (1_000 / 60); n++) yield piece;
      })(),
    ),
    'xl/sharedStrings.xml',
  );
  zip.end();
  const bytes = await buffer(zip.outputStream as Readable);
  assert.ok(bytes.length < 5_000_000, `${bytes.length} bytes for ${SWOLLEN_MB} MB`);
  const { status, text } = await send({ file: { name: 'bomb.xlsx', bytes } }, visitor());
  assert.equal(status, 400);
  assert.match(wordsOf({ text }), /mai mult timp sau mai multă memorie|nu poate fi citit/);
  const next = await resultOf({ file: { name: 'a.xlsx', bytes: await xlsx([['CUI'], [companyCui(0)]]) } }, visitor());
  assert.equal(next.status, 200);
});

test('an upload above the size limit is refused', async () => {
  const { status } = await send({ file: { name: 'a.csv', bytes: Buffer.alloc(7_000_000, '1\n') } }, visitor());
  assert.equal(status, 413);
});

test('a slow upload is refused after the timeout', async () => {
  const checks = openBulkChecks({
    state: service.store.state,
    lookUp: () => assert.fail('no company is looked up'),
    limits: null,
    days: 1,
    today: () => '2026-11-15',
    redact: <Data>(data: Data): Data => data,
    report: () => {},
  });
  const page = bulkPage(checks);
  assert.ok(page.form && (page.form.bounds.timeoutMs ?? Number.POSITIVE_INFINITY) <= 60_000);
  const router = new Router<Handler>();
  const hurried = {
    ...page,
    path: addresses.bulk,
    form: { ...page.form, bounds: { ...page.form.bounds, timeoutMs: 300 } },
  };
  addPages(router, [hurried], {
    pipeline: service.pipeline,
    declared: service.declared,
    addressOf: () => '127.0.0.1',
    publicUrl: null,
    isDemo: true,
    known: { anyName: () => null },
    sessions: { visitorOf: async () => null, readerOf: async () => null, openFree: () => 'f.1.x' },
    report: () => {},
  });
  const served = await listening(router);
  const socket = connect(served.port, '127.0.0.1');
  socket.write(
    `POST /verificare HTTP/1.1\r\nhost: 127.0.0.1:${served.port}\r\norigin: ${served.origin}\r\ncontent-type: multipart/form-data; boundary=b\r\ncontent-length: 5000\r\n\r\n--b\r\n`,
  );
  let result = '';
  socket.on('data', (bytes) => {
    result += bytes;
  });
  await until('the refusal arrives', async () => result.includes('HTTP/1.1 4'));
  socket.destroy();
  await served.close();
  await checks.close();
});

test('a form from another site or without an origin is refused', async () => {
  const counts = () => service.store.state.all('select count(*) as checks from bulk_check');
  const before = await counts();
  const foreign = { port: service.port, origin: 'https://elsewhere.example' };
  assert.equal((await send({ codes: companyCui(0) }, foreign)).status, 400);
  const silent = await fetch(`${service.origin}/verificare`, {
    method: 'POST',
    body: new FormData(),
    redirect: 'manual',
  });
  assert.equal(silent.status, 400);
  assert.deepEqual(await counts(), before, 'no check is stored');
});

test('the batch operation of the API refuses a browser without Pro', async () => {
  const { headers } = await look('/verificare', visitor());
  const cookie = String(headers['set-cookie']).split(';')[0] ?? '';
  const { status } = await ask(service.port, {
    method: 'POST',
    path: '/api/company/batch',
    body: JSON.stringify({ cuis: [companyCui(0)] }),
    headers: { 'content-type': 'application/json', cookie },
  });
  assert.equal(status, 403);
});

test('pasted text becomes neither markup on the page nor a formula in the files', async () => {
  const lines = [
    companyCui(0),
    '=HYPERLINK("http://x.example")',
    '<script>alert(1)</script>',
    '@SUM(1)',
    "'; drop table account",
  ];
  const page = await resultOf({ codes: lines.join('\n') }, visitor());
  assert.ok(!page.text.includes('<script>alert') && page.text.includes('&lt;script&gt;alert(1)'));
  const csv = await look(`${page.path}/tabel/csv`, visitor());
  assert.equal(csv.headers['content-type'], 'text/csv; charset=utf-8');
  for (const line of csv.text.split('\r\n').slice(1)) assert.doesNotMatch(line, /(^|,)"?[=@]/);
  assert.ok(csv.text.includes(`'=HYPERLINK`) && csv.text.includes(`'@SUM`));
  const book = await look(`${page.path}/tabel/xlsx`, visitor());
  assert.ok(book.text.startsWith('PK') && book.headers['cache-control'] === 'no-store');
  assert.equal((await look(`${page.path}/tabel/exe`, visitor())).status, 404);
});

test('lists are limited by address, and the refusal gives the seconds to wait', async () => {
  const limits = await openLimits({ counters: allocateCounters(1_024, 1_024), redis: null, onChange: () => {} });
  const limited = await smallService({ limits, bare: true });
  try {
    let answered = await send({ codes: companyCui(0) }, { port: limited.port });
    for (let n = 0; n < 12 && answered.status === 303; n++)
      answered = await send({ codes: companyCui(0) }, { port: limited.port });
    assert.equal(answered.status, 429);
    assert.match(wordsOf(answered), /Prea multe liste\. O puteți trimite pe următoarea peste \d+ (de )?secund/);
  } finally {
    await limited.close();
  }
});

test('a restarted service finishes a check that was running when it stopped', async () => {
  const cuis = [companyCui(0), companyCui(1), companyCui(2)];
  const lines = cuis.map((cui, n) => ({ line: n + 1, text: cui, cui, outcome: 'checked' as const }));
  const id = createHash('md5').update('x').digest('base64url').slice(0, 22);
  const { account, cookie } = await proReader(service);
  service = await service.restarted(async (location) => {
    const store = await openStore({ ...location, country: 'demo' });
    const now = new Date().toISOString();
    const check = {
      id,
      account,
      language: 'ro' as const,
      day: '2026-11-15',
      withReceipts: false,
      lines,
      heading: null,
      codes: 3,
      done: 0,
      state: 'running' as const,
      createdAt: now,
      finishedAt: null,
      expiresAt: '2999',
    };
    await addCheck(store.state, check, { by: 'the killed host', until: now }, largeQuota);
    await store.close();
  });
  const reader = { port: service.port, cookie };
  await until(
    'the check is finished',
    async () => !(await look(`/verificare/${id}`, reader)).text.includes('data-progress'),
  );
  assert.match(wordsOf(await look(`/verificare/${id}`, reader)), /FIRMA INVENTATA 3 SRL/);
});

test('a paste above the limit of lines or characters is refused, and the page does not repeat it', async () => {
  const empty = (await look('/verificare', visitor())).text.length;
  for (const [codes, output] of [
    ['x\n'.repeat(9_000), /mai mult de 1000 de rânduri/],
    [`${companyCui(0)} `.repeat(2_000), /mai mult de 1000 de rânduri/],
    [`${companyCui(0)} `.repeat(22_000), /mai mult de 20000 de caractere/],
    ['1,1,'.repeat(40_000), /mai mult de 20000 de caractere/],
    ['"'.repeat(20_000), /nu conține niciun cod fiscal/],
    ['"'.repeat(199_000), /mai mult de 20000 de caractere/],
  ] as const) {
    const answered = await send({ codes }, visitor());
    assert.equal(answered.status, 400);
    assert.match(wordsOf(answered), output);
    assert.ok(answered.text.length < empty + 50_000, `${codes.slice(0, 10)}: ${answered.text.length}`);
  }
});

/** A list of 9,900 lines, or of 1,900. */
const [THOUSANDS, PAGES] = isLongTier ? [9, 50] : [1, 10];

test('a long list has pages of 200 lines, doubtful ones first, and complete files', async () => {
  const { account, cookie } = await proReader(service);
  const reader = { port: service.port, cookie };
  const cuis = Array.from({ length: 300 }, (_, n) => cuiOf(9_900_001 + n));
  const count = THOUSANDS * 1_000 + 900;
  const text = [...cuis, ...Array.from({ length: count - 300 }, (_, n) => `rând fără cod <u>${n}</u>`)];
  const lines = text.map((one, n) => ({
    line: n + 1,
    text: one,
    cui: cuis[n] ?? null,
    outcome: n < cuis.length ? ('checked' as const) : ('refused' as const),
  }));
  const id = createHash('md5').update('long').digest('base64url').slice(0, 22);
  const now = new Date().toISOString();
  const check = {
    id,
    account,
    language: 'ro' as const,
    day: '2026-11-15',
    withReceipts: false,
    lines,
    heading: null,
    codes: cuis.length,
    done: 0,
    state: 'running' as const,
    createdAt: now,
    finishedAt: null,
    expiresAt: '2999',
  };
  const { state } = service.store;
  await addCheck(state, check, { by: 'us', until: '2999' }, largeQuota);
  const company = {
    name: 'CEA BUNĂ SRL',
    registry: { state: 'running' as const, label: null, since: null },
    inactive: false,
    vat: { payer: true, since: null, until: null },
    inactiveSince: null,
    eInvoice: true,
    debts: null,
    sources: [],
  };
  const rows = cuis.map((cui, position) =>
    position % 2 === 0
      ? { position, cui, status: 'fine' as const, reasons: [], company, receipt: null, checkedAt: now }
      : { position, ...verdictOf(cui, undefined, check.day, now) },
  );
  await addRows(state, id, 'us', rows);
  await endCheck(state, id, 'us', { state: 'done', at: now });
  const page = async (query: string) => look(`/verificare/${id}${query}`, reader);
  const first = await page('');
  assert.ok(first.text.length < 250_000, `${first.text.length} bytes`);
  assert.equal(first.text.match(/<tr><td class="code">/g)?.length, 200);
  assert.match(wordsOf(first), new RegExp(`Următoarele 200 1–200 din ${THOUSANDS}\\.900`));
  assert.match(wordsOf(first), new RegExp(`Ați trimis ${THOUSANDS}\\.900 de rânduri`));
  const seen = new Map<string, number>();
  let next: string | undefined = '';
  let turned = 0;
  for (; next !== undefined && turned < 60; turned++) {
    const here = await page(next);
    for (const [, code = ''] of here.text.matchAll(/<tr><td class="code">(.*?)<\/td>/g))
      seen.set(code, (seen.get(code) ?? 0) + 1);
    next = /rel="next" href="[^"?]*(\?[^"]*)"/.exec(here.text)?.[1]?.replaceAll('&amp;', '&');
    assert.ok(!here.text.includes('<u>'));
  }
  assert.deepEqual([turned, seen.size, Math.max(...seen.values())], [PAGES, count, 1], 'each line once');
  const last = await page(`?page=${PAGES}`);
  assert.match(
    last.text,
    /<details class="set-aside" open>/,
    'companies without findings come last, unfolded on their own page',
  );
  assert.match(wordsOf(last), /150 de firme în regulă .*CEA BUNĂ SRL/);
  assert.doesNotMatch(wordsOf(first), /CEA BUNĂ/);
  assert.match(wordsOf(await page('?order=list')), /CEA BUNĂ/);
  assert.match((await page('?order=list')).text, /href="[^"]*order=list&amp;page=2"/);
  for (const wrong of ['?page=0', '?page=-1', '?page=x', '?page=1e3', `?page=${'9'.repeat(400)}`, '?page=']) {
    const visible = await page(wrong);
    assert.equal(visible.status, 200, wrong);
    assert.match(wordsOf(visible), /1–200 din/, wrong);
  }
  assert.match(wordsOf(await page(`?page=${PAGES + 1}`)), new RegExp(`${THOUSANDS}\\.801–${THOUSANDS}\\.900 din`));
  const csv = await look(`/verificare/${id}/tabel/csv`, reader);
  assert.equal(csv.text.trimEnd().split('\r\n').length, count + 1, 'the file is complete');
  assert.equal((await look(`/verificare/${id}?page=2`, visitor())).status, 404);
});
