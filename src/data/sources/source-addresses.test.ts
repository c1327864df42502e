import assert from 'node:assert/strict';
import { test } from 'node:test';
import { resolveAddresses } from './source-addresses.ts';

test('without configuration the real sources are meant', () => {
  const book = resolveAddresses();
  assert.equal(book.anafCompany, 'https://webservicesp.anaf.ro/api/PlatitorTvaRest/v9/tva');
  assert.equal(book.anafBalance, 'https://webservicesp.anaf.ro/bilant');
  assert.equal(book.ckan, 'https://data.gov.ro');
  assert.deepEqual(book.bnr, ['https://curs.bnr.ro', 'https://www.bnr.ro']);
});

test('every address can be replaced, and the bank may have several', () => {
  const book = resolveAddresses({
    ckan: 'http://127.0.0.1:9000/ckan/',
    bnr: ' http://127.0.0.1:9000 http://127.0.0.2 ',
  });
  assert.equal(book.ckan, 'http://127.0.0.1:9000/ckan');
  assert.deepEqual(book.bnr, ['http://127.0.0.1:9000', 'http://127.0.0.2']);
  assert.equal(book.anafBalance, 'https://webservicesp.anaf.ro/bilant');
});

test('an override that is no address, or several where one is meant, stops the start', () => {
  for (const ckan of ['', 'localhost:9000', 'ftp://x.example', 'http://a.example http://b.example']) {
    assert.throws(() => resolveAddresses({ ckan }), /address of ckan/);
  }
});
