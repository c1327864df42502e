/** Media types as callers write them. They are read in one pass: a header costs as much as it is long, whatever stands in it. */
import { isTypeValid, parse } from 'content-type';

const PREFIX = 'application/';
const SUFFIX = '+json';

/** JSON by its name or by its suffix (`application/merge-patch+json`). JSON that names no charset is in UTF-8. */
export function isJsonInUtf8(contentType: string): boolean {
  const { type, parameters } = parse(contentType);
  return isJson(type) && (parameters.charset ?? 'utf-8').toLowerCase() === 'utf-8';
}

const isJson = (type: string): boolean =>
  type === 'application/json' ||
  (type.startsWith(PREFIX) &&
    type.endsWith(SUFFIX) &&
    type.length > PREFIX.length + SUFFIX.length &&
    isTypeValid(type));
