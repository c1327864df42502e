/** The page in front of the operations: what holds for all of them, and where we differ from the specification. */

/** Each is deliberate, and wider than the specification: what it promises still holds. */
const differences = [
  '`cui` also takes `RO` in front, in any case: `^(RO)?[0-9]{1,10}$`.',
  'Notice numbers have 2-6 letters before the digits, as real ones do, not always two; those until 2018 have none.',
  'CAEN Rev.3 has a section V beside A-U; it is accepted.',
  '`offset` ends at 100,000; the cursor in `meta.page` goes on.',
  'Some operations take optional parameters beyond the specified ones; each is described where it stands.',
  'Some Pro operations show visitors of our own web pages a preview, marked `meta.preview`. A payment never opens a Pro operation.',
];

export const introduction = (demoKey: string | null): string => `${
  demoKey
    ? `**This is the demo country: all companies are invented.** The key \`${demoKey}\` opens it, and nothing else.\n\n`
    : ''
}Public data of the tax authority, the trade registry, public procurement, the Official Gazette and the national bank, as JSON in one envelope:
\`{ "success": true, "data": …, "meta": {…} }\`, or \`{ "success": false, "error": { "code", "message" } }\`.

- **Key**: send it as \`X-API-Key\` or as \`Authorization: Bearer\`. Two different keys in one request are an error.
- **Payment**: where requests are sold, an operation marked \`pro+x402\` answers 402 with an offer (x402 version 2 in the header \`PAYMENT-REQUIRED\`, version 1 in the body) when no key is sent. Errors and empty answers are not charged; answers marked \`meta.stale\` are. After a 503 \`PAYMENT_PENDING\` send the same payment again.
- **Unknown is null**, never 0, an empty text or an empty list: an empty list means that we looked and there is none.
- **Values**: identifiers are strings; money is a number in lei unless a \`currency\` stands beside it; days are \`YYYY-MM-DD\`, instants ISO 8601 in UTC.
- **Freshness**: \`Cache-Control\` says how long an answer may be kept; send its \`ETag\` back as \`If-None-Match\` and get 304 while nothing changed. \`Cache-Control: no-cache\` with a Pro key asks the source again.
- **HEAD** works wherever GET does; **OPTIONS** and CORS are open to every page, without cookies, on \`/api\`, \`/openapi.json\` and \`/.well-known\`.
- **Errors**: with \`Accept: application/problem+json\` they follow RFC 9457, with the same codes. Query parameters that are not documented are refused.
- **Limits**: 1200 requests a minute with a Pro key, over all keys of the account; 120 a minute from an address without one. The minute slides. \`RateLimit\`, \`RateLimit-Policy\` and \`X-RateLimit-*\` on every answer tell what is left; a 429 says in \`Retry-After\` when to come back.
- **Paging**: \`meta.page.nextCursor\` leads to the next page.
- **Tables**: \`format=csv\` or \`format=xlsx\` on every list and on batch gives a file for spreadsheets; with Pro up to 50,000 rows at once.

Where this service differs from its specification:

${differences.map((difference) => `- ${difference}`).join('\n')}
`;
