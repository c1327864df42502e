/** What a program that never saw this service should know before its first request, in few words: agents read it whole. */
import { languages } from '#lib/i18n/sentence.ts';
import type { Overview } from './overview.ts';

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
