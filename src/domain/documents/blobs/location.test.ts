import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConfig } from '#server/config/config.ts';
import { shownPlace } from './location.ts';

const placeWith = (settings: Record<string, string>) => readConfig({ FIRMOTECA_DATA: '/data', ...settings }).documents;

test('documents lie in the data folder, in another one, or in a storage', () => {
  assert.deepEqual(placeWith({}).place, { kind: 'folder', folder: '/data/documents' });
  assert.deepEqual(placeWith({ FIRMOTECA_DOCUMENTS: '/srv/tenders' }).place, {
    kind: 'folder',
    folder: '/srv/tenders',
  });
  const { place } = placeWith({
    FIRMOTECA_DOCUMENTS: 's3://tenders/of/romania/',
    FIRMOTECA_S3_REGION: 'eu-central-1',
    FIRMOTECA_S3_KEY_ID: 'id',
    FIRMOTECA_S3_SECRET: 'very secret',
  });
  assert.deepEqual(place, {
    kind: 's3',
    endpoint: 'https://s3.eu-central-1.amazonaws.com',
    region: 'eu-central-1',
    bucket: 'tenders',
    prefix: 'of/romania',
    keyId: 'id',
    secret: 'very secret',
  });
  assert.equal(shownPlace(place), 's3://tenders/of/romania at https://s3.eu-central-1.amazonaws.com');
});

test('they are kept, in a room of 20 GB, and collected ahead, unless told otherwise', () => {
  const { bytesMax, days, isAhead } = placeWith({});
  assert.deepEqual([bytesMax, days, isAhead], [20e9, null, true]);
  const told = placeWith({
    FIRMOTECA_DOCUMENTS_GB: '500',
    FIRMOTECA_DOCUMENTS_DAYS: '90',
    FIRMOTECA_DOCUMENTS_AHEAD: 'no',
  });
  assert.deepEqual([told.bytesMax, told.days, told.isAhead], [500e9, 90, false]);
});

test('what does not go together is refused at the start, by the name of its setting', () => {
  const storage = { FIRMOTECA_DOCUMENTS: 's3://tenders', FIRMOTECA_S3_KEY_ID: 'id' };
  assert.throws(() => placeWith(storage), /FIRMOTECA_S3_SECRET/);
  assert.throws(() => placeWith({ FIRMOTECA_DOCUMENTS: 's3://tenders' }), /FIRMOTECA_S3_KEY_ID/);
  assert.throws(() => placeWith({ FIRMOTECA_DOCUMENTS: 's3://T/../x' }), /FIRMOTECA_DOCUMENTS must be a folder, or s3/);
  assert.throws(() => placeWith({ FIRMOTECA_DOCUMENTS_GB: 'all' }), /FIRMOTECA_DOCUMENTS_GB/);
  for (const path of ['https://elsewhere/{id}', 'C_PUBLIC/get/'])
    assert.throws(() => placeWith({ FIRMOTECA_SUPPLIER_REPORTS_PATH: path }), /FIRMOTECA_SUPPLIER_REPORTS_PATH/);
});
