/** Untrusted JSON: fields of any type, read as the expected type or null. */
import { type Day, parseRomanianDay } from '#lib/values/date.ts';
import { clean, jsonWithoutNul } from '#lib/values/text.ts';
import { decodeAsGiven, decodeText } from './lines.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

/** The parsed text; null for an empty body, undefined for something that is no JSON. */
export function parseJson(bytes: Uint8Array): unknown {
  const text = decodeText(bytes).replace(/^\ufeff/, '');
  try {
    return text.trim() === '' ? null : jsonWithoutNul(text);
  } catch {
    return undefined;
  }
}

/** The same without normalising characters, for verbatim records; falls back to `parseJson` for what only that can parse. */
export function parseJsonVerbatim(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(decodeAsGiven(bytes).replace(/^\ufeff/, ''));
  } catch {
    return parseJson(bytes);
  }
}

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The object, or one without fields when it is something else. */
export const objectOf = (value: unknown): JsonObject => (isObject(value) ? value : {});

/** Sources send one object instead of a list, and null for an empty one. */
export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : isObject(value) ? [value] : []);

export const textOf = (value: unknown): string | null =>
  typeof value === 'string' ? clean(value) : typeof value === 'number' ? String(value) : null;

/** Absent days are `""` or one blank. */
export const dayOf = (value: unknown): Day | null => (typeof value === 'string' ? parseRomanianDay(value) : null);

export const booleanOf = (value: unknown): boolean | null => (typeof value === 'boolean' ? value : null);

/** Numbers also come as strings. */
export function numberOf(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value !== 'string' || !/^\s*-?[0-9]+(?:\.[0-9]+)?\s*$/.test(value)) return null;
  return Number(value);
}

const EXCERPT_BYTES = 120;

/** The start of an unreadable answer, for messages. */
export const excerpt = (bytes: Uint8Array): string =>
  bytes.length === 0 ? 'an empty body' : JSON.stringify(new TextDecoder().decode(bytes.subarray(0, EXCERPT_BYTES)));
