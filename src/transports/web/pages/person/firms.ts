/** The firms of a person, those that operate first, with what the person is there; roles that ended stand apart. */

import { shortDay } from '#lib/i18n/dates.ts';
import type { Language } from '#lib/i18n/message.ts';
import { percent, shortLei, wholeNumber } from '#lib/i18n/numbers.ts';
import { textsOf } from '#locales/texts.ts';
import { card } from '#transports/web/components/card.ts';
import { companyLink } from '#transports/web/components/lists.ts';
import { type Html, html } from '#transports/web/html.ts';

import type { Person, PersonFirm } from './told.ts';

type Filter = 'running' | 'all' | 'administrator' | 'shareholder' | 'apart';

const FITS: Record<Filter, (firm: PersonFirm) => boolean> = {
  running: ({ active, counted }) => active === true && counted,
  all: () => true,
  administrator: ({ roles }) => roles.some(({ role }) => role === 'administrator' || role === 'owner'),
  shareholder: ({ roles }) => roles.some(({ role }) => role === 'shareholder'),
  apart: ({ counted }) => !counted,
};

interface Firms {
  person: Person;
  firms: readonly PersonFirm[];
  filter: string | null;
  sources: Html;
  address: string;
  language: Language;
}

/** More stand folded: still on the page, for readers, printers and searches in it. */
const SHOWN = 12;

export function firmsSheet({ firms, filter, sources, address, language }: Firms): Html {
  const texts = textsOf(language).person;
  const filters = (Object.keys(FITS) as Filter[]).filter((one) => one === 'all' || firms.some(FITS[one]));
  const chosen = filters.find((one) => one === filter) ?? filters[0] ?? 'all';
  const rows = firms.filter(FITS[chosen]);
  const link = (one: Filter): Html =>
    html`<a href="${one === filters[0] ? address : `${address}?show=${one}`}"${one === chosen && html` aria-current="true"`}>${texts.filters[one]} ${wholeNumber(firms.filter(FITS[one]).length, language)}</a>`;
  return card({
    id: 'firme',
    title: texts.companies,
    sources,
    body: html`<p class="tools sorts">${filters.map(link)}</p>
${rows.length === 0 ? html`<p>${texts.none}</p>` : table(rows.slice(0, SHOWN), language)}
${rows.length > SHOWN && html`<details class="fold"><summary>${texts.more(wholeNumber(rows.length - SHOWN, language))}</summary>${table(rows.slice(SHOWN), language)}</details>`}`,
  });
}

function table(rows: readonly PersonFirm[], language: Language): Html {
  const texts = textsOf(language).person;
  return html`<table class="stacked firms"><thead><tr><th scope="col">${texts.company}</th><th scope="col">${texts.role}</th><th scope="col">${texts.state}</th><th scope="col" class="num">${texts.turnover}</th><th scope="col" class="num">${texts.staff}</th></tr></thead><tbody>${rows.map((firm) => row(firm, language))}</tbody></table>`;
}

function row(firm: PersonFirm, language: Language): Html {
  const texts = textsOf(language).person;
  const { roles, counted, percent: share, turnover, employees, year } = firm;
  const titles = [...new Set(roles.map(({ title, role }) => title ?? texts.roles[role]))].join(' · ');
  const { locality, county } = firm;
  const place = [locality, county !== null && !locality?.startsWith(county) && county].filter(Boolean).join(', ');
  return html`<tr><th scope="row">${companyLink(firm, language)}<small>${place}</small></th>
<td data-label="${texts.role}">${titles}${share !== null && ` ${percent(share, language)}`}${sinceOf(roles, language).map((since) => html`<small>${since}</small>`)}${!counted && html`<small>${texts.apart}</small>`}</td>
<td data-label="${texts.state}">${firm.status?.label ?? html`<span class="quiet">?</span>`}</td>
<td class="num" data-label="${texts.turnover}">${turnover === null ? html`<span class="quiet">${texts.noBalance}</span>` : html`${shortLei(turnover, language)}<small>${year}</small>`}</td>
<td class="num" data-label="${texts.staff}">${employees === null ? html`<span class="quiet">?</span>` : wholeNumber(employees, language)}</td></tr>`;
}

/** The registry publishes no days: a role of its file is "first seen". Only lists of shareholders say since when. */
function sinceOf(roles: PersonFirm['roles'], language: Language): string[] {
  const texts = textsOf(language).person;
  const told = roles.flatMap(({ role, title, since }) =>
    since === null
      ? []
      : {
          name: title ?? texts.roles[role],
          day: (role === 'shareholder' ? texts.since : texts.seen)(shortDay(since, language)),
        },
  );
  // With one role in the firm nobody asks which of them is meant.
  return told.map(({ name, day }) => (roles.length > 1 ? `${name} ${day}` : day));
}

export function endedRoles({ roles }: Person, language: Language): Html | null {
  const texts = textsOf(language).person;
  const ended = roles.filter(({ until }) => until !== null);
  if (ended.length === 0) return null;
  return card({
    id: 'incheiate',
    title: texts.ended,
    body: html`<ul class="ledger">${ended.map((role) => html`<li><span>${companyLink({ cui: role.cui, name: role.companyName }, language)}<br><span class="meta">${role.title ?? texts.roles[role.role]}</span></span><span class="right meta">${role.until !== null && texts.endSeen(shortDay(role.until, language))}</span></li>`)}</ul>`,
  });
}
