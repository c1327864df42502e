/**
 * The facts that hold for all operations of an installation, and the two texts that state them: the introduction of the document
 * and the guidance for agents. /llms.txt uses the same facts.
 */

import { languages } from '#lib/i18n/message.ts';
import type { Json } from './components.ts';
import { Meta } from './envelope.ts';

/** Requests a minute. */
export interface Limits {
  /** With a Pro key, over all keys of the account. */
  pro: number;
  /** From one address without a key. */
  address: number;
  /** From a browser that opened a web page of the service. */
  browser: number;
}

export interface Overview {
  /** The key of the demo country; null for real data. */
  demoKey: string | null;
  isSold: boolean;
  /** Null when unknown. */
  limits: Limits | null;
  /** Formats beside JSON, as the parameter `format` names them. */
  formats: string[];
  /** Operations that need neither key nor payment: `POST /api/receipts/verify`. */
  free: string[];
  /** Whether answers for a day of the past, with a receipt, are available. */
  hasReceipts: boolean;
}

/** An installation with this operation issues receipts. */
const RECEIPTS_CHECKED = '/api/receipts/verify';

export const issuesReceipts = ({ paths }: Json): boolean => RECEIPTS_CHECKED in (paths as Json);

/** Free operations by method and path. */
export const freeIn = ({ paths }: Json): string[] =>
  Object.entries(paths as Record<string, Record<string, { 'x-access'?: string }>>).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => operation['x-access'] === 'free')
      .map(([method]) => `${method.toUpperCase()} ${path}`),
  );

interface Parameter {
  name?: string;
  schema?: { enum?: unknown[] };
}

/** All values of the parameter `format`, wherever the document describes one. */
export function formatsIn(document: Json): string[] {
  const { paths, components } = document as {
    paths: Record<string, Record<string, { parameters?: Parameter[] }>>;
    components: { parameters?: Record<string, Parameter> };
  };
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  const parameters = [
    ...Object.values(components.parameters ?? {}),
    ...operations.flatMap((one) => one.parameters ?? []),
  ];
  const named = parameters.filter(({ name }) => name === 'format').flatMap(({ schema }) => schema?.enum ?? []);
  return [...new Set(named.map(String))].filter((format) => format !== 'json');
}

/** Deliberate differences from the specification; each is wider and keeps what the specification promises. */
const differences = [
  '`cui` also takes `RO` in front, in any case: `^(RO)?[0-9]{1,10}$`.',
  'Notice numbers have 2-6 letters before the digits, as real ones do, not always two; those until 2018 have none.',
  'CAEN Rev.3 has a section V beside A-U; it is accepted.',
  '`offset` ends at 100,000; the cursor in `meta.page` goes on.',
  'Some operations take optional parameters beyond the specified ones; each is described where it stands.',
  'Some Pro operations show visitors of our own web pages a preview, marked `meta.preview`. A payment never opens a Pro operation.',
];

export const introduction = (overview: Overview): string =>
  [
    overview.demoKey &&
      `**This is the demo country: all companies are invented.** The key \`${overview.demoKey}\` opens it, and nothing else.`,
    'Public data of the tax authority, the trade registry, public procurement, the Official Gazette and the national bank, as JSON in one envelope. In few words for programs: [/llms.txt](/llms.txt), and this document without descriptions at [/openapi.json?compact](/openapi.json?compact).',
    ...Object.entries(sections(overview)).map(([title, text]) => text && `## ${title}\n\n${text}`),
  ]
    .filter(Boolean)
    .join('\n\n');

