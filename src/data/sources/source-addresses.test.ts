import assert from 'node:assert/strict';
import { test } from 'node:test';
import { resolveAddresses } from './source-addresses.ts';

test('without configuration the addresses are those of the real sources', () => {
  const book = resolveAddresses();
  assert.equal(book.anafCompany, 'https://webservicesp.anaf.ro/api/PlatitorTvaRest/v9/tva');
  assert.equal(book.anafBalance, 'https://webservicesp.anaf.ro/bilant');
  assert.equal(book.ckan, 'https://data.gov.ro');
  assert.deepEqual(book.bnr, ['https://curs.bnr.ro', 'https://www.bnr.ro']);
});

test('every address can be replaced, and the bank can have several', () => {
  const book = resolveAddresses({
    ckan: 'http://127.0.0.1:9000/ckan/',
    bnr: ' http://127.0.0.1:9000 http://127.0.0.2 ',
  });
  assert.equal(book.ckan, 'http://127.0.0.1:9000/ckan');
  assert.deepEqual(book.bnr, ['http://127.0.0.1:9000', 'http://127.0.0.2']);
  assert.equal(book.anafBalance, 'https://webservicesp.anaf.ro/bilant');
});

test('an invalid override, or several addresses for a source with one, stops the start', () => {
  for (const ckan of ['', 'localhost:9000', 'ftp://x.example', 'http://a.example http://b.example']) {
    assert.throws(() => resolveAddresses({ ckan }), /address of ckan/);
  }
});
