/** What a program that never saw this service should know before its first request, in few words: agents read it whole. */

export const guidance = (demoKey: string | null): string =>
  `${demoKey ? `This is the demo country: every company is invented, and the key ${demoKey} opens everything. ` : ''}Public data of Romania, by company (fiscal code, CUI), person, place, activity code (CAEN) and procurement code (CPV).

Start: a name → GET /api/search?q=…; a fiscal code → GET /api/company/{cui}, with /financials, /related, /timeline, /decisions and /seap beside it; many codes → POST /api/company/batch (up to 100); anything → GET /api/search/all?q=….
Public contracts and purchases: /api/seap/…; announcements: /api/sicap/…; rankings: /api/statistica/top-companies; exchange rates: /api/rates and /api/rates/convert.

Key: header X-API-Key. Without one, operations with x-payment-info answer 402 with an offer (x402, USDC on Base): pay it and send the same request again. Errors and empty answers are never charged. After 503 PAYMENT_PENDING send the same payment again, do not sign another one. Operations without x-payment-info need a Pro key.

Answers: { success, data, meta }. null is unknown, an empty list means there is none. Lists go on at meta.page.next. meta.stale: the source could not be asked in time; meta.warnings: read them. Query parameters that are not documented are refused.
`;
