/** Records in reader requests: label, name and link, under the reader's own access. */

import type { Language } from '#lib/i18n/message.ts';
import { textAt, textsOf } from '#locales/texts.ts';
import { type PageName, to } from '#transports/web/addresses.ts';
import type { PageRequest } from '#transports/web/routing/page.ts';
import { settle } from '#transports/web/routing/settle.ts';

type Client = PageRequest['client'];

interface RecordKind {
  /** The page and the name of its parameter; null without a page. */
  page: readonly [PageName, string] | null;
  /** Null where the record has no name. */
  name(client: Client, id: string, language: Language): Promise<string | null>;
}

const KINDS: Readonly<Record<string, RecordKind>> = {
  company: {
    page: ['company', 'cui'],
    name: async (client, cui) => (await client.getCompany({ cui })).data.name,
  },
  person: {
    page: ['person', 'id'],
    name: async (client, id) => (await client.getPerson({ id })).data.name,
  },
  notice: {
    page: ['notice', 'notice'],
    name: async (client, notice) => (await client.getTender({ notice })).data.title,
  },
  contract: {
    page: ['contract', 'number'],
    name: async (client, number) => (await client.getContract({ number })).data.title,
  },
  report: {
    page: ['report', 'id'],
    name: async (client, ackDocId) => (await client.getSupplierIssue({ ackDocId })).data.supplier.name,
  },
  decision: {
    page: null,
    name: async (client, id) => (await client.getDecision({ id })).data.title,
  },
  article: {
    page: ['article', 'slug'],
    name: async (client, slug) => (await client.getPressArticle({ slug })).data.title,
  },
  activity: {
    page: ['activity', 'code'],
    name: async (client, code, language) => (await client.getCaen({ code })).data.titles[language],
  },
  market: {
    page: ['market', 'cpv'],
    // The analysis is expensive, and the code suffices.
    name: async () => null,
  },
  document: {
    page: null,
    // The name is restricted like the document.
    name: async () => null,
  },
  rate: { page: ['rates', ''], name: async () => null },
  iban: { page: ['treasury', ''], name: async () => null },
};

export interface RequestRecord {
  /** `company:90000014`. */
  record: string;
  label: string;
  id: string;
  /** Null where the record has none, or the reader has no access. */
  name: string | null;
  href: string | null;
}

/** `malformed`: no valid record reference. `unknown`: no such record. */
export type RecordResult = RequestRecord | 'malformed' | 'unknown';

/** Contract ids are the longest. */
const RECORD = /^([a-z]{1,20}):([^\p{Cc}]{1,150})$/u;

/** Label and link without a lookup. */
export function recordLabel(record: string, language: Language): Pick<RequestRecord, 'label' | 'id' | 'href'> {
  const [, kind = '', id = ''] = RECORD.exec(record) ?? [];
  const recordKind = KINDS[kind];
  return {
    label: textAt(textsOf(language).requests.records, kind) ?? kind,
    id,
    href: recordKind ? hrefOf(recordKind, id, language) : null,
  };
}

const hrefOf = ({ page }: RecordKind, id: string, language: Language): string | null =>
  page && to(page[0], language, { [page[1]]: id });

export async function findRecord(text: string, { client, language }: PageRequest): Promise<RecordResult> {
  const [record, kind = '', id = ''] = RECORD.exec(text) ?? [];
  const recordKind = Object.hasOwn(KINDS, kind) ? KINDS[kind] : undefined;
  if (!recordKind || record === undefined) return 'malformed';
  const { result: name, error } = await settle(recordKind.name(client, id, language));
  if (error?.status === 404) return 'unknown';
  if (error?.status === 400) return 'malformed';
  return {
    record,
    label: textAt(textsOf(language).requests.records, kind) ?? kind,
    id,
    name,
    href: hrefOf(recordKind, id, language),
  };
}
