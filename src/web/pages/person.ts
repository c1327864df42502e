/** A person of the trade registry: in how many firms, and how sure it is that it is one person. */
import { addresses, to } from '#web/addresses.ts';
import type { Page } from '#web/door/page.ts';
import { html } from '#web/html.ts';
import { companyLink } from '#web/parts/company-list.ts';
import { icon } from '#web/parts/icon.ts';
import { pager } from '#web/parts/pager.ts';
import { sheet } from '#web/parts/sheet.ts';
import { sources } from '#web/parts/sources.ts';
import { counted, type Noun } from '#web/words/counts.ts';
import { shortDay } from '#web/words/dates.ts';
import { percent, shortLei, wholeNumber } from '#web/words/numbers.ts';

const texts = {
  ro: {
    firms: ['firmă', 'firme'] as Noun,
    summary: (firms: string, active: string) => `Administrator sau asociat în ${firms}, ${active} în funcțiune.`,
    identity: 'Este aceeași persoană?',
    levels: {
      high: 'Foarte probabil aceeași persoană',
      medium: 'Probabil aceeași persoană',
      low: 'Nu știm sigur: pot fi mai mulți cu acest nume',
    },
    companies: 'Firme',
    roles: 'Roluri încheiate',
    hide: 'Cere ascunderea numelui',
    since: (day: string) => `din ${day}`,
    until: (day: string) => `până la ${day}`,
    state: (text: string) => `vânzări către stat: ${text}`,
  },
  en: {
    firms: ['company', 'companies'] as Noun,
    summary: (firms: string, active: string) => `Administrator or shareholder in ${firms}, ${active} operating.`,
    identity: 'Is it one person?',
    levels: {
      high: 'Very probably the same person',
      medium: 'Probably the same person',
      low: 'Not certain: several may have this name',
    },
    companies: 'Companies',
    roles: 'Roles that ended',
    hide: 'Ask to be hidden',
    since: (day: string) => `since ${day}`,
    until: (day: string) => `until ${day}`,
    state: (text: string) => `sold to the state: ${text}`,
  },
} as const;

const SIGNS = { high: 'certain', medium: 'uncertain', low: 'uncertain' } as const;

export const personPage: Page = {
  path: addresses.person,
  of: ['getPerson', 'getPersonCompanies'],
  async show({ client, language, params, query, now }) {
    const words = texts[language];
    const id = params.id ?? '';
    const cursor = query.get('cursor');
    const { data: person, meta } = await client.getPerson({ id });
    const { data: firms, meta: listed } = await client.getPersonCompanies({ id, ...(cursor && { cursor }) });
    const ended = person.roles.filter(({ until }) => until !== null);
    return {
      title: person.name,
      isUnlisted: true,
      body: html`<h1 class="name">${person.name}</h1>
<p class="lede">${words.summary(counted(person.companiesCount, words.firms, language), wholeNumber(person.activeCount, language))} ${person.counties.join(', ')}</p>
${sources(meta.sources, now, language)}
<section class="verdict identity"><p class="kind">${words.identity}</p><p class="sure">${icon(SIGNS[person.identityConfidence.level], person.identityConfidence.level === 'high' ? 'good' : 'amber')}<b>${words.levels[person.identityConfidence.level]}</b></p><ul class="reasons">${person.identityConfidence.reasons.map((reason) => html`<li>${reason}</li>`)}</ul><p class="small"><a href="${to('privacy', language)}">${words.hide}</a></p></section>
${sheet({
  id: 'firme',
  title: words.companies,
  body: html`<ul class="ledger">${firms.map((firm) => html`<li><span>${companyLink(firm, language)}<br><span class="meta">${[firm.roles.map(({ title, role }) => title ?? role).join(', '), firm.percent !== null && percent(firm.percent, language), firm.locality, firm.county].filter(Boolean).join(' · ')}</span></span><span class="right">${firm.status?.label}<br><span class="meta">${firm.turnover !== null && shortLei(firm.turnover, language)}</span></span></li>`)}</ul>${pager(listed.page?.nextCursor, (next) => `${to('person', language, { id })}?cursor=${encodeURIComponent(next)}`, language)}`,
})}
${ended.length > 0 && sheet({ id: 'incheiate', title: words.roles, body: html`<ul class="ledger">${ended.map((role) => html`<li><span>${companyLink({ cui: role.cui, name: role.companyName }, language)}<br><span class="meta">${role.title ?? role.role}</span></span><span class="right meta">${role.until !== null && words.until(shortDay(role.until, language))}</span></li>`)}</ul>` })}`,
    };
  },
};
