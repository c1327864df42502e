/** Companies in a list: name, where and what, and one figure to the right. */
import type { Language } from '#lib/i18n/message.ts';
import { to } from '#transports/web/addresses.ts';
import { counted, type Noun } from '#transports/web/formats/counts.ts';
import { shortLei } from '#transports/web/formats/numbers.ts';
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

const texts = {
  ro: {
    turnover: (year: number | null) => `cifra de afaceri ${year ?? ''}`,
    none: 'fără bilanț public',
    staff: ['salariat', 'salariați'] as Noun,
    closed: 'nu funcționează',
  },
  en: {
    turnover: (year: number | null) => `turnover ${year ?? ''}`,
    none: 'no public accounts',
    staff: ['employee', 'employees'] as Noun,
    closed: 'not operating',
  },
} as const;

export const companyLink = ({ cui, name }: Pick<ListedCompany, 'cui' | 'name'>, language: Language): Html =>
  cui === null ? html`${name}` : html`<a href="${to('company', language, { cui })}">${name ?? cui}</a>`;

export const companyList = (rows: readonly ListedCompany[], language: Language): Html =>
  html`<ol class="ledger">${rows.map((row) => companyRow(row, language))}</ol>`;

function companyRow(row: ListedCompany, language: Language): Html {
  const words = texts[language];
  const meta = [row.cui !== null && `CUI ${row.cui}`, ...placeOf(row), row.caenCode && `CAEN ${row.caenCode}`].filter(
    Boolean,
  );
  return html`<li class="listed"><span>${row.rank !== undefined && html`<b>${row.rank}.</b> `}${companyLink(row, language)}</span><span class="meta">${meta.join(' · ')}${row.active === false && html` <span class="tag">${icon('closed')}${words.closed}</span>`}</span>
${row.turnover === null ? html`<span class="right quiet">${words.none}</span>` : html`<span class="right">${shortLei(row.turnover, language)}</span><span class="meta of-right">${words.turnover(row.year)}${row.employees !== null && ` · ${counted(row.employees, words.staff, language)}`}</span>`}</li>`;
}
