/** The settings of tender documents: where their files lie, how much room they have, and what is collected. */
import { address, documentsPlace, oneOf, optional, reportsPath, setting, text, whole } from './setting-readers.ts';

export const documentSettings = {
  FIRMOTECA_DOCUMENTS: setting(
    '',
    documentsPlace,
    'Where tender documents are kept: a folder, or `s3://bucket/prefix` in S3-compatible storage, which several hosts can share. Default: `documents` in the data folder.',
  ),
  FIRMOTECA_DOCUMENTS_GB: setting(
    '20',
    whole(1, 1_000_000),
    'Gigabytes that tender documents may take. At that, files of superseded versions go first; then nothing is collected but what callers ask for, which takes the place of what was asked for least lately. 20 fit beside the rest on a small server, and hold some ten days of all procedures of the country.',
  ),
  FIRMOTECA_DOCUMENTS_DAYS: setting(
    '',
    (value, name) => (value === '' ? null : whole(1, 100_000)(value, name)),
    'Days after which files of tender documents are deleted; their lists, signatures and texts stay. Default: they are kept.',
  ),
  FIRMOTECA_DOCUMENTS_AHEAD: setting(
    'yes',
    oneOf('yes', 'no'),
    '`no`: tender documents are collected when somebody asks for them, and never ahead.',
  ),
  FIRMOTECA_SUPPLIER_REPORTS_PATH: setting(
    '{service}/get/{id}',
    reportsPath,
    'Where the procurement system tells of the supplier-performance reports of an award notice, below its interface: `{service}` is that of the kind of notice, `{id}` its number.',
  ),
  FIRMOTECA_S3_ENDPOINT: setting(
    '',
    address,
    'Address of the S3-compatible storage; the bucket is the first step of its paths. Default: that of Amazon in the region.',
  ),
  FIRMOTECA_S3_REGION: setting('us-east-1', text, 'Region of the storage, as its signatures name it.'),
  FIRMOTECA_S3_KEY_ID: setting('', optional, 'Key of the storage.'),
  FIRMOTECA_S3_SECRET: setting('', optional, 'Its secret.'),
} as const;
