/** The bulk check with an answering tax authority: as visitor and as Pro, on both engines. */
import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { removeExpiredChecks, stateOfCheck } from '#domain/bulk-checks/checks-table.ts';
import { cellsOf } from '#domain/bulk-checks/reading/text-table.ts';
import { workbookRows } from '#lib/readers/workbook/rows.ts';
import { cuiOf as cuiOfBody } from '#lib/values/cui.ts';
import { onBothEngines } from '#test/support/both-engines.ts';
import { look, resultOf, send, wordsOf } from '#test/support/bulk-lists.ts';
import { cuiOf, type DemoService, demoService } from '#test/support/demo-service.ts';
import { proReader } from '#test/support/pro-browser.ts';
import { until } from '#test/support/until.ts';

const DAY = '2026-11-14';
/** Codes with valid check digits that belong to no company. */
const strangers = (count: number): string[] => Array.from({ length: count }, (_, n) => cuiOfBody(9_900_001 + n));

onBothEngines(({ place: target }) => {
  let service: DemoService;
  let pro: { account: string; cookie: string };
  const visitor = () => ({ port: service.port });
  const reader = () => ({ port: service.port, cookie: pro.cookie });
  before(async () => {
    service = await demoService((await target()).databaseUrl);
    pro = await proReader(service);
  });
  after(() => service.close());

  test('a visitor sees doubtful companies first, with reasons and sources, and a count of every line', async () => {
    const codes = [
      cuiOf('giant'),
      cuiOf('struckOff'),
      cuiOf('giant'),
      'abc',
      '90000015',
      strangers(1)[0],
      cuiOf('bankrupt'),
    ];
    const page = await resultOf({ codes: codes.join('\n'), day: DAY }, visitor());
    assert.equal(page.status, 200);
    assert.deepEqual([page.headers['cache-control'], page.headers['x-robots-tag']], ['no-store', 'noindex']);
    const words = wordsOf(page);
    assert.match(words, /Ați trimis 7 rânduri: 4 coduri verificate, 1 cod greșit, 1 rând repetat, 1 rând fără cod\./);
    assert.match(words, /De oprit 2 firme/);
    assert.match(
      wordsOf(await look('/verificare', visitor())),
      /la data facturii; registrul și e-Factura, așa cum sunt acum/,
    );
    assert.match(words, /De verificat 3 coduri/);
    assert.match(words, /În regulă 1 firmă/);
    for (const reason of [
      'Firma este radiată.',
      'Firma este în faliment.',
      'Cifra de control e greșită',
      'Nicio sursă nu are',
    ])
      assert.ok(words.includes(reason), reason);
    assert.match(words, /rândul 4 · Un CUI are/);
    assert.match(words, /ONRC \d\d\.\d\d\.\d{4} · ANAF/);
    const gone = page.text.slice(page.text.indexOf(`/firma/${cuiOf('struckOff')}"`)).split('</tr>')[0] ?? '';
    assert.match(gone, /data-label="Fiscal"><span class="tag[^"]*">.*?radiată<\/span>/);
    assert.doesNotMatch(gone, />activ</, 'a struck-off company is not active');
    const table = page.text.slice(page.text.indexOf('<table'));
    assert.ok(table.indexOf('faliment') < table.indexOf('<details class="set-aside"'), 'doubtful companies come first');
    const entries = wordsOf(await look(`${page.path}?order=list`, visitor()));
    assert.ok(entries.lastIndexOf('ZIMBRUL AURIU') < entries.lastIndexOf('rândul 4'));
  });

  test('without Pro the first twenty codes are checked, and the page says so', async () => {
    const page = await resultOf({ codes: strangers(80).join('\n') }, visitor());
    const words = wordsOf(page);
    assert.match(words, /Ați lipit 80 de coduri\. Fără Pro verificăm primele 20\./);
    assert.match(words, /Ați trimis 80 de rânduri: 20 de coduri verificate, 60 de coduri peste limită\./);
    assert.match(words, /De verificat 20 de coduri/);
    const rows = await tableOf(page.path, visitor());
    assert.deepEqual(
      ['checked', 'overLimit'].map((outcome) => rows.filter((row) => row.outcome === outcome).length),
      [20, 60],
    );
  });

  test('with Pro a job checks a thousand codes and reports every line', async () => {
    const codes = [...strangers(998), cuiOf('giant'), cuiOf('vatCanceled'), ...strangers(2), cuiOfBody(9_800_001)];
    const sent = await send({ codes: codes.join(' '), day: DAY }, reader());
    assert.equal(sent.status, 303);
    const path = String(sent.headers.location);
    const first = await look(path, reader());
    if (first.text.includes('data-progress')) {
      assert.match(first.text, /<noscript><meta http-equiv="refresh" content="\d+"><\/noscript>/);
      assert.match(first.text, /<progress value="\d+" max="1000"/);
    }
    // Polls the database instead of the page, whose rendering would slow down the job.
    const { state } = service.store;
    const id = path.split('/').at(-1) ?? '';
    await until('the job is finished', async () => (await sleep(500, stateOfCheck(state, id))) !== 'running', 300_000);
    const words = wordsOf(await look(path, reader()));
    assert.match(
      words,
      /Ați trimis 1\.003 rânduri: 1\.000 de coduri verificate, 2 rânduri repetate, 1 cod peste limită\./,
    );
    assert.match(words, /De oprit 1 firmă/);
    const rows = await tableOf(path, reader());
    assert.equal(rows.length, 1_003);
    assert.equal(
      rows.filter(({ standing }) => standing === 'check').length,
      1_000,
      'repeated codes have the same status',
    );
  });

  test('each row of a Pro check has a signed receipt that the public page confirms', async () => {
    const page = await resultOf(
      { codes: `${cuiOf('giant')}\n${cuiOf('struckOff')}`, day: DAY, receipts: true },
      reader(),
    );
    assert.match(page.text, /\/dovada"/);
    const proof = await look(`${page.path}/dovada`, reader());
    assert.match(wordsOf(proof), /Dovada verificării TVA și stare fiscală la 14\.11\.2026/);
    assert.match(wordsOf(proof), /2 dovezi semnate/);
    const receipt = await look(`${page.path}/dovada?cui=${cuiOf('giant')}`, reader());
    assert.equal(receipt.status, 303);
    const confirmed = await look(String(receipt.headers.location), visitor());
    assert.match(wordsOf(confirmed), /Dovadă valabilă: emisă aici și nemodificată\./);
    const rows = await tableOf(page.path, reader());
    for (const row of rows) assert.match(row.receipt ?? '', /^eyJ[\w-]+\.[\w-]+\.[\w-]+$/);
    assert.equal((await look(`${page.path}/dovada?cui=1`, reader())).status, 404);
  });

  test('a Pro check is 404 for other readers; the check of a visitor opens for every holder of its address', async () => {
    const other = await proReader(service);
    const own = await resultOf({ codes: cuiOf('giant'), receipts: true }, reader());
    for (const suffix of ['', '/tabel/csv', '/tabel/xlsx', '/dovada'])
      for (const cookie of [undefined, other.cookie])
        assert.equal(
          (await look(own.path + suffix, { port: service.port, ...(cookie && { cookie }) })).status,
          404,
          suffix,
        );
    assert.ok(wordsOf(await look('/verificare', reader())).includes('Verificările dumneavoastră'));
    assert.ok(!(await look('/verificare', { port: service.port, cookie: other.cookie })).text.includes(own.path));
    const free = await resultOf({ codes: cuiOf('giant') }, visitor());
    assert.equal((await look(free.path, { port: service.port, cookie: other.cookie })).status, 200);
    assert.match(free.path, /^\/verificare\/[\w-]{22}$/);
    assert.equal((await look(`/verificare/${'A'.repeat(22)}`, visitor())).status, 404);
  });

  test('a check is deleted by its reader, or after seven days', async () => {
    const one = await resultOf({ codes: cuiOf('giant') }, visitor());
    assert.match(wordsOf(one), /Se șterge pe \d\d\.\d\d\.\d{4}, \d\d:\d\d\./);
    const forged = await remove(one.path, 'http://elsewhere.example');
    assert.deepEqual([forged.status, (await look(one.path, visitor())).status], [400, 200]);
    assert.equal((await remove(one.path, service.origin)).status, 303);
    assert.equal((await look(one.path, visitor())).status, 404);

    const two = await resultOf({ codes: cuiOf('giant') }, visitor());
    const { state } = service.store;
    const id = two.path.split('/').at(-1) ?? '';
    const [stored] = await state.all<{ expires_at: string }>('select expires_at from bulk_check where id = $1', [id]);
    const left = Date.parse(stored?.expires_at ?? '') - Date.now();
    assert.ok(left > 6.9 * 86_400_000 && left <= 7 * 86_400_000);
    await state.write([{ sql: `update bulk_check set expires_at = '2020-01-01' where id = $1`, params: [id] }]);
    assert.equal((await look(two.path, visitor())).status, 404, 'an expired check is 404 before its rows are deleted');
    assert.equal(await removeExpiredChecks(state, new Date().toISOString()), 1);
    assert.deepEqual(await state.all('select 1 as found from bulk_check_row where check_id = $1', [id]), []);
  });

  test('a hostile name is rendered as text on the page, in the proof and in the files', async () => {
    const page = await resultOf({ codes: cuiOf('hostileName'), receipts: true }, reader());
    const proof = await look(`${page.path}/dovada`, reader());
    for (const { text } of [page, proof]) {
      assert.ok(!text.includes('<script>alert'), 'the name is escaped');
      assert.ok(text.includes('&lt;script&gt;alert(1)&lt;/script&gt;'));
    }
    const [row] = await tableOf(page.path, reader());
    assert.match(row?.name ?? '', /^O'RELI & "FIII" <script>/);
    const book = await fetch(`${service.origin}${page.path}/tabel/xlsx`, { headers: { cookie: pro.cookie } });
    const path = join(tmpdir(), `firmoteca-bulk-${process.pid}.xlsx`);
    writeFileSync(path, Buffer.from(await book.arrayBuffer()));
    const sheets = await Array.fromAsync((await workbookRows(path)) ?? []);
    rmSync(path);
    assert.ok(sheets[0]?.rows[1]?.some((cell) => String(cell).startsWith(`O'RELI & "FIII" <script>`)));
  });

  test('the English page shows the result in English', async () => {
    const page = await resultOf(
      { codes: `${cuiOf('giant')}\n${cuiOf('inactive')}` },
      { port: service.port, path: '/en/check' },
    );
    assert.match(page.path, /^\/en\/check\//);
    assert.match(wordsOf(page), /Stop 1 company .*Declared inactive by the tax office/);
  });

  const tableOf = async (path: string, by: { port: number; cookie?: string }) => {
    const { status, headers, text } = await look(`${path}/tabel/csv`, by);
    assert.equal(status, 200);
    assert.match(String(headers['content-disposition']), /^attachment; filename="firmoteca-verificare-.*\.csv"$/);
    const [names = [], ...rows] = cellsOf(text.replace(/^\ufeff/, ''));
    return rows.map((row) => Object.fromEntries(names.map((name, i) => [name, row[i] ?? ''])));
  };
  const remove = (path: string, origin: string) =>
    fetch(service.origin + path, {
      method: 'POST',
      redirect: 'manual',
      headers: { origin, 'content-type': 'application/x-www-form-urlencoded' },
      body: '',
    });
});
