/** The spreadsheet recipes: the Google Sheets function runs unchanged, and the requests of the Power Query recipes work. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { parse } from 'csv-parse/sync';
import { errorCodes } from '#api/api-error.ts';
import { policies } from '#platform/limits/policies.ts';
import { examplesIn } from '#test/support/markdown-code.ts';
import { ask } from '#test/support/raw-request.ts';
import type { Evaluated } from '#test/support/sheets-script.ts';
import { DEMO_KEY, type SmallService, smallService } from '#test/support/small-service.ts';
import { companyCui } from '#test/support/tiny-country.ts';

const ADDRESS = 'https://firmoteca.example';
const page = readFileSync(new URL('../../docs/spreadsheets.md', import.meta.url), 'utf8');
const [script = ''] = examplesIn(page, 'js');
const [batchRecipe = '', listRecipe = ''] = examplesIn(page, 'm');

let service: SmallService;
before(async () => {
  service = await smallService();
});
after(() => service.close());

/** Evaluates formulas of a sheet, each with its arguments. */
async function evaluated(formulas: unknown[][], key = DEMO_KEY): Promise<Evaluated[]> {
  const workerData = { script: script.replaceAll(ADDRESS, service.origin), key, formulas };
  const worker = new Worker(new URL('../support/sheets-script.ts', import.meta.url), { workerData });
  const [message] = await once(worker, 'message');
  await worker.terminate();
  return message as Evaluated[];
}

test('in Google Sheets a code gives a cell and a column of codes a table, with one request each', async () => {
  const column = [[Number(companyCui(0))], [''], [companyCui(1)], ['1234'], [companyCui(0)]];
  const [one, several, plain] = await evaluated([
    [companyCui(0), 'denumire'],
    [column, 'denumire, nr,registrationDate'],
    [companyCui(2)],
  ]);
  assert.deepEqual(one, { cells: [['FIRMA INVENTATA 1 SRL']], requests: 1 });
  assert.deepEqual(plain?.cells, [['FIRMA INVENTATA 3 SRL']]);
  assert.equal(several?.requests, 1);
  const cells = several.cells as string[][];
  assert.deepEqual(
    cells.map((row) => row.length),
    [3, 3, 3, 3, 3],
  );
  assert.deepEqual([cells[0]?.[0], cells[2]?.[0]], ['FIRMA INVENTATA 1 SRL', 'FIRMA INVENTATA 2 SRL']);
  assert.deepEqual(cells[1], ['', '', '']);
  assert.deepEqual(cells[4], cells[0]);
  assert.match(String(cells[3]?.[0]), /cod/i, 'the error message, in Romanian');
});

test('every short name of the function is a field, and an unknown name is an error', async () => {
  const names = [...(/const CAMPURI = \{([^}]+)\}/.exec(script)?.[1] ?? '').matchAll(/^\s*(\w+):/gm)].map(([, n]) => n);
  assert.ok(names.length >= 10);
  const [all, wrong] = await evaluated([
    [companyCui(0), names.join(', ')],
    [companyCui(0), 'denumirea'],
  ]);
  const [cells] = (all?.cells ?? []) as unknown[][];
  assert.equal(cells?.length, names.length);
  assert.match(String(wrong?.error), /denumirea/);
});

test('a wrong key and too many codes are errors, and each request takes a hundred codes', async () => {
  const [refused] = await evaluated([[companyCui(0)]], 'fmt_live_wrong');
  assert.match(String(refused?.error), /cheie|cheia/i);
  const codes = (n: number): string[][] => Array.from({ length: n }, (_, i) => [String(i + 1)]);
  const [many, tooMany] = await evaluated([[codes(101)], [codes(501)]]);
  assert.deepEqual([many?.requests, (many?.cells as unknown[])?.length], [2, 101]);
  assert.deepEqual([tooMany?.requests, tooMany?.error], [0, 'Cel mult 500 de coduri într-o formulă.']);
});

