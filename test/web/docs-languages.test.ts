/** The documentation speaks both languages: every sentence of a declaration has its Romanian, and finds its operation in either. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Operation } from '#api/endpoint.ts';
import { chapters } from '#api/openapi/chapters.ts';
import { Meta } from '#api/openapi/envelope.ts';
import { showcase } from '#demo-country/showcase.ts';
import { type SmallService, smallService } from '#test/support/small-service.ts';
import { fieldsOf } from '#transports/web/docs/fields.ts';
import { found, indexed } from '#transports/web/docs/find.ts';
import { romanianTexts } from '#transports/web/docs/in-words.ts';

let service: SmallService;
before(async () => {
  service = await smallService({ bare: true });
});
after(() => service.close());

/** What the pages say of it in its own words. */
function textsOf({ declaration }: Operation): string[] {
  const { title, about, params, query, body, data, meta, preview, file, examples } = declaration;
  const parameters = [params, query, body].flatMap((schema) => Object.values(schema?.properties ?? {}));
  return [
    title,
    about,
    ...(preview ? [preview.about] : []),
    ...(file ? [file.about] : []),
    ...(examples.length > 1 ? examples.map((example) => example.title) : []),
    ...parameters.map((shape) => (shape as { description?: string }).description ?? ''),
    ...(file ? [] : [data, ...(meta ? [meta] : [])]).flatMap((schema) =>
      fieldsOf(schema, 'en').map(({ description }) => description),
    ),
  ];
}

const allTexts = (): string[] => [
  ...new Set(
    [
      ...chapters.flatMap(({ name, about }) => [name, about]),
      ...service.operations.flatMap(textsOf),
      ...Object.values(Meta.properties as Record<string, { description?: string }>).map((one) => one.description ?? ''),
      ...showcase.map(({ shows }) => shows),
    ].filter((text) => text !== ''),
  ),
];

test('every sentence has its Romanian, and every Romanian sentence its English', () => {
  const texts = allTexts();
  const known = romanianTexts();
  assert.deepEqual(
    texts.filter((text) => !known.get(text)),
    [],
    'write them into reference/romanian/',
  );
  const said = new Set(texts);
  assert.deepEqual(
    [...known.keys()].filter((text) => !said.has(text)),
    [],
    'nobody says these any more',
  );
});

test('names of parameters, fields and values are the same in both', () => {
  const codes = (text: string): string[] => text.match(/`[^`]+`/g)?.toSorted() ?? [];
  for (const [english, romanian] of romanianTexts()) assert.deepEqual(codes(romanian), codes(english), english);
});

test('Romanian is written with its own letters, and with nothing left open', () => {
  for (const [, romanian] of romanianTexts()) {
    assert.doesNotMatch(romanian, /[şţŞŢãõ]|\s{2}|^\s|\s$/, romanian);
    assert.equal(romanian.split('`').length % 2, 1, romanian);
  }
});

test('operations are found by words of both languages, with and without diacritics', () => {
  const index = indexed(service.operations);
  const first = (words: string, many = 6): string[] =>
    found(index, words)
      .slice(0, many)
      .map(({ operation }) => operation.id);
  for (const words of ['bilanț', 'bilant', 'BILANȚ', 'balance sheet'])
    assert.ok(first(words).includes('getBalance'), words);
  for (const words of ['tva', 'vat']) assert.ok(first(words, 3).includes('getCompany'), words);
  for (const words of ['owner', 'proprietar', 'asociați'])
    assert.ok(
      first(words).some((id) => ['getCompany', 'getNetwork', 'getRelated', 'getPersonCompanies'].includes(id)),
      words,
    );
  for (const words of ['licitații', 'tenders']) assert.ok(first(words).includes('searchTenders'), words);
  for (const words of ['curs valutar', 'exchange rate']) assert.ok(first(words).includes('getRates'), words);
  assert.deepEqual(first('getCompany')[0], 'getCompany');
  assert.deepEqual(first('/api/iban')[0], 'findTreasuryIbans');
  assert.deepEqual(found(index, 'zzzyyy'), []);
  assert.deepEqual(found(index, ' ,;'), []);
  assert.ok(found(index, `${'a'.repeat(10_000)} tva`).length === 0);
});
