/** How the kinds of files are called on the wire. */
import type { FileKind } from './reading.ts';

const BYTES = 'application/octet-stream';

export const MEDIA_TYPES: Readonly<Record<FileKind, string>> = {
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  odt: 'application/vnd.oasis.opendocument.text',
  ods: 'application/vnd.oasis.opendocument.spreadsheet',
  odp: 'application/vnd.oasis.opendocument.presentation',
  doc: 'application/msword',
  xls: 'application/vnd.ms-excel',
  rtf: 'application/rtf',
  html: 'text/html',
  xml: 'application/xml',
  text: 'text/plain',
  zip: 'application/zip',
  '7z': 'application/x-7z-compressed',
  rar: 'application/vnd.rar',
  cms: 'application/pkcs7-mime',
  asic: 'application/vnd.etsi.asic-e+zip',
  image: BYTES,
  oldOffice: 'application/x-ole-storage',
  lockedOffice: 'application/x-ole-storage',
  empty: BYTES,
  unknown: BYTES,
};
