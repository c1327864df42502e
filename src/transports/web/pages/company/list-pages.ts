/** Long lists of a company: events, acts of the Gazette and related companies. */
import { counted } from '#lib/i18n/counts.ts';
import { wholeNumber } from '#lib/i18n/numbers.ts';
import { textsOf } from '#locales/texts.ts';
import { type PageName, to, toQuery } from '#transports/web/addresses.ts';
import { card, cite } from '#transports/web/components/card.ts';
import { reportLink } from '#transports/web/components/links.ts';
import { downloads, pager } from '#transports/web/components/lists.ts';
import { proBox, stateNote } from '#transports/web/components/notices.ts';
import { sources } from '#transports/web/components/sources.ts';
import { type Html, html } from '#transports/web/html.ts';
import type { Page, PageRequest, View } from '#transports/web/routing/page.ts';
import type { Meta } from './data.ts';
import { decisions, events } from './history.ts';
import { network, totalOf } from './network.ts';
import { apartKinds, omittedNote, omittedOf, relatedList } from './people.ts';

const PAGE = 100;
/** More rows do not fit a picture; with the company itself at most 150 nodes. */
const DRAWN = { owners: 49, firms: 100 };

const cursorOf = (query: URLSearchParams): { cursor?: string } => {
  const cursor = query.get('cursor');
  return cursor ? { cursor } : {};
};

export const companyHistoryPage: Page = {
  operations: ['getTimeline'],
  async show(request) {
    const { client, language, params, query } = request;
    const texts = textsOf(language).company.listPages;
    const cui = params.cui ?? '';
    const { data, meta } = await client.getTimeline({ cui, limit: PAGE, ...cursorOf(query) });
    return listView({
      request,
      page: 'companyHistory',
      cui,
      heading: texts.history,
      count: data === null ? '' : counted(meta.page?.total ?? data.length, texts.events, language),
      meta,
      path: `/api/company/${cui}/timeline`,
      body: data === null ? stateNote('notLoaded', texts.noHistory) : events(data, language),
    });
  },
};

export const companyDecisionsPage: Page = {
  operations: ['getCompanyDecisions'],
  async show(request) {
    const { client, language, params, query } = request;
    const texts = textsOf(language).company.listPages;
    const cui = params.cui ?? '';
    const { data, meta } = await client.getCompanyDecisions({ cui, limit: PAGE, ...cursorOf(query) });
    return listView({
      request,
      page: 'companyDecisions',
      cui,
      heading: texts.decisions,
      count: data === null ? '' : counted(meta.page?.total ?? data.length, texts.acts, language),
      meta,
      path: `/api/company/${cui}/decisions`,
      body: data === null ? stateNote('notLoaded', texts.noGazette) : decisions(data, language),
    });
  },
};

export const companyRelatedPage: Page = {
  operations: ['getRelated'],
  async show(request) {
    const { client, language, params, query } = request;
    const texts = textsOf(language).company.listPages;
    const cui = params.cui ?? '';
    const filter = apartKinds.find((one) => one === query.get('kind'));
    const kind = filter ? { kind: filter } : {};
    const isWhole = filter === undefined;
    const [{ data, meta }, graph] = await Promise.all([
      client.getRelated({ cui, limit: PAGE, ...kind, ...cursorOf(query) }),
      client.getNetwork({ cui }),
    ]);
    const total = counted(meta.page?.total ?? data.length, texts.firms, language);
    const { nodes, total: all } = graph.data;
    return listView({
      request,
      page: 'companyRelated',
      cui,
      heading: texts.related,
      count: meta.page?.totalRelation === 'atLeast' ? texts.atLeast(total) : total,
      meta,
      narrowed: kind,
      path: `/api/company/${cui}/related${isWhole ? '' : `?kind=${filter}`}`,
      // Only the first page of the list has the picture.
      body: html`${isWhole && !query.has('cursor') && html`${network(graph.data, language, DRAWN)}${graph.preview && all > nodes.length && proBox(texts.pro(wholeNumber(nodes.length, language), totalOf(graph.data, language)), language)}`}
${data.length === 0 ? html`<p>${texts.none}</p>` : relatedList(data, cui, language)}${omittedNote(cui, omittedOf(meta), language)}`,
    });
  },
};

interface List {
  request: PageRequest;
  page: PageName;
  cui: string;
  heading: string;
  count: string;
  meta: Meta;
  /** Filters of the list, for the link to its next page. */
  narrowed?: Record<string, string>;
  /** API path of the same list. */
  path: string;
  body: Html;
}

async function companyName({ client }: PageRequest, cui: string): Promise<string> {
  return (await client.getCompany({ cui })).data.name;
}

async function listView({ request, page, cui, heading, count, meta, narrowed, path, body }: List): Promise<View> {
  const { language, now } = request;
  const name = await companyName(request, cui);
  return {
    title: `${heading}: ${name}`,
    canonical: to(page, language, { cui }),
    // Search engines list the company page instead.
    isUnlisted: true,
    scripts: ['copy'],
    body: html`<p class="crumb"><a href="${to('company', language, { cui })}">${textsOf(language).company.listPage}</a> › ${heading}</p>
<h1 class="name">${name}</h1><p class="lede">${count}</p>
${card({
  id: 'lista',
  title: heading,
  sources: sources(meta.sources, now, language),
  tools: html`<p class="tools">${downloads({ content: heading, path }, language)}</p>`,
  body: html`${body}${pager(meta.page?.nextCursor, (cursor) => toQuery(page, language, { ...narrowed, cursor }, { cui }), language)}${cite(meta.cite, language)}<p class="tools">${reportLink(`company:${cui}`, language)}</p>`,
})}`,
  };
}
