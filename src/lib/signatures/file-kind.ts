/** Detects the kind of container and the media type of a file by its bytes, never by its name. */
import { armorStart } from './ascii-armor.ts';
import { WINDOW_BYTES } from './bounds.ts';
import type { BytesAt } from './bytes-at.ts';
import { cmsKind } from './signed-data.ts';
import type { ContainerKind } from './verdict.ts';

const SNIFFED_BYTES = 1_024;

const beginnings: readonly [string, string][] = [
  ['%PDF-', 'application/pdf'],
  ['{\\rtf', 'application/rtf'],
  ['7z\xbc\xaf\x27\x1c', 'application/x-7z-compressed'],
  ['Rar!\x1a\x07', 'application/vnd.rar'],
  ['\x1f\x8b', 'application/gzip'],
  ['\x89PNG\r\n\x1a\n', 'image/png'],
  ['\xff\xd8\xff', 'image/jpeg'],
  ['II*\0', 'image/tiff'],
  ['MM\0*', 'image/tiff'],
  ['GIF8', 'image/gif'],
  ['\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'application/x-ole-storage'],
];
/** Inside of a ZIP: entry names that identify the kind. */
const packages: readonly [string, string][] = [
  ['word/', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  ['xl/', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  ['ppt/', 'application/vnd.openxmlformats-officedocument.presentationml.presentation'],
];
const ZIP = 'PK\x03\x04';
const ZIP_END = 'PK\x05\x06';
/** The first entry of such a package names its type, uncompressed: its name is at the 30th byte, then its content. */
const STATED = /^mimetype(application\/[a-z0-9.+-]{1,80}?)(?=PK)/;
/** Of ETSI, and the Lithuanian container before it (ADOC). */
const ASIC = /^application\/(?:vnd\.etsi\.asic-[es]\+zip|vnd\.lt\.archyvai\.adoc[a-z0-9.-]{0,20})$/;
/** Signatures that others than ODF lay there. */
const ASIC_ENTRY = /META-INF\/(?:signatures?[^/\0]{0,40}\.(?:xml|p7s)|ASiCManifest|timestamp)/i;
/** Signatures inside of OpenDocument and Office Open XML files. */
const OFFICE_SIGNATURE = /META-INF\/documentsignatures\.xml|_xmlsignatures\/sig[0-9]{0,6}\.xml/;
const XML_SIGNATURE = /<(?:[A-Za-z0-9_-]{1,30}:)?Signature[\s>]/;
const XML_SIGNATURES = 'http://www.w3.org/2000/09/xmldsig#';

const beginningOf = (bytes: BytesAt, length: number): string =>
  Buffer.from(bytes.view(0, Math.min(length, bytes.size))).toString('latin1');

const endingOf = (bytes: BytesAt, length: number): string => {
  const count = Math.min(length, bytes.size);
  return Buffer.from(bytes.view(bytes.size - count, count)).toString('latin1');
};

/** The PDF reader searches for signatures: here every PDF is `pades`. */
export function containerKindOf(bytes: BytesAt): ContainerKind | 'encrypted' {
  const cms = cmsKind(bytes);
  if (cms !== null) return cms === 'signed' ? 'cms' : 'encrypted';
  if (armorStart(bytes) !== null) return 'cms';
  // A PDF that lies uncompressed in a container begins among its first bytes, too.
  if (!isZip(bytes) && beginningOf(bytes, SNIFFED_BYTES).includes('%PDF-')) return 'pades';
  const type = mediaTypeOf(bytes);
  if (ASIC.test(type)) return 'asic';
  if (beginningOf(bytes, 4) === ZIP) {
    const entries = endingOf(bytes, WINDOW_BYTES);
    if (ASIC_ENTRY.test(entries)) return 'asic';
    if (OFFICE_SIGNATURE.test(entries)) return 'xades';
  }
  return type.endsWith('/xml') && hasXmlSignature(bytes) ? 'xades' : 'none';
}

const isZip = (bytes: BytesAt): boolean =>
  beginningOf(bytes, ZIP.length) === ZIP && endingOf(bytes, WINDOW_BYTES).includes(ZIP_END);

function hasXmlSignature(bytes: BytesAt): boolean {
  const texts = [beginningOf(bytes, WINDOW_BYTES), endingOf(bytes, WINDOW_BYTES)];
  return texts.some((text) => XML_SIGNATURE.test(text)) && texts.some((text) => text.includes(XML_SIGNATURES));
}

export function mediaTypeOf(bytes: BytesAt): string {
  if (cmsKind(bytes) !== null || armorStart(bytes) !== null) return 'application/pkcs7-mime';
  const head = beginningOf(bytes, SNIFFED_BYTES);
  const kind = beginnings.find(([beginning]) => head.startsWith(beginning));
  if (kind) return kind[1];
  if (head.startsWith(ZIP)) return zipType(bytes, head);
  if (head.includes('%PDF-')) return 'application/pdf';
  const text = head.replace(/^\xef\xbb\xbf/, '').trimStart();
  if (/^<\?xml/i.test(text)) return 'application/xml';
  if (/^<(?:!doctype html|html)/i.test(text)) return 'text/html';
  if (text.startsWith('<') && hasXmlSignature(bytes)) return 'application/xml';
  // biome-ignore lint/suspicious/noControlCharactersInRegex: texts have none of these
  return head.length > 0 && !/[\x00-\x08\x0e-\x1f]/.test(head) ? 'text/plain' : 'application/octet-stream';
}

function zipType(bytes: BytesAt, head: string): string {
  const [, stated] = STATED.exec(head.slice(30)) ?? [];
  if (stated) return stated;
  const entries = endingOf(bytes, WINDOW_BYTES);
  if (!entries.includes('[Content_Types].xml')) return 'application/zip';
  return packages.find(([folder]) => entries.includes(folder))?.[1] ?? 'application/zip';
}
