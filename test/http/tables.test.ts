/** Every list as a table for spreadsheets: the rows of JSON, parsed by third-party readers. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { readXlsx } from 'hucre/xlsx';
import type { AnyEndpoint, Operation } from '#api/endpoint.ts';
import { cellOf, columnHeading, columnsOf } from '#api/tables/columns.ts';
import { isPaged, isTabular, rowSchema, tableTypes } from '#api/tables/format.ts';
import { type Language, languages, translate } from '#lib/i18n/message.ts';
import { messages } from '#locales/messages.ts';
import { DEMO_KEY, type SmallService, smallService } from '#test/support/small-service.ts';

let service: SmallService;
let lists: Operation[];
before(async () => {
  service = await smallService();
  lists = service.operations.filter(({ declaration }) => isTabular(declaration));
});
after(() => service.close());

const columnsIn = ({ data }: AnyEndpoint) => columnsOf(rowSchema(data) as never);

const headingsIn = (declaration: AnyEndpoint, language: Language): string[] => {
  const row = rowSchema(declaration.data) as never;
  return columnsIn(declaration).map((column) => columnHeading(column, row, language));
};

/** Requests the first example of an operation with additional parameters. */
function ask({ declaration }: Operation, more: Record<string, string>, headers: Record<string, string> = {}) {
  const { method = 'GET', path, examples } = declaration;
  const [example] = examples;
  const address = new URL(
    path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(example?.params?.[name] ?? '')),
    service.origin,
  );
  for (const [name, value] of Object.entries({ ...example?.query, ...more })) address.searchParams.set(name, value);
  return fetch(address, {
    method,
    headers: { 'x-api-key': DEMO_KEY, ...(method === 'POST' && { 'content-type': 'application/json' }), ...headers },
    ...(method === 'POST' && { body: JSON.stringify(example?.body) }),
  });
}

const limited = ({ declaration }: Operation): Record<string, string> => (isPaged(declaration) ? { limit: '3' } : {});

test('exactly the lists of records and the batch are tables', () => {
  const ids = lists.map(({ id }) => id);
  for (const id of ['getCompanies', 'getCountyCompanies', 'searchCompanies', 'searchTenders', 'getCpvContracts'])
    assert.ok(ids.includes(id), id);
  for (const { id, declaration } of service.operations) assert.ok(!isPaged(declaration) || ids.includes(id), id);
  assert.ok(!ids.includes('getCompany'));
});

test('a page as CSV equals the page as JSON, cell by cell', async () => {
  for (const list of lists) {
    const json = await ask(list, limited(list));
    assert.equal(json.status, 200, list.id);
    const { data } = (await json.json()) as { data: unknown[] | null };
    const response = await ask(list, { ...limited(list), format: 'csv' });
    assert.equal(response.status, data === null ? 503 : 200, list.id);
    if (data === null) continue;
    assert.match(response.headers.get('content-type') ?? '', /^text\/csv; charset=utf-8/);
    assert.match(
      response.headers.get('content-disposition') ?? '',
      /^attachment; filename="?firmoteca-[a-z0-9-]+-\d{4}-\d{2}-\d{2}\.csv"?$/,
    );
    assert.equal(response.headers.get('etag'), null);
    assert.equal(response.headers.get('content-language'), 'en');
    const bytes = Buffer.from(await response.arrayBuffer());
    assert.deepEqual([...bytes.subarray(0, 3)], [0xef, 0xbb, 0xbf], list.id);
    const [head, ...rows] = parse(bytes, { bom: true }) as string[][];
    const columns = columnsIn(list.declaration);
    assert.deepEqual(
      head,
      columns.map((column) => column.join('.')),
      list.id,
    );
    assert.deepEqual(
      rows,
      data.map((row) => columns.map((column) => defused(cellOf(row, column)))),
      list.id,
    );
  }
});

