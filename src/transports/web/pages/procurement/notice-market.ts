/** What came of a notice, and the market that it belongs to. */

import { counted } from '#lib/i18n/counts.ts';
import { longMonth } from '#lib/i18n/dates.ts';
import { percent, shortLei, wholeNumber } from '#lib/i18n/numbers.ts';
import { textsOf } from '#locales/texts.ts';
import { to, toQuery } from '#transports/web/addresses.ts';
import { card } from '#transports/web/components/card.ts';
import { proBox } from '#transports/web/components/notices.ts';
import { levelOf } from '#transports/web/components/rulers.ts';
import { type Html, html } from '#transports/web/html.ts';
import type { PageRequest } from '#transports/web/routing/page.ts';
import { settle } from '#transports/web/routing/settle.ts';
import { cpvTitle } from './cpv-vocabulary.ts';
import { contractList } from './deal-rows.ts';
import { coverageOf } from './market-analysis.ts';

import { seapOf } from './seap-sources.ts';
import type { Notice } from './tender-row.ts';

/** Contracts of the authority that are looked through for those of this notice. */
const LOOKED_MAX = 200;

/** Contracts that name this notice. There is none while tenders are received. */
export async function awardsSheet(notice: Notice, stamps: Html, request: PageRequest): Promise<Html | null> {
  const { client, language, context } = request;
  const texts = textsOf(language).procurement.notice;
  const { cui } = notice.authority;
  if (notice.open === true || cui === null) return null;
  const sheetOf = (body: Html): Html => card({ id: 'atribuire', title: texts.awards, sources: stamps, body });
  if (!context.caller.pro) return sheetOf(proBox(texts.awardsPro, language));
  const { result: told } = await settle(
    client.getCompanyContracts({
      cui,
      role: 'authority',
      limit: LOOKED_MAX,
      ...(notice.cpv && { cpv: notice.cpv.code.slice(0, 2) }),
      ...(notice.publishedAt !== null && { dateFrom: notice.publishedAt }),
    }),
  );
  if (told === null) return null;
  const own = told.data.filter(({ procedure }) => procedure.notice === notice.notice);
  const isCut = (told.meta.page?.total ?? 0) > LOOKED_MAX;
  return sheetOf(
    html`${own.length === 0 ? html`<p>${texts.awardsNone}</p>` : contractList(own, true, language)}${isCut && html`<p class="quiet small aside">${texts.awardsSome(wholeNumber(LOOKED_MAX, language))}</p>`}`,
  );
}

/** Its division in one sentence: totals for everybody, concentration with Pro. */
export async function marketSheet({ cpv }: Notice, { client, language, now }: PageRequest): Promise<Html | null> {
  const texts = textsOf(language).procurement.notice;
  if (cpv === null) return null;
  const division = cpv.code.slice(0, 2);
  const { result: told } = await settle(client.getCpvAnalysis({ cpv: division }));
  const own = html`<p class="aside"><a href="${to('market', language, { cpv: cpv.code })}">${cpv.code} ${cpvTitle(cpv.code, language) ?? cpv.title}</a> · <a href="${toQuery('tenders', language, { cpv: cpv.code })}">${texts.openHere}</a></p>`;
  if (told === null) return card({ id: 'piata', title: texts.market, body: own });
  const { data } = told;
  const { from } = coverageOf(data);
  const { count, value } = data.totals.contracts;
  const title = cpvTitle(division, language) ?? data.cpv.title ?? '';
  const concentration = told.preview ? null : told.data.concentration;
  const hhi = concentration?.hhi ?? null;
  const share = concentration?.top10Share ?? null;
  return card({
    id: 'piata',
    title: texts.market,
    sources: seapOf(told.meta.sources, now, language),
    body: html`<p>${texts.marketOf(title, division, from && longMonth(from, language))}<b>${counted(count, texts.contracts, language)}</b>${value !== null && texts.worth(shortLei(value, language))}${hhi !== null && texts.concentrated(texts.levels[levelOf(hhi)], wholeNumber(hhi, language))}${share !== null && texts.firstTen(percent(share * 100, language))}. <a href="${to('market', language, { cpv: division })}">${texts.marketLink}</a></p>${own}`,
  });
}
