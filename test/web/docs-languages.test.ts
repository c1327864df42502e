/** The documentation in both languages: every text of a declaration is translated, and its search works in both. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { TSchema } from 'typebox';
import type { Operation } from '#api/endpoint.ts';
import { chapters } from '#api/openapi/chapters.ts';
import { Meta } from '#api/openapi/envelope.ts';
import { showcase } from '#demo-country/showcase.ts';
import { type Bilingual, inBoth } from '#lib/i18n/message.ts';
import { describe } from '#lib/schema/fields.ts';
import { type SmallService, smallService } from '#test/support/small-service.ts';
import { fieldsOf } from '#transports/web/docs/fields.ts';
import { indexOperations, searchOperations } from '#transports/web/docs/search.ts';

let service: SmallService;
before(async () => {
  service = await smallService({ bare: true });
});
after(() => service.close());

/** The texts of an operation on the documentation pages. */
function textsOf({ declaration }: Operation): Bilingual[] {
  const { title, about, params, query, body, data, meta, preview, file, examples } = declaration;
  const parameters = [params, query, body].flatMap((schema) => Object.values(schema?.properties ?? {}) as object[]);
  return [
    title,
    about,
    ...(preview ? [preview.about] : []),
    ...(file ? [file.about] : []),
    ...examples.map((example) => example.title),
    ...parameters.map(inLanguages),
    ...(file ? [] : [data, ...(meta ? [meta] : [])]).flatMap(fieldTexts),
  ];
}

const inLanguages = (shape: object): Bilingual => inBoth((language) => describe(shape, language));

const fieldTexts = (schema: TSchema): Bilingual[] => {
  const romanian = fieldsOf(schema, 'ro');
  return fieldsOf(schema, 'en').map(({ description }, i) => ({ en: description, ro: romanian[i]?.description ?? '' }));
};

const allTexts = (): Bilingual[] =>
  [
    ...chapters.flatMap(({ name, about }) => [name, about]),
    ...service.operations.flatMap(textsOf),
    ...fieldTexts(Meta),
    ...showcase.map(({ shows }) => shows),
  ].filter(({ en }) => en !== '');

/** Texts that may be equal in both languages, such as names and codes. */
const isAlike = (text: string): boolean => text.replace(/`[^`]+`|[^\p{L}]/gu, '').length <= 10;

test('every text of a declaration exists in both languages', () => {
  const texts = allTexts();
  assert.ok(texts.length > 1_500);
  assert.deepEqual(
    texts.filter(({ en, ro }) => ro === '' || (ro === en && !isAlike(en))),
    [],
  );
});

test('names of parameters, fields and values are the same in both languages', () => {
  const codes = (text: string): string[] => text.match(/`[^`]+`/g)?.toSorted() ?? [];
  for (const { en, ro } of allTexts()) assert.deepEqual(codes(ro), codes(en), en);
});

test('Romanian texts use the Romanian letters, with balanced backticks and no stray spaces', () => {
  for (const { ro } of allTexts()) {
    assert.doesNotMatch(ro, /[şţŞŢãõ]|\s{2}|^\s|\s$/, ro);
    assert.equal(ro.split('`').length % 2, 1, ro);
  }
});

test('the search finds operations by words of both languages, with and without diacritics', () => {
  const index = indexOperations(service.operations);
  const first = (words: string, many = 6): string[] =>
    searchOperations(index, words)
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
  assert.deepEqual(searchOperations(index, 'zzzyyy'), []);
  assert.deepEqual(searchOperations(index, ' ,;'), []);
  assert.ok(searchOperations(index, `${'a'.repeat(10_000)} tva`).length === 0);
});
