/** Media types as callers write them. They are read in one pass: a header costs as much as it is long, whatever stands in it. */
import { isTypeValid, parse } from 'content-type';

const PREFIX = 'application/';
const SUFFIX = '+json';

/** JSON by its name or by its suffix (`application/merge-patch+json`). JSON that names no charset is in UTF-8. */
export function isJsonInUtf8(contentType: string): boolean {
  const { type, parameters } = parse(contentType);
  return isJson(type) && (parameters.charset ?? 'utf-8').toLowerCase() === 'utf-8';
}

export function isFormInUtf8(contentType: string): boolean {
  const { type, parameters } = parse(contentType);
  return type === 'application/x-www-form-urlencoded' && (parameters.charset ?? 'utf-8').toLowerCase() === 'utf-8';
}

/** RFC 2046 allows these, without a space at the end. */
const BOUNDARY = /^[A-Za-z0-9'()+_,./:=? -]{0,69}[A-Za-z0-9'()+_,./:=?-]$/;

/** What stands between the parts of a form with files; null when it is another type, or names none that is allowed. */
export function boundaryOf(contentType: string): string | null {
  const { type, parameters } = parse(contentType);
  const { boundary = '' } = parameters;
  return type === 'multipart/form-data' && BOUNDARY.test(boundary) ? boundary : null;
}

const isJson = (type: string): boolean =>
  type === 'application/json' ||
  (type.startsWith(PREFIX) &&
    type.endsWith(SUFFIX) &&
    type.length > PREFIX.length + SUFFIX.length &&
    isTypeValid(type));