const sections = ({ isSold, limits, formats, free, hasReceipts }: Overview): Record<string, string | false> => ({
  Keys: `Send your key as \`X-API-Key\` or as \`Authorization: Bearer\`. Two different keys in one request are an error. Keys belong to Pro accounts; each can be revoked at once.${free.length > 0 ? ` Without any key: ${nameList(free)}.` : ''}`,

  Payments:
    isSold &&
    'An operation marked `pro+x402` answers 402 with an offer (x402 version 2 in the header `PAYMENT-REQUIRED`, version 1 in the body) when no key is sent. Errors and empty answers are not charged; answers marked `meta.stale` are. After a 503 `PAYMENT_PENDING` send the same payment again.',

  Envelope: `\`{ "success": true, "data": …, "meta": {…} }\`, or \`{ "success": false, "error": { "code", "message", "details" }, "meta": { "requestId" } }\`.

- **Unknown is null**, never 0, an empty text or an empty list: an empty list means that we looked and there is none.
- **Values**: identifiers are strings; money is a number in lei unless a \`currency\` stands beside it; days are \`YYYY-MM-DD\`, instants ISO 8601 in UTC.
- **HEAD** works wherever GET does; **OPTIONS** and CORS are open to every page, without cookies, on \`/api\`, \`/openapi.json\`, \`/llms.txt\`, \`/changelog.json\`, \`/changelog.atom\` and \`/.well-known\`.`,

  'What `meta` says': Object.entries(Meta.properties as Record<string, { description?: string }>)
    .map(([name, { description = '' }]) => `- \`${name}\`: ${firstSentence(description)}`)
    .join('\n'),

  'Sources and citations':
    '`meta.sources` has one row for each thing that an answer rests on, named in `covers`: the source, the day that it speaks of, when it was read, its licence, and the address of the publication, page or service that was read, null where nobody noted it. `meta.cite` is one line to paste: what the answer is, its sources with their days, our address and the day of reading, in the language of the answer. Notices, contracts, purchases, decisions and press releases carry the address of the page on which the state shows them, where one is known.',

  'A day of the past':
    hasReceipts &&
    '`date` on the look-up of a company and in a batch adds `onDate`: what the company was on that day (VAT, cash basis, split VAT, inactive, registered, name), each field with what it is known from; unknown is null. `receipt=true`, with Pro, adds a signed receipt (JWS, EdDSA) of what the tax authority answered about that day; without an answer there is none, and a warning says so. `POST /api/receipts/verify` checks one for anybody, and `/.well-known/receipt-keys.json` has the public keys. It proves what this service saw, not what the authority vouches for.',

  Paging:
    'Lists take `limit`, and give where they go on in `meta.page`: `next` is the path and query of the next page, `nextCursor` its cursor alone, null on the last one. A cursor belongs to its query. `total` is exact or, by `totalRelation`, a lower bound. `offset` skips rows, up to 100,000.',

  Formats: `JSON in UTF-8, compressed with gzip where \`Accept-Encoding\` allows it.${formats.length > 0 ? tables(formats) : ''} Look-ups of one record and batches take \`fields\`: chosen columns, flat. Files come as they are; their errors are JSON.`,

  Languages: `Sentences of ours (messages, labels, reasons, warnings) come in ${languages.map((language) => `\`${language}\``).join(' or ')}: by \`lang\`, else by \`Accept-Language\`, else in English; \`Content-Language\` says which. Each stands beside a stable code. Names, titles and texts of the sources are never translated.`,

  Limits:
    limits !== null &&
    `${limits.pro} requests a minute with a Pro key, over all keys of the account; ${limits.address} a minute from an address without one; ${limits.browser} from browsers on our own pages. The minute slides. \`RateLimit\`, \`RateLimit-Policy\` and \`X-RateLimit-*\` on every answer tell what is left; a 429 says in \`Retry-After\` when to come back.`,

  Errors:
    'Programs go by `error.code`, which is stable; people read `error.message`; `error.details` names each wrong value and where it stood. With `Accept: application/problem+json` errors follow RFC 9457, with the same codes. Query parameters that are not documented are refused. A 503 with `Retry-After` is worth another try, one without is not.',

  Freshness:
    'Each operation says how long its answer is fresh; `meta.cachedAt` and `meta.freshUntil` give the instants, `meta.stale` is true where the source could not be asked in time, `meta.pending` names what is still being fetched. `Cache-Control` says how long you may keep an answer; send its `ETag` back as `If-None-Match` and get 304 while nothing changed. `Cache-Control: no-cache` with a Pro key asks the source again.',

  Versioning:
    'Paths carry no version. Fields and operations are only added, so read what you know and leave the rest; lists of values grow where the schema says `x-extensible-enum`. `x-null` says what the null of a field means: `unknown` (there may be a value), or `notApplicable` (there is none). What is taken away or given another meaning is marked `deprecated` here and announced at least 180 days before by the headers `Deprecation` and `Sunset` and in the changelog: [page](/changelog), [JSON](/changelog.json), [Atom](/changelog.atom). Error codes are stable. The one dated change so far: free keys ended on 21 August 2026.',

  'Where this service differs from its specification': differences.map((difference) => `- ${difference}`).join('\n'),
});

