/** Records that a reader can say something about: what each is called, looked up under the reader's own rights. */

import type { Language } from '#lib/i18n/message.ts';
import { textAt, textsOf } from '#locales/texts.ts';
import { type PageName, to } from '#transports/web/addresses.ts';
import type { PageRequest } from '#transports/web/routing/page.ts';
import { settle } from '#transports/web/routing/settle.ts';

type Client = PageRequest['client'];

interface RecordKind {
  /** Its page, and the name of its one parameter; null where it has none. */
  page: readonly [PageName, string] | null;
  /** What it is called. */
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
    // Its sums are heavy to count, and a code says enough.
    name: async () => null,
  },
  document: {
    page: null,
    // What it is called, too, is for those who may read it.
    name: async () => null,
  },
  rate: { page: ['rates', ''], name: async () => null },
  iban: { page: ['treasury', ''], name: async () => null },
};

export interface FoundRecord {
  /** `company:90000014`. */
  record: string;
  label: string;
  id: string;
  /** Null where it has none, or this reader may not see it. */
  name: string | null;
  href: string | null;
}

/** `malformed`: nothing of ours is called so. `unknown`: there is no such record. */
export type LookedUp = FoundRecord | 'malformed' | 'unknown';

/** No id of ours is longer; contracts have the longest. */
const RECORD = /^([a-z]{1,20}):([^\p{Cc}]{1,150})$/u;

/** What a record that was found before is called without looking again. */
export function recordLabel(record: string, language: Language): Pick<FoundRecord, 'label' | 'id' | 'href'> {
  const [, kind = '', id = ''] = RECORD.exec(record) ?? [];
  const known = KINDS[kind];
  return {
    label: textAt(textsOf(language).requests.records, kind) ?? kind,
    id,
    href: known ? hrefOf(known, id, language) : null,
  };
}

const hrefOf = ({ page }: RecordKind, id: string, language: Language): string | null =>
  page && to(page[0], language, { [page[1]]: id });

export async function recordCalled(text: string, { client, language }: PageRequest): Promise<LookedUp> {
  const [record, kind = '', id = ''] = RECORD.exec(text) ?? [];
  const known = Object.hasOwn(KINDS, kind) ? KINDS[kind] : undefined;
  if (!known || record === undefined) return 'malformed';
  const { result: name, error: problem } = await settle(known.name(client, id, language));
  if (problem?.status === 404) return 'unknown';
  if (problem?.status === 400) return 'malformed';
  return {
    record,
    label: textAt(textsOf(language).requests.records, kind) ?? kind,
    id,
    name,
    href: hrefOf(known, id, language),
  };
}