const defused = (cell: ReturnType<typeof cellOf>): string =>
  typeof cell === 'string' && /^[\s"]*[=+\-@]/.test(cell) ? `'${cell}` : String(cell ?? '');

test('a page as a workbook has typed cells, translated headings, a frozen first row and its sources', async () => {
  for (const language of languages)
    for (const list of lists) {
      const requested = { ...limited(list), lang: language };
      const { data, meta } = (await (await ask(list, requested)).json()) as Json;
      const response = await ask(list, { ...requested, format: 'xlsx' });
      // A table without rows would show an unknown list as empty: the registry of one snapshot has no timeline.
      assert.equal(response.status, data === null ? 503 : 200, list.id);
      if (data === null) continue;
      assert.equal(response.headers.get('content-type'), tableTypes.xlsx);
      assert.equal(response.headers.get('content-language'), language);
      const book = await readXlsx(new Uint8Array(await response.arrayBuffer()));
      const [first, second] = book.sheets;
      assert.ok(first && second);
      assert.equal(first.freezePane?.rows, 1);
      const columns = columnsIn(list.declaration);
      assert.deepEqual(first.rows[0], headingsIn(list.declaration, language), list.id);
      const width = columns.length;
      assert.deepEqual(
        first.rows.slice(1).map((row) => Array.from({ length: width }, (_, i) => visible(row[i]))),
        data.map((row) => columns.map((column) => typed(cellOf(row, column)))),
        list.id,
      );
      const result = second.rows.flat().map(String);
      for (const { name } of meta.sources) assert.ok(result.includes(name), `${list.id} ${name}`);
      assert.ok(
        result.some((text) => text.startsWith(service.origin)),
        list.id,
      );
    }
});

interface Json {
  data: unknown[] | null;
  meta: { sources: { name: string }[]; page?: { next: string | null; total: number } };
}

const visible = (cell: unknown): unknown =>
  cell instanceof Date ? cell.getTime() : cell === '' ? null : (cell ?? null);

const typed = (cell: ReturnType<typeof cellOf>): unknown => {
  if (typeof cell !== 'string') return cell;
  if (cell === '') return null;
  return /^\d{4}-\d{2}-\d{2}(T[0-9:.]+Z)?$/.test(cell) ? Date.parse(cell) : cell;
};

test('every column has a heading in both languages', () => {
  const without = new Set<string>();
  for (const { id, declaration } of lists)
    for (const language of languages)
      for (const [i, heading] of headingsIn(declaration, language).entries()) {
        const path = columnsIn(declaration)[i]?.join('.') ?? '';
        if (heading === path && !/^[A-Z]/.test(path)) without.add(`${id} ${path}`);
      }
  assert.deepEqual([...without], [], 'add a heading to the field or to locales/en/columns.ts');
});

test('every heading of the catalogue belongs to a column', () => {
  const used = new Map<string, Set<object>>();
  const collect = (shape: object, owner: string): void => {
    const {
      anyOf = [],
      items,
      properties = {},
    } = shape as {
      anyOf?: object[];
      items?: object;
      properties?: Record<string, object>;
    };
    for (const one of items ? [...anyOf, items] : anyOf) collect(one, owner);
    for (const [name, inner] of Object.entries(properties)) {
      const own = `${owner}${name.charAt(0).toUpperCase()}${name.slice(1)}`;
      for (const word of [own, name]) used.set(word, (used.get(word) ?? new Set()).add(inner));
      collect(inner, name);
    }
  };
  for (const { declaration } of lists) collect(rowSchema(declaration.data) as object, '');
  for (const word of Object.keys(messages.column))
    assert.ok((used.get(word)?.size ?? 0) > 0, `no column is named ${word}`);
});

test('a ratio has the same name as a column and in the answer of a company', () => {
  const { declaration } = lists.find(({ id }) => id === 'getBenchmarks') as Operation;
  const row = rowSchema(declaration.data) as never;
  for (const [code, name] of Object.entries(messages.ratio))
    for (const language of languages) {
      const heading = columnHeading(['metrics', code], row, language, 1);
      assert.equal(heading, translate(name(), language), code);
    }
});

test('in Romanian, persons have “Nume” and companies “Denumire” as headings', () => {
  const heading = (id: string, ...column: string[]): string => {
    const { declaration } = lists.find((list) => list.id === id) as Operation;
    return columnHeading(column, rowSchema(declaration.data) as never, 'ro');
  };
  assert.equal(heading('searchCompanies', 'name'), 'Denumire');
  assert.equal(heading('searchPeople', 'name'), 'Nume');
  assert.equal(
    heading('getCompanies', 'company', 'administrators', 'name'),
    'Firmă: administratori: nume sau denumire',
  );
  assert.equal(
    heading('getCompanies', 'company', 'shareholders', '0', 'name'),
    'Firmă: asociați și acționari 1: nume sau denumire',
  );
});

test('the columns of a list have different headings', () => {
  const same: string[] = [];
  for (const { id, declaration } of lists)
    for (const language of languages) {
      const headings = headingsIn(declaration, language);
      for (const [i, heading] of headings.entries())
        if (headings.indexOf(heading) < i) same.push(`${id} ${language} ${heading}`);
    }
  assert.deepEqual(same, []);
});

test('exactly the lists of persons are declared as one page', () => {
  for (const { id, declaration } of lists) {
    const { title = '' } = rowSchema(declaration.data) as { title?: string };
    assert.equal(declaration.onePage === true, title === 'PersonRow' && isPaged(declaration), `${id} ${title}`);
  }
  assert.ok(lists.some(({ declaration }) => declaration.onePage));
});

test('chosen fields are the columns of the table, in that order', async () => {
  const batch = lists.find(({ id }) => id === 'getCompanies') as Operation;
  const fields = [
    'name',
    'input',
    'fiscalAddress.locality',
    'active',
    'company.cui',
    'activities.0.code',
    'error.code',
  ];
  const requested = { fields: fields.join(',') };
  const { data } = (await (await ask(batch, requested)).json()) as { data: Record<string, string | null>[] };
  assert.ok(data.some(({ name }) => name !== null));
  const csv = await ask(batch, { ...requested, format: 'csv' });
  const [head, ...rows] = parse(Buffer.from(await csv.arrayBuffer()), { bom: true }) as string[][];
  assert.deepEqual(head, fields);
  assert.deepEqual(
    rows,
    data.map((row) => fields.map((field) => String(row[field] ?? ''))),
  );
  const xlsx = await ask(batch, { ...requested, format: 'xlsx', lang: 'ro' });
  const [sheet] = (await readXlsx(new Uint8Array(await xlsx.arrayBuffer()))).sheets;
  assert.deepEqual(sheet?.rows[0], [
    'Denumire',
    'Cod trimis',
    'Domiciliu fiscal: localitate',
    'Activă',
    'Firmă: cod fiscal',
    'Activități 1: cod',
    'Eroare: cod',
  ]);
  assert.deepEqual(
    sheet?.rows.slice(1).map((row) => fields.map((_, i) => visible(row[i]))),
    data.map((row) => fields.map((field) => row[field] ?? null)),
  );
  for (const wrong of ['nme', 'name,name', 'activities'])
    assert.equal((await ask(batch, { fields: wrong, format: 'csv' })).status, 400, wrong);
});

test('Accept selects a table too, and the format parameter has precedence', async () => {
  const list = lists.find(({ id }) => id === 'getCountyCompanies') as Operation;
  for (const query of ['f%6frmat=csv', 'format=c%73v']) {
    const encoded = await fetch(`${service.origin}/api/press?${query}`, { headers: { 'x-api-key': DEMO_KEY } });
    assert.match(encoded.headers.get('content-type') ?? '', /^text\/csv/, query);
  }
  const typeOf = async (query: Record<string, string>, accept: string) =>
    (await ask(list, query, { accept })).headers.get('content-type')?.split(';')[0];
  assert.equal(await typeOf({}, 'text/csv'), 'text/csv');
  assert.equal(await typeOf({}, tableTypes.xlsx), tableTypes.xlsx);
  assert.equal(await typeOf({}, 'text/csv;q=0.5, application/json'), 'application/json');
  assert.equal(await typeOf({}, 'text/csv, */*;q=0.1'), 'text/csv');
  assert.equal(await typeOf({}, 'application/json, text/csv'), 'application/json');
  assert.equal(await typeOf({ format: 'xlsx' }, 'text/csv'), tableTypes.xlsx);
  assert.equal(await typeOf({ format: 'json' }, 'text/csv'), 'application/json');
  assert.equal(await typeOf({ format: 'csv' }, 'application/json'), 'text/csv');
  assert.equal((await ask(list, {}, { accept: 'text/html' })).status, 406);
});

test('an unknown format, a repeated one, and one for a single record are a 400 that lists the formats', async () => {
  const list = lists.find(({ id }) => id === 'searchCompanies') as Operation;
  const company = service.operations.find(({ id }) => id === 'getCompany') as Operation;
  for (const language of languages) {
    const response = await ask(list, { format: 'pdf', lang: language });
    assert.equal(response.status, 400);
    const { error } = (await response.json()) as { error: { message: string; details: { name: string }[] } };
    assert.match(error.message, /json, csv, xlsx/);
    assert.equal(error.details[0]?.name, 'format');
  }
  assert.equal((await ask(company, { format: 'csv' })).status, 400);
  const twice = await fetch(`${service.origin}/api/press?format=csv&format=xlsx`, {
    headers: { 'x-api-key': DEMO_KEY },
  });
  assert.equal(twice.status, 400);
  assert.equal((await ask(company, {}, { accept: 'text/csv' })).status, 406);
});

test('HEAD of a table has its headers and no body', async () => {
  const response = await fetch(`${service.origin}/api/press?format=xlsx`, {
    method: 'HEAD',
    headers: { 'x-api-key': DEMO_KEY },
  });
  assert.equal(response.status, 200);
  assert.equal(response.headers.get('content-type'), tableTypes.xlsx);
  assert.equal((await response.arrayBuffer()).byteLength, 0);
});
