import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConfig } from '#server/config/config.ts';
import { displayedLocation } from './location.ts';

const documentsWith = (settings: Record<string, string>) =>
  readConfig({ FIRMOTECA_DATA: '/data', ...settings }).documents;

test('documents are stored in the data folder, in another folder or in S3 storage', () => {
  assert.deepEqual(documentsWith({}).location, { kind: 'folder', folder: '/data/documents' });
  assert.deepEqual(documentsWith({ FIRMOTECA_DOCUMENTS: '/srv/tenders' }).location, {
    kind: 'folder',
    folder: '/srv/tenders',
  });
  const { location } = documentsWith({
    FIRMOTECA_DOCUMENTS: 's3://tenders/of/romania/',
    FIRMOTECA_S3_REGION: 'eu-central-1',
    FIRMOTECA_S3_KEY_ID: 'id',
    FIRMOTECA_S3_SECRET: 'very secret',
  });
  assert.deepEqual(location, {
    kind: 's3',
    endpoint: 'https://s3.eu-central-1.amazonaws.com',
    region: 'eu-central-1',
    bucket: 'tenders',
    prefix: 'of/romania',
    keyId: 'id',
    secret: 'very secret',
  });
  assert.equal(displayedLocation(location), 's3://tenders/of/romania at https://s3.eu-central-1.amazonaws.com');
});

test('by default documents are kept within 20 GB and prefetched', () => {
  const { bytesMax, days, prefetches: isAhead } = documentsWith({});
  assert.deepEqual([bytesMax, days, isAhead], [20e9, null, true]);
  const result = documentsWith({
    FIRMOTECA_DOCUMENTS_GB: '500',
    FIRMOTECA_DOCUMENTS_DAYS: '90',
    FIRMOTECA_DOCUMENTS_AHEAD: 'no',
  });
  assert.deepEqual([result.bytesMax, result.days, result.prefetches], [500e9, 90, false]);
});

test('inconsistent settings are refused at the start, by the name of the setting', () => {
  const storage = { FIRMOTECA_DOCUMENTS: 's3://tenders', FIRMOTECA_S3_KEY_ID: 'id' };
  assert.throws(() => documentsWith(storage), /FIRMOTECA_S3_SECRET/);
  assert.throws(() => documentsWith({ FIRMOTECA_DOCUMENTS: 's3://tenders' }), /FIRMOTECA_S3_KEY_ID/);
  assert.throws(
    () => documentsWith({ FIRMOTECA_DOCUMENTS: 's3://T/../x' }),
    /FIRMOTECA_DOCUMENTS must be a folder, or s3/,
  );
  assert.throws(() => documentsWith({ FIRMOTECA_DOCUMENTS_GB: 'all' }), /FIRMOTECA_DOCUMENTS_GB/);
  for (const path of ['https://elsewhere/{id}', 'C_PUBLIC/get/'])
    assert.throws(() => documentsWith({ FIRMOTECA_SUPPLIER_REPORTS_PATH: path }), /FIRMOTECA_SUPPLIER_REPORTS_PATH/);
});
