/** Winners and buyers of a market by value, and the distribution of contract values. */

import { counted } from '#lib/i18n/counts.ts';
import { shortDay } from '#lib/i18n/dates.ts';
import type { Language } from '#lib/i18n/message.ts';
import { percent, shortLei } from '#lib/i18n/numbers.ts';
import { textsOf } from '#locales/texts.ts';
import { toQuery } from '#transports/web/addresses.ts';
import { card } from '#transports/web/components/card.ts';
import { partyLink } from '#transports/web/components/links.ts';
import { listDownloads } from '#transports/web/components/lists.ts';
import { signedValue } from '#transports/web/components/year-bars.ts';
import { type Html, html } from '#transports/web/html.ts';
import type { PageRequest } from '#transports/web/routing/page.ts';
import type { Analysis } from './market-analysis.ts';

interface Sum {
  count: number;
  value: number | null;
}

interface Leader {
  name: Html;
  meta: string;
  share: number | null;
  value: number | null;
}

const FEW = 10;
const MANY = 100;

export async function winnersCard(
  cpv: string,
  { concentration: { suppliers } }: Analysis,
  period: { dateFrom?: string; dateTo?: string },
  provenance: Html,
  { client, language, query }: PageRequest,
): Promise<Html | null> {
  const texts = textsOf(language).procurement.market;
  const limit = query.get('limit') === String(MANY) ? MANY : FEW;
  const { data } = await client.getCpvTopSuppliers({ cpv, limit, ...period });
  if (data.length === 0) return null;
  const leaders = data.map(({ supplier, share, contracts, callOffs, directPurchases, authoritiesCount, lastDate }) => ({
    name: partyLink(supplier, language),
    meta: [
      counted(authoritiesCount, texts.boughtBy, language),
      lastDate && texts.lastTime(shortDay(lastDate, language)),
      boughtBeside(directPurchases, language),
    ]
      .filter(Boolean)
      .join(', '),
    share,
    value: signedValue(contracts, callOffs),
  }));
  const all = `${toQuery('market', language, { ...period, limit: MANY }, { cpv })}#castiga`;
  const more = suppliers > MANY ? texts.firstHundred : texts.all(counted(suppliers, texts.suppliers, language));
  return card({
    id: 'castiga',
    title: texts.winners,
    sources: provenance,
    tools: listDownloads(`/api/seap/cpv/${cpv}/top-suppliers`, { ...period, limit: MANY }, language),
    body: html`${table(leaders, texts.supplier, language)}${suppliers > data.length && limit === FEW && html`<p class="aside"><a href="${all}">${more}</a></p>`}`,
  });
}

export function buyersCard({ topAuthorities }: Analysis, provenance: Html, language: Language): Html | null {
  const texts = textsOf(language).procurement.market;
  if (topAuthorities.length === 0) return null;
  const leaders = topAuthorities.map(({ party, share, contracts, callOffs, directPurchases }) => ({
    name: partyLink(party, language),
    meta: [
      counted(contracts.count, texts.contracts, language),
      callOffs.count > 0 && counted(callOffs.count, texts.callOffsNoun, language),
      boughtBeside(directPurchases, language),
    ]
      .filter(Boolean)
      .join(', '),
    share,
    value: signedValue(contracts, callOffs),
  }));
  return card({
    id: 'cumpara',
    title: texts.buyers,
    sources: provenance,
    body: table(leaders, texts.authority, language),
  });
}

/** Direct purchases, which do not count in order and share. */
function boughtBeside(purchases: Sum | null, language: Language): string | null {
  const texts = textsOf(language).procurement.market;
  if (purchases === null || purchases.count === 0) return null;
  const { count, value } = purchases;
  return texts.beside(counted(count, texts.purchases, language), value === null ? null : shortLei(value, language));
}

function table(leaders: readonly Leader[], who: string, language: Language): Html {
  const texts = textsOf(language).procurement.market;
  const most = Math.max(0, ...leaders.map(({ share }) => share ?? 0));
  const bar = (share: number | null): Html =>
    html`<svg class="row-bar" aria-hidden="true"><rect width="${most === 0 ? 0 : Math.round(((share ?? 0) / most) * 1000) / 10}%" height="12" class="bar last"/></svg>`;
  return html`<table class="leaders"><thead><tr><th scope="col">${who}</th><td class="drawn"></td><th scope="col" class="num">${texts.share}</th><th scope="col" class="num">${texts.value}</th></tr></thead><tbody>${leaders.map(({ name, meta, share, value }) => html`<tr><th scope="row">${name}<small>${meta}</small></th><td class="drawn">${bar(share)}</td><td class="num">${share === null ? html`<span class="quiet">${texts.notPublished}</span>` : percent(share * 100, language)}</td><td class="num">${value === null ? html`<span class="quiet">${texts.notPublished}</span>` : shortLei(value, language)}</td></tr>`)}</tbody></table>`;
}

const PERCENTILES = ['p10', 'p25', 'p50', 'p75', 'p90'] as const;

export function spreadCard({ values }: Analysis, provenance: Html, language: Language): Html | null {
  const texts = textsOf(language).procurement.market;
  if (values === null) return null;
  const rows = (['contracts', 'callOffs', 'directPurchases'] as const).flatMap((kind) => {
    const spread = values[kind];
    return spread === null ? [] : [{ name: texts.spreadRows[kind], spread }];
  });
  return card({
    id: 'valori',
    title: texts.valuesTitle,
    sources: provenance,
    body: html`${values.p25 !== null && values.p75 !== null && html`<p>${texts.half(shortLei(values.p25, language), shortLei(values.p75, language))}</p>`}
<table class="stacked spread"><thead><tr><td></td>${PERCENTILES.map((one) => html`<th scope="col" class="num">${texts.percentiles[one]}</th>`)}</tr></thead><tbody>${rows.map(({ name, spread }) => html`<tr><th scope="row">${name}</th>${PERCENTILES.map((one) => html`<td class="num" data-label="${texts.percentiles[one]}">${shortLei(spread[one], language)}</td>`)}</tr>`)}</tbody></table>`,
  });
}
