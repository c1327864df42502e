/** The address of every page in both languages: the one table of routes, links and sitemaps. */
import type { Language } from '#lib/i18n/message.ts';

interface PageAddress extends Record<Language, string> {
  /** Listed in the sitemap of pages, always or where procurement is loaded. */
  sitemap?: 'always' | 'procurement';
}

export const addresses = {
  home: { ro: '/', en: '/en', sitemap: 'always' },
  search: { ro: '/cautare', en: '/en/search' },
  company: { ro: '/firma/{cui}', en: '/en/company/{cui}' },
  companyHistory: { ro: '/firma/{cui}/istoric', en: '/en/company/{cui}/history' },
  companyDecisions: { ro: '/firma/{cui}/hotarari', en: '/en/company/{cui}/decisions' },
  companyRelated: { ro: '/firma/{cui}/legaturi', en: '/en/company/{cui}/related' },
  companyProcurement: { ro: '/firma/{cui}/achizitii', en: '/en/company/{cui}/procurement' },
  compare: { ro: '/compara', en: '/en/compare' },
  decision: { ro: '/hotarare/{id}', en: '/en/decision/{id}' },
  person: { ro: '/persoana/{id}', en: '/en/person/{id}' },
  counties: { ro: '/judete', en: '/en/counties', sitemap: 'always' },
  county: { ro: '/judet/{county}', en: '/en/county/{county}' },
  town: { ro: '/judet/{county}/{town}', en: '/en/county/{county}/{town}' },
  activities: { ro: '/caen', en: '/en/caen', sitemap: 'always' },
  activity: { ro: '/caen/{code}', en: '/en/caen/{code}' },
  rankings: { ro: '/clasamente', en: '/en/rankings', sitemap: 'always' },
  tenders: { ro: '/licitatii', en: '/en/tenders', sitemap: 'procurement' },
  notice: { ro: '/licitatie/{notice}', en: '/en/tender/{notice}' },
  noticeChanges: { ro: '/licitatie/{notice}/schimbari', en: '/en/tender/{notice}/changes' },
  noticeDocument: { ro: '/licitatie/{notice}/document/{document}', en: '/en/tender/{notice}/document/{document}' },
  contract: { ro: '/contract/{number}', en: '/en/contract/{number}' },
  report: { ro: '/document-constatator/{id}', en: '/en/supplier-report/{id}' },
  markets: { ro: '/piete', en: '/en/markets', sitemap: 'procurement' },
  market: { ro: '/piata/{cpv}', en: '/en/market/{cpv}' },
  marketDeals: { ro: '/piata/{cpv}/contracte', en: '/en/market/{cpv}/contracts' },
  bulk: { ro: '/verificare', en: '/en/check', sitemap: 'always' },
  bulkResult: { ro: '/verificare/{check}', en: '/en/check/{check}' },
  bulkTable: { ro: '/verificare/{check}/tabel/{format}', en: '/en/check/{check}/table/{format}' },
  bulkProof: { ro: '/verificare/{check}/dovada', en: '/en/check/{check}/proof' },
  receipts: { ro: '/dovezi', en: '/en/receipts' },
  rates: { ro: '/curs', en: '/en/rates', sitemap: 'always' },
  treasury: { ro: '/iban', en: '/en/iban', sitemap: 'always' },
  press: { ro: '/comunicate', en: '/en/press', sitemap: 'always' },
  article: { ro: '/comunicat/{slug}', en: '/en/press/{slug}' },
  pricing: { ro: '/preturi', en: '/en/pricing', sitemap: 'always' },
  status: { ro: '/stare', en: '/en/status', sitemap: 'always' },
  docs: { ro: '/docs', en: '/en/docs' },
  operation: { ro: '/docs/{operation}', en: '/en/docs/{operation}' },
  changes: { ro: '/changelog', en: '/en/changelog' },
  terms: { ro: '/termeni', en: '/en/terms', sitemap: 'always' },
  support: { ro: '/ajutor', en: '/en/help', sitemap: 'always' },
  agents: { ro: '/asistenti', en: '/en/assistants', sitemap: 'always' },
  privacy: { ro: '/date-personale', en: '/en/privacy', sitemap: 'always' },
  reportError: { ro: '/semnaleaza', en: '/en/report-error' },
  request: { ro: '/cerere', en: '/en/request' },
  outbox: { ro: '/demo/outbox', en: '/en/demo/outbox' },
  account: { ro: '/cont', en: '/en/account' },
  signUp: { ro: '/cont/nou', en: '/en/account/new' },
  signIn: { ro: '/cont/intrare', en: '/en/account/sign-in' },
  signOut: { ro: '/cont/iesire', en: '/en/account/sign-out' },
  password: { ro: '/cont/parola', en: '/en/account/password' },
  link: { ro: '/cont/legatura', en: '/en/account/link' },
  reauthenticate: { ro: '/cont/confirmare', en: '/en/account/confirm' },
  subscription: { ro: '/cont/abonament', en: '/en/account/subscription' },
  keys: { ro: '/cont/chei', en: '/en/account/keys' },
  keyRevocation: { ro: '/cont/chei/{key}', en: '/en/account/keys/{key}' },
  usage: { ro: '/cont/consum', en: '/en/account/usage' },
  usageTable: { ro: '/cont/consum/tabel', en: '/en/account/usage/table' },
  security: { ro: '/cont/siguranta', en: '/en/account/security' },
  passkeys: { ro: '/cont/chei-de-acces', en: '/en/account/passkeys' },
  passkeySignIn: { ro: '/cont/cheie-de-acces', en: '/en/account/passkey' },
  apps: { ro: '/cont/aplicatii', en: '/en/account/apps' },
  appRemoval: { ro: '/cont/aplicatii/{app}', en: '/en/account/apps/{app}' },
  appRequest: { ro: '/cont/aplicatii/cerere/{request}', en: '/en/account/apps/request/{request}' },
  /** The request that this browser started last. */
  lastAppRequest: { ro: '/cont/aplicatii/cerere', en: '/en/account/apps/request' },
  approval: { ro: '/cont/cerere/{id}', en: '/en/account/request/{id}' },
  accountData: { ro: '/cont/date', en: '/en/account/data' },
} as const satisfies Record<string, PageAddress>;

export type PageName = keyof typeof addresses;

export const sitemapPages = (when: PageAddress['sitemap']): PageName[] =>
  (Object.entries(addresses) as [PageName, PageAddress][]).flatMap(([name, { sitemap }]) =>
    sitemap === when ? [name] : [],
  );

/** The address of a page; values of its path are escaped. */
export function to(page: PageName, language: Language, params: Readonly<Record<string, string>> = {}): string {
  return addresses[page][language].replace(/\{([a-z]+)\}/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  );
}

/** The query of a page; undefined and empty values are left out of the address. */
export type PageQuery = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;

/** Adds the values of a query, each of a repeated parameter. */
export function append(search: URLSearchParams, query: PageQuery): void {
  for (const [name, values] of Object.entries(query))
    for (const value of [values].flat()) if (value !== undefined && value !== '') search.append(name, String(value));
}

/** The address of a page with a query. */
export function toQuery(
  page: PageName,
  language: Language,
  query: PageQuery,
  params: Readonly<Record<string, string>> = {},
): string {
  const path = to(page, language, params);
  if (Object.keys(query).length === 0) return path;
  const search = new URLSearchParams();
  append(search, query);
  const text = search.toString();
  return text === '' ? path : `${path}?${text}`;
}
