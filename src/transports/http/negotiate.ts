/**
 * Content negotiation by RFC 9110: media type, encoding, language and table format. The most specific range decides; `q=0`
 * excludes.
 */

import { FORMAT, formats, type TableFormat, tableFormats, tableTypes } from '#api/tables/format.ts';
import { type Language, languages } from '#lib/i18n/message.ts';

/** True unless the Accept header excludes JSON. A caller who asks only for RFC 9457 errors means JSON too. */
export const acceptsJson = (accept: string | undefined): boolean =>
  accept === undefined ||
  accept === '*/*' ||
  accept === 'application/json' ||
  accept === '' ||
  quality(accept, ['application/json', 'application/*', '*/*']) > 0 ||
  wantsProblemJson(accept);

/** The quality of a media type by its own name; 0 when it is not listed. `ranges` count where the type is not named. */
const qualityOf = (accept: string, mediaType: string, ...ranges: string[]): number =>
  quality(accept, [mediaType, ...ranges]);

/** Only when the type is named: `*` does not ask for it. */
export const wantsProblemJson = (accept: string | undefined): boolean =>
  accept?.includes('problem+json') ? quality(accept, ['application/problem+json']) > 0 : false;

export const acceptsGzip = (acceptEncoding: string | undefined): boolean =>
  acceptEncoding !== undefined && quality(acceptEncoding, ['gzip', '*']) > 0;

export const acceptsBrotli = (acceptEncoding: string | undefined): boolean =>
  acceptEncoding !== undefined && quality(acceptEncoding, ['br']) > 0;

export const acceptsZstd = (acceptEncoding: string | undefined): boolean =>
  acceptEncoding !== undefined && quality(acceptEncoding, ['zstd']) > 0;

/** The supported language that Accept-Language prefers (`en-GB` is English); null without one. */
function preferred<Language extends string>(
  acceptLanguage: string | undefined,
  supported: readonly Language[],
): Language | null {
  const accepted = rangesOf(acceptLanguage ?? '').filter(({ q }) => q > 0);
  for (const { name } of accepted.toSorted((a, b) => b.q - a.q)) {
    const match = supported.find((one) => one === name.split('-')[0]);
    if (match) return match;
  }
  return null;
}

/** Browsers send 300 characters; callers may send 32 KB, and every answer reads these headers several times. */
const HEADER_LENGTH_MAX = 1_000;

const rangesOf = (header: string): { name: string; q: number }[] =>
  header
    .slice(0, HEADER_LENGTH_MAX)
    .split(',')
    .map((range) => {
      const [name = '', ...parameters] = range.split(';').map((text) => text.trim().toLowerCase());
      const q = parameters.find((parameter) => parameter.startsWith('q='));
      return { name, q: q === undefined ? 1 : Number(q.slice(2)) || 0 };
    });

/** The quality of the first of `names` (most specific first) that the header lists; 0 when it lists none. */
function quality(header: string, names: string[]): number {
  const qualities = new Map(rangesOf(header).map(({ name, q }) => [name, q]));
  const name = names.find((candidate) => qualities.has(candidate));
  return name === undefined ? 0 : (qualities.get(name) ?? 0);
}

/**
 * The language of the answer: `lang` in the address, then Accept-Language, then `otherwise` (English from the API, Romanian from
 * pages).
 */
export const languageOf = (query: string, acceptLanguage: string | undefined, otherwise: Language): Language =>
  languageInQuery(query) ?? (acceptLanguage === undefined ? null : preferred(acceptLanguage, languages)) ?? otherwise;

/** Null without `lang` or for an unknown language, which the input reader refuses. */
export function languageInQuery(query: string): Language | null {
  if (query === '') return null;
  const requested = valueInQuery(query, 'lang');
  return languages.find((one) => one === requested) ?? null;
}

/** `named`: set by the address, so Accept is not considered. */
interface RequestedFormat {
  table: TableFormat | null;
  named: boolean;
}

const JSON_TYPE = 'application/json';
/** `text/*` includes CSV, and no other format. */
const RANGES: Record<TableFormat, string[]> = { csv: ['text/*'], xlsx: [] };

const AS_JSON: RequestedFormat = { table: null, named: false };

export function requestedFormat(query: string, accept: string | undefined): RequestedFormat {
  const named = query === '' ? null : formatInQuery(query);
  if (named !== null) return { table: named === 'json' ? null : named, named: true };
  if (accept === undefined || !/csv|spreadsheetml|text\/\*/i.test(accept)) return AS_JSON;
  const candidates = tableFormats.map((format) => ({
    format,
    q: qualityOf(accept, tableTypes[format], ...RANGES[format]),
  }));
  const [best] = candidates.toSorted((a, b) => b.q - a.q);
  // JSON wins a tie; with `*/*` alone, a table needs the strictly higher quality.
  if (!best || best.q === 0 || qualityOf(accept, JSON_TYPE) >= best.q || qualityOf(accept, JSON_TYPE, '*/*') > best.q)
    return AS_JSON;
  return { table: best.format, named: false };
}

/** Null without a format or for an unknown one, which the input reader refuses. */
function formatInQuery(query: string): (typeof formats)[number] | null {
  const requested = valueInQuery(query, FORMAT);
  return formats.find((one) => one === requested) ?? null;
}

/**
 * The value of a query parameter, decoded like the operation's input; the first of two, because the operation refuses the
 * second. Null when missing or malformed.
 */
export function valueInQuery(query: string, name: string): string | null {
  for (const pair of query.split('&')) {
    const split = pair.indexOf('=');
    if (split >= 0 && decoded(pair.slice(0, split)) === name) return decoded(pair.slice(split + 1));
  }
  return null;
}

/** Names may be percent-encoded too: `l%61ng=ro` is `lang=ro`. */
function decoded(text: string): string | null {
  const plain = text.replaceAll('+', ' ');
  if (!plain.includes('%')) return plain;
  try {
    return decodeURIComponent(plain);
  } catch {
    return null;
  }
}