const tables = (formats: readonly string[]): string =>
  ` Operations with the parameter \`format\` also give ${nameList(formats)}, by it or by \`Accept\`: with Pro the whole list, up to 50,000 rows, each 1,000 of which count as one request; otherwise, with \`limit\`, and of lists of persons one page, and the header \`Link\` says where it goes on. A list has three media types in this document: a generated client that reads JSON says so where it can (in openapi-fetch by the second type of createClient). [Recipes for Excel and Google Sheets](/docs/spreadsheets.md).`;

const nameList = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(' and ');

/** Short guidance for programs before their first request; agents read it whole. */
export const guidance = ({ demoKey, isSold, limits, formats, free, hasReceipts }: Overview): string =>
  `${demoKey ? `This is the demo country: every company is invented, and the key ${demoKey} opens everything. ` : ''}Public data of Romania, by company (fiscal code, CUI), person, place, activity code (CAEN) and procurement code (CPV).

Start: a name → GET /api/search?q=…; a fiscal code → GET /api/company/{cui}, with /financials, /related, /timeline, /decisions and /seap beside it; many codes → POST /api/company/batch (up to 100); anything → GET /api/search/all?q=….
Public contracts and purchases: /api/seap/…; announcements: /api/sicap/…; rankings: /api/statistica/top-companies; exchange rates: /api/rates and /api/rates/convert.${hasReceipts ? DAY : ''}

Key: header X-API-Key. ${isSold ? SOLD : 'Without one the answer is 401.'}${free.length > 0 ? ` No key is needed for ${free.join(', ')}.` : ''}

Answers: { success: true, data, meta }, or { success: false, error: { code, message, details } }. null is unknown, an empty list means there is none. Lists go on at meta.page.next. meta.stale: the source could not be asked in time; meta.warnings: read them; meta.cite: the line to cite an answer by. Query parameters that are not documented are refused.

Language of sentences: lang=${languages.join(' or lang=')}. Formats: ${['JSON', ...formats.map((format) => `format=${format}`)].join(', ')}.${limits ? ` Limits: ${limits.pro} requests a minute with a Pro key, ${limits.address} from an address without one; wait for Retry-After after a 429 or 503.` : ''}
`;

const DAY = ' What a company was on a day: /api/company/{cui}?date=YYYY-MM-DD, then data.onDate.';

const SOLD = `Without one, operations that name \`payment\` in their security answer 402 with an offer (x402, USDC on Base): pay it and send the same request again. Errors and empty answers are never charged. After 503 PAYMENT_PENDING send the same payment again, do not sign another one. The others need a Pro key.`;

/**
 * The first sentence of a description. A full stop ends a sentence before a space and a capital, or at the end: not in `Rev.3`,
 * `1.5` or `e.g. this`.
 */
export const firstSentence = (text: string): string => text.split(/(?<=[.?!])\s+(?=\p{Lu}|`|$)/u, 1)[0]?.trim() ?? text;
