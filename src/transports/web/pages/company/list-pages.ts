/** The long lists of a company: its whole history, all its acts in the Gazette, all ties. */

import { counted } from '#lib/i18n/counts.ts';
import { wholeNumber } from '#lib/i18n/numbers.ts';
import { textsOf } from '#locales/texts.ts';
import { addresses } from '#transports/web/addresses.ts';
import { proBox, stateNote } from '#transports/web/components/notices.ts';
import { html } from '#transports/web/html.ts';
import type { Page } from '#transports/web/routing/page.ts';
import { decisions, events } from './history.ts';
import { listView } from './list-page.ts';
import { network, totalOf } from './network.ts';
import { apartKinds, omittedNote, omittedOf, relatedList } from './people.ts';

const PAGE = 100;
/** More rows are no picture any more; together with the firm itself at most 150 nodes. */
const DRAWN = { holders: 49, firms: 100 };

const cursorOf = (query: URLSearchParams): { cursor?: string } => {
  const cursor = query.get('cursor');
  return cursor ? { cursor } : {};
};

export const companyHistoryPage: Page = {
  path: addresses.companyHistory,
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
      count: counted(meta.page?.total ?? data.length, texts.events, language),
      meta,
      path: `/api/company/${cui}/timeline`,
      body: events(data, language),
    });
  },
};

export const companyDecisionsPage: Page = {
  path: addresses.companyDecisions,
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
  path: addresses.companyRelated,
  operations: ['getRelated'],
  async show(request) {
    const { client, language, params, query } = request;
    const texts = textsOf(language).company.listPages;
    const cui = params.cui ?? '';
    const wanted = apartKinds.find((one) => one === query.get('kind'));
    const kind = wanted ? { kind: wanted } : {};
    const isWhole = wanted === undefined;
    const [{ data, meta }, drawn] = await Promise.all([
      client.getRelated({ cui, limit: PAGE, ...kind, ...cursorOf(query) }),
      client.getNetwork({ cui }),
    ]);
    const total = counted(meta.page?.total ?? data.length, texts.firms, language);
    const { nodes, total: all } = drawn.data;
    return listView({
      request,
      page: 'companyRelated',
      cui,
      heading: texts.related,
      count: meta.page?.totalRelation === 'atLeast' ? texts.atLeast(total) : total,
      meta,
      narrowed: kind,
      path: `/api/company/${cui}/related${isWhole ? '' : `?kind=${wanted}`}`,
      // The picture stands on the first part of the list only.
      body: html`${isWhole && !query.has('cursor') && html`${network(drawn.data, language, DRAWN)}${drawn.preview && all > nodes.length && proBox(texts.pro(wholeNumber(nodes.length, language), totalOf(drawn.data, language)), language)}`}
${data.length === 0 ? html`<p>${texts.none}</p>` : relatedList(data, cui, language)}${omittedNote(cui, omittedOf(meta), language)}`,
    });
  },
};
