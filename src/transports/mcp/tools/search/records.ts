/** The text of each kind of record that `fetch` reads. */

import type { Meta } from '#api/operation-result.ts';
import type { Message } from '#lib/i18n/message.ts';
import { messages } from '#locales/messages.ts';
import type { ToolCall } from '#transports/mcp/tool.ts';
import { financialYear } from '#transports/mcp/tools/companies/financial-year.ts';
import { settle } from '#transports/mcp/tools/optional-part.ts';
import type { PageName } from '#transports/web/addresses.ts';
import type { Kind } from './hit.ts';

interface RecordText {
  title: string;
  text: string;
  page: { name: PageName; params: Readonly<Record<string, string>> };
  metadata: Record<string, string | number | boolean | null>;
  metas: readonly Meta[];
  /** The part that could not be read. */
  missing?: Message | null;
}

export function recordOf(id: string, call: ToolCall): Promise<RecordText> {
  const at = id.indexOf(':');
  return readers[id.slice(0, at) as Kind](id.slice(at + 1), call);
}

const readers: Record<Kind, (key: string, call: ToolCall) => Promise<RecordText>> = {
  async company(cui, call) {
    const { client } = call;
    const { data, meta } = await client.getCompany({ cui });
    const finances = await settle('financials', () => client.getFinancials({ cui }));
    // Activities are last, because their lists are long.
    const { provenance: _, onDate: __, authorizedCaenCodes: ___, activities, ...record } = data;
    const years = finances.part?.data.map((year) => financialYear.of(year, call)) ?? [];
    return {
      title: data.name,
      text: [
        ...linesOf(record),
        ...years.flatMap(({ year, ...figures }) => linesOf(figures, `financials.${year}.`)),
        ...linesOf({ activities }),
      ].join('\n'),
      page: { name: 'company', params: { cui: data.cui } },
      metadata: {
        kind: 'company',
        cui: data.cui,
        county: data.headquartersAddress?.county ?? null,
        active: data.active,
      },
      metas: [meta, ...(finances.part ? [finances.part.meta] : [])],
      missing: finances.missing,
    };
  },

  async person(id, { client }) {
    const person = await client.getPerson({ id });
    const companies = await client.getPersonCompanies({ id, limit: 100 });
    const { roles: _, ...record } = person.data;
    return {
      title: person.data.name,
      text: [...linesOf(record), ...linesOf({ companies: companies.data })].join('\n'),
      page: { name: 'person', params: { id } },
      metadata: {
        kind: 'person',
        companies: person.data.companiesCount,
        identity: person.data.identityConfidence.level,
      },
      metas: [person.meta, companies.meta],
    };
  },

  async notice(notice, { client }) {
    const { data, meta } = await client.getTender({ notice });
    return {
      title: data.title,
      text: linesOf(data).join('\n'),
      page: { name: 'notice', params: { notice: data.notice } },
      metadata: { kind: 'notice', publishedAt: data.publishedAt, open: data.open, authority: data.authority.name },
      metas: [meta],
    };
  },

  async contract(number, { client }) {
    const { data, meta } = await client.getContract({ number });
    return {
      title: data.title ?? data.number ?? data.id,
      text: linesOf(data).join('\n'),
      page: { name: 'contract', params: { number: data.id } },
      metadata: { kind: 'contract', date: data.date, valueRon: data.valueRon, authority: data.authority.name },
      metas: [meta],
    };
  },

  async decision(id, { client }) {
    const { data, meta } = await client.getDecision({ id });
    return {
      title: data.title,
      text: data.text,
      page: { name: 'decision', params: { id } },
      metadata: {
        kind: 'decision',
        date: data.issue.date,
        company: data.companyName,
        cui: data.cui,
        matchConfidence: data.matchConfidence,
      },
      metas: [meta],
    };
  },

  async document(key, { client }) {
    const [notice = '', id = ''] = key.split('/', 2);
    const tender = await client.getTender({ notice });
    const title = `${tender.data.title}: ${id}`;
    // Reading an uncollected document would queue its collection: this tool only reads.
    if (tender.data.documentation.state !== 'available')
      return {
        title,
        text: linesOf(tender.data).join('\n'),
        metas: [tender.meta],
        page: { name: 'notice', params: { notice } },
        metadata: { kind: 'document', notice, textState: null },
        missing: messages.agents.search.notCollected({ notice }),
      };
    const { data, meta } = await client.getDocumentText({ id });
    return {
      title,
      text: data.pages.map(({ number, text }) => `[${number}]\n${text}`).join('\n'),
      page: { name: 'noticeDocument', params: { notice, document: id } },
      metadata: {
        kind: 'document',
        notice,
        pages: data.pagesCount,
        textState: data.textState,
        truncated: data.truncated,
      },
      metas: [tender.meta, meta],
    };
  },

  async caen(code, { client }) {
    const { data, meta } = await client.getCaen({ code });
    return {
      title: `CAEN Rev.3 ${data.code}: ${data.titles.ro}`,
      text: linesOf(data).join('\n'),
      page: { name: 'activity', params: { code } },
      metadata: { kind: 'caen', code: data.code, revision: data.revision },
      metas: [meta],
    };
  },

  async press(slug, { client }) {
    const { data, meta } = await client.getPressArticle({ slug });
    return {
      title: data.title,
      text: data.text,
      page: { name: 'article', params: { slug } },
      metadata: { kind: 'press', date: data.date, office: data.office },
      metas: [meta],
    };
  },
};

/** A record as lines, `headquartersAddress.locality: Cluj-Napoca`; list rows are numbered from 1, unknown fields omitted. */
export function linesOf(record: object, before = ''): string[] {
  return Object.entries(record).flatMap(([name, value]) => {
    const path = `${before}${name}`;
    if (value === null || value === undefined || (Array.isArray(value) && value.length === 0)) return [];
    if (Array.isArray(value) && value.every((each) => typeof each !== 'object'))
      return [`${path}: ${value.join(', ')}`];
    if (Array.isArray(value)) return value.flatMap((each, i) => linesOf(each as object, `${path} ${i + 1}.`));
    return typeof value === 'object' ? linesOf(value, `${path}.`) : [`${path}: ${value}`];
  });
}