/** The bracketed value of a step of a recipe. */
const within = (recipe: string, step: string): string => {
  const from = recipe.indexOf(`${step} = `);
  assert.ok(from >= 0, step);
  const text = recipe.slice(from + step.length + 3);
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    if ('[{('.includes(text[i] ?? '')) depth++;
    if (']})'.includes(text[i] ?? '') && --depth === 0) return text.slice(0, i + 1);
  }
  return assert.fail(`${step} does not end`);
};
const textsIn = (text: string): string[] => [...text.matchAll(/"([^"]*)"/g)].map(([, one = '']) => one);
const namesIn = (record: string): string[] =>
  [...record.matchAll(/(?:^\[|, )#?"?([\w-]+)"? = /g)].map(([, name = '']) => name);
/** Columns with a declared type. */
const typedIn = (recipe: string): [column: string, type: string][] =>
  [...within(recipe, 'Tipuri').matchAll(/\{"([^"]+)", ([\w. ]+)\}/g)].map(([, column = '', type = '']) => [
    column,
    type,
  ]);

/** Sends the request of a recipe; every name in it must exist in the operation. */
async function requested(recipe: string, values: Record<string, string>, body?: Record<string, unknown>) {
  assert.ok(recipe.includes(`Adresa = "${ADDRESS}"`));
  const path = `/${/RelativePath = "([^"]+)"/.exec(recipe)?.[1]}`;
  const method = body ? 'POST' : 'GET';
  const operation = service.operations.find(
    ({ declaration }) =>
      (declaration.method ?? 'GET') === method &&
      new RegExp(`^${declaration.path.replace(/\{\w+\}/g, '[^/]+')}$`).test(path),
  );
  assert.ok(operation, path);
  const names = namesIn(within(recipe, 'Query'));
  assert.deepEqual(names, Object.keys(values));
  const headers = namesIn(within(recipe, 'Headers')).map((name) => name.toLowerCase());
  assert.ok(headers.includes('x-api-key'));
  assert.equal(headers.includes('content-type'), body !== undefined);
  const answer = await ask(service.port, {
    path: `${path}?${new URLSearchParams(values)}`,
    headers: { 'x-api-key': DEMO_KEY, ...(body && { 'content-type': 'application/json' }) },
    method,
    ...(body && { body: JSON.stringify(body) }),
  });
  assert.equal(answer.status, 200, answer.text);
  return { operation, text: answer.text };
}

test('the Excel recipe for fiscal codes requests existing fields and expands the answer', async () => {
  const fields = textsIn(within(batchRecipe, 'Campuri'));
  const bodyNames = namesIn(/Json\.FromValue\((\[[^\]]+\])\)/.exec(batchRecipe)?.[1] ?? '');
  assert.deepEqual(bodyNames, ['cuis']);
  const sent = { cuis: [companyCui(0), 'x'] };
  const { operation, text } = await requested(batchRecipe, { fields: fields.join(','), lang: 'ro' }, sent);
  const { success, data } = JSON.parse(text) as { success: boolean; data: Record<string, unknown>[] };
  assert.equal(success, true);
  for (const row of data) assert.deepEqual(Object.keys(row), fields);
  for (const [column, type] of typedIn(batchRecipe)) {
    assert.ok(fields.includes(column), column);
    const kind = { 'type text': 'string', 'type logical': 'boolean' }[type];
    for (const row of data) assert.ok(row[column] === null || typeof row[column] === kind, column);
  }
  assert.ok(typeof data[1]?.['error.message'] === 'string');
  const most = operation.declaration.body?.properties.cuis.maxItems;
  assert.ok(batchRecipe.includes(`List.Split(Coduri, ${most})`) && script.includes(`PE_CERERE = ${most};`));
  // The recipe shows the service’s message for these errors.
  const handled = (/ManualStatusHandling = \{([^}]*)\}/.exec(batchRecipe)?.[1] ?? '').split(', ').map(Number);
  for (const status of handled) assert.ok(Object.values(errorCodes).some(([one]) => one === status));
});

test('the recipe for a list reads existing columns with their types', async () => {
  const { text } = await requested(listRecipe, { format: 'csv' });
  const rows = parse(text, { columns: true, bom: true }) as Record<string, string>[];
  assert.ok(rows.length > 0);
  const chosen = textsIn(within(listRecipe, 'Alese'));
  for (const column of chosen) assert.ok(column in (rows[0] ?? {}), column);
  for (const [column, type] of typedIn(listRecipe)) {
    assert.ok(chosen.includes(column), column);
    const whole = type === 'Int64.Type' ? /^-?\d*$/ : /^-?\d*(\.\d+)?$/;
    for (const row of rows) assert.match(row[column] ?? '', whole, column);
  }
});

test('the brackets of the recipes are balanced, and every step is used later', () => {
  for (const recipe of [batchRecipe, listRecipe]) {
    const plain = recipe.replace(/"[^"]*"/g, '""');
    for (const [open, close] of ['()', '[]', '{}'])
      assert.equal(plain.split(open ?? '').length, plain.split(close ?? '').length);
    const steps = [...recipe.matchAll(/^ {4}(\w+) = /gm)].map(([, name = '']) => name);
    assert.ok(steps.length > 5);
    for (const step of steps) assert.ok(recipe.split(new RegExp(`\\b${step}\\b`)).length > 2, step);
  }
});

test('the limits on the page are the real ones, and the page is served', async () => {
  assert.ok(page.includes(`${policies.pro[0]?.limit.toLocaleString('en')} a minute`));
  const served = await fetch(`${service.origin}/docs/spreadsheets.md`);
  assert.equal(served.headers.get('content-type'), 'text/markdown; charset=utf-8');
  assert.equal(await served.text(), page);
});
