/** Companies in a list: name, where and what, and one figure to the right. */

import { counted } from '#lib/i18n/counts.ts';
import type { Language } from '#lib/i18n/message.ts';
import { shortLei } from '#lib/i18n/numbers.ts';
import { textsOf } from '#locales/texts.ts';
import { to } from '#transports/web/addresses.ts';
import { placeOf } from '#transports/web/formats/place.ts';
import { type Html, html } from '#transports/web/html.ts';
import { icon } from './icon.ts';

export interface ListedCompany {
  cui: string | null;
  name: string | null;
  locality: string | null;
  county: string | null;
  caenCode: string | null;
  active: boolean | null;
  turnover: number | null;
  employees: number | null;
  year: number | null;
  /** Of rankings. */
  rank?: number;
}

export const companyLink = ({ cui, name }: Pick<ListedCompany, 'cui' | 'name'>, language: Language): Html =>
  cui === null ? html`${name}` : html`<a href="${to('company', language, { cui })}">${name ?? cui}</a>`;

export const companyList = (rows: readonly ListedCompany[], language: Language): Html =>
  html`<ol class="ledger">${rows.map((row) => companyRow(row, language))}</ol>`;

function companyRow(row: ListedCompany, language: Language): Html {
  const texts = textsOf(language).components.companyList;
  const meta = [row.cui !== null && `CUI ${row.cui}`, ...placeOf(row), row.caenCode && `CAEN ${row.caenCode}`].filter(
    Boolean,
  );
  return html`<li class="listed"><span>${row.rank !== undefined && html`<b>${row.rank}.</b> `}${companyLink(row, language)}</span><span class="meta">${meta.join(' · ')}${row.active === false && html` <span class="tag">${icon('closed')}${texts.closed}</span>`}</span>
${row.turnover === null ? html`<span class="right quiet">${texts.none}</span>` : html`<span class="right">${shortLei(row.turnover, language)}</span><span class="meta of-right">${texts.turnover(row.year)}${row.employees !== null && ` · ${counted(row.employees, texts.staff, language)}`}</span>`}</li>`;
}
