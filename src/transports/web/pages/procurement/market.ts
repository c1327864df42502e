/** A market by CPV code: totals, concentration, winners, buyers, open tenders and latest contracts. */

import { counted } from '#lib/i18n/counts.ts';
import { shortDay } from '#lib/i18n/dates.ts';
import type { Language } from '#lib/i18n/message.ts';
import { wholeNumber } from '#lib/i18n/numbers.ts';
import { textsOf } from '#locales/texts.ts';
import { to, toQuery } from '#transports/web/addresses.ts';
import { card } from '#transports/web/components/card.ts';
import { icon } from '#transports/web/components/icon.ts';
import { reportLink } from '#transports/web/components/links.ts';
import { proBox } from '#transports/web/components/notices.ts';
import { type Html, html } from '#transports/web/html.ts';
import type { Page, PageRequest } from '#transports/web/routing/page.ts';
import { settle } from '#transports/web/routing/settle.ts';
import { above, cpvTitle } from './cpv-vocabulary.ts';
import { contractList } from './deals.ts';
import { coverageOf, rulers, totalSentence, yearsCard } from './market-analysis.ts';
import { childrenCard } from './market-children.ts';
import { buyersCard, spreadCard, winnersCard } from './market-leaders.ts';
import { seapSources } from './record-page.ts';
import { tenderList } from './tender-row.ts';

export const marketPage: Page = {
  operations: ['getCpvAnalysis', 'getCpvTopSuppliers'],
  async show(request) {
    const { client, language, params, query, now, context } = request;
    const texts = textsOf(language).procurement.market;
    const isPro = context.caller.pro;
    // Previews take no period.
    const period = isPro ? periodOf(query) : {};
    const analysis = await client.getCpvAnalysis({ cpv: params.cpv ?? '', ...period });
    const { data } = analysis;
    const { prefix } = data.cpv;
    const title = cpvTitle(prefix, language) ?? data.cpv.title;
    const provenance = seapSources(analysis.meta.sources, now, language);
    const coverage = coverageOf(data);
    const whole = analysis.preview ? null : analysis.data;
    return {
      title: `${texts.title}: ${title ?? `CPV ${prefix}`}`,
      description: `CPV ${prefix}${title === null ? '' : `, ${title}`}. ${texts.lead}`,
      isUnlisted: query.size > 0,
      canonical: to('market', language, { cpv: prefix }),
      body: html`<p class="crumb"><a href="${to('markets', language)}">${texts.title}</a>${above(prefix, language).map((entry) => html` › <a href="${to('market', language, { cpv: entry.prefix })}">${entry.title}</a>`)} › CPV ${prefix}</p>
<div class="headed"><h1 class="title">CPV ${prefix}${title !== null && ` · ${title}`}</h1><p class="tools"><a href="/api/seap/cpv/${prefix}/analysis">${icon('download')}JSON</a>${reportLink(`market:${prefix}`, language)}</p></div>
<p class="total-sentence">${totalSentence(data, coverage, language)}${isPeriod(period) && html` <b>${texts.inPeriod(shortDay(period.dateFrom ?? coverage.from ?? '', language), shortDay(period.dateTo ?? coverage.to ?? '', language))}.</b>`}</p>
${isPro && periodForm(prefix, period, language)}
${whole ? rulers(whole, language) : html`<div class="hero-locked">${proBox(texts.pro, language)}<p class="quiet small">${texts.free}</p></div>`}
${yearsCard(data, coverage, provenance, now, language)}
${await childrenCard(prefix, whole, period, provenance, request)}
${whole && html`${await winnersCard(prefix, whole, period, provenance, request)}${buyersCard(whole, provenance, language)}${spreadCard(whole, provenance, language)}`}
${await openTenders(prefix, request)}${await latestContracts(prefix, request)}`,
    };
  },
};

interface Period {
  dateFrom?: string;
  dateTo?: string;
}

const isPeriod = ({ dateFrom, dateTo }: Period): boolean => dateFrom !== undefined || dateTo !== undefined;

function periodOf(query: URLSearchParams): Period {
  const [dateFrom, dateTo] = [query.get('dateFrom')?.trim(), query.get('dateTo')?.trim()];
  return { ...(dateFrom && { dateFrom }), ...(dateTo && { dateTo }) };
}

function periodForm(prefix: string, { dateFrom, dateTo }: Period, language: Language): Html {
  const texts = textsOf(language).procurement.market;
  return html`<details class="between"${isPeriod({ ...(dateFrom && { dateFrom }), ...(dateTo && { dateTo }) }) && html` open`}><summary>${texts.period}</summary><form class="versions-form" action="${to('market', language, { cpv: prefix })}"><label>${texts.from}<input class="field" type="date" name="dateFrom" value="${dateFrom ?? ''}"></label><label>${texts.until}<input class="field" type="date" name="dateTo" value="${dateTo ?? ''}"></label><button class="button second" type="submit">${texts.show}</button></form></details>`;
}

const OPEN_MAX = 5;

/** Public: tenders that are open now. */
async function openTenders(cpv: string, { client, language, now }: PageRequest): Promise<Html | null> {
  const texts = textsOf(language).procurement.market;
  const { result } = await settle(
    client.searchTenders({ cpv: [cpv], state: 'open', sort: 'deadline', limit: OPEN_MAX }),
  );
  if (result === null) return null;
  const total = result.meta.page?.total ?? result.data.length;
  return card({
    id: 'deschise',
    title: texts.open,
    sources: seapSources(result.meta.sources, now, language),
    body:
      total === 0
        ? html`<p>${texts.openNone}</p>`
        : html`${tenderList(result.data, now, language)}${total > OPEN_MAX && html`<p class="aside"><a href="${toQuery('tenders', language, { cpv })}">${texts.openAll(counted(total, texts.openNow, language))}</a></p>`}`,
  });
}

const LATEST_MAX = 5;

async function latestContracts(cpv: string, { client, language, now, context }: PageRequest): Promise<Html | null> {
  const texts = textsOf(language).procurement.market;
  const { result } = await settle(client.getCpvContracts({ cpv, limit: LATEST_MAX }));
  if (result === null || result.data.length === 0) return null;
  const total = result.meta.page?.total ?? result.data.length;
  const all = counted(total, texts.agreements, language);
  const count = wholeNumber(result.data.length, language);
  return card({
    id: 'contracte',
    title: texts.latest,
    sources: seapSources(result.meta.sources, now, language),
    body: html`${contractList(result.data, context.caller.pro, language)}<p class="quiet aside">${texts.latestOf(count, all)} ${context.caller.pro && html`<a href="${to('marketDeals', language, { cpv })}">${texts.latestAll}</a>`}</p>${!context.caller.pro && total > result.data.length && proBox(texts.latestPro(all), language)}`,
  });
}
