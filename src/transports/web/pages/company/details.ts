/** Registry details, and the activities by revision of their codes. */

import { counted } from '#lib/i18n/counts.ts';
import { shortDay } from '#lib/i18n/dates.ts';
import type { Language } from '#lib/i18n/message.ts';
import { shownContactFields } from '#lib/schema/company-fields.ts';
import { headingOf } from '#lib/schema/fields.ts';
import { textAt, textsOf } from '#locales/texts.ts';
import { to } from '#transports/web/addresses.ts';
import { facts } from '#transports/web/components/card.ts';
import { outsideLink } from '#transports/web/components/links.ts';
import { type Html, html } from '#transports/web/html.ts';
import type { Company } from './data.ts';

/** Texts under the heading of their column in tables; the web site is a link and has a label of its own. */
const { website: _website, ...otherContacts } = shownContactFields;

export function details(company: Company, language: Language): Html {
  const texts = textsOf(language).company.details;
  const { website } = company;
  return html`${facts(
    [
      [texts.mainActivity, mainActivity(company, language)],
      [texts.legalForm, company.legalForm],
      [texts.seat, company.address],
      ...(company.fiscalAddress === null ? [] : [[texts.fiscalSeat, oneLine(company.fiscalAddress)] as const]),
      [texts.number, mono(company.registrationNumber)],
      ...(company.registrationNumberOld === null
        ? []
        : [[texts.oldNumber, mono(company.registrationNumberOld)] as const]),
      ['EUID', mono(company.euid)],
      [texts.registered, company.registrationDate && shortDay(company.registrationDate, language)],
      [texts.statuses, statuses(company, language)],
      [texts.former, formerNames(company, language)],
      [texts.branches, branches(company, language)],
      [texts.ownership, company.ownershipForm],
      ...Object.entries(otherContacts).map(
        ([name, schema]) => [headingOf(schema, language) ?? name, company[name as keyof typeof otherContacts]] as const,
      ),
      [texts.site, website === null ? null : outsideLinkOrText(website)],
    ],
    language,
  )}${activities(company, language)}`;
}

const mono = (text: string | null): Html | null => (text === null ? null : html`<span class="mono">${text}</span>`);

/** The registry has websites as typed: only an absolute address becomes a link. */
const outsideLinkOrText = (site: string): Html | string =>
  /^https?:\/\//.test(site) ? (outsideLink(site, site) ?? site) : site;

function mainActivity({ caenCode, caenTitle, caenRevision, provenance }: Company, language: Language): Html | null {
  if (caenCode === null) return null;
  const from = textAt(textsOf(language).company.details.by, provenance.caenCode?.source ?? '');
  return html`${activityLink(caenCode, caenRevision, language)} ${caenTitle}<small>${[revisionName(caenRevision), from].filter(Boolean).join(' · ')}</small>`;
}

/** Only the current revision has pages. */
const activityLink = (code: string, revision: string | null, language: Language): Html =>
  revision === 'rev3' ? html`<a href="${to('activity', language, { code })}">${code}</a>` : html`${code}`;

const REVISIONS: Readonly<Record<string, string>> = {
  rev3: 'CAEN Rev.3',
  rev2: 'CAEN Rev.2',
  rev2003: 'CAEN Rev.1 (2003)',
  rev1998: 'CAEN 1998',
};

export const revisionName = (revision: string | null): string | null =>
  revision === null ? null : (REVISIONS[revision] ?? revision);

function activities({ activities: rows }: Company, language: Language): Html | null {
  const texts = textsOf(language).company.details;
  if (rows === null || rows.length === 0) return null;
  const byRevision = [...Map.groupBy(rows, ({ revision }) => revision)];
  return html`<details class="fold"><summary>${texts.authorised}: ${texts.fold(counted(rows.length, texts.otherActivities, language))}</summary>
${byRevision.map(([revision, same]) => html`<h3>${revisionName(revision)}</h3><ul class="codes">${same.map(({ code, title, main }) => html`<li><b>${activityLink(code, revision, language)}</b> ${title}${main === true && html` <span class="tag">${texts.mainActivity.toLowerCase()}</span>`}</li>`)}</ul>`)}
${byRevision.length > 1 && html`<p class="small quiet">${texts.mixed}</p>`}</details>`;
}

function statuses({ onrcStatuses }: Company, language: Language): Html | null {
  if (onrcStatuses === null) return null;
  const texts = textsOf(language).company.details;
  if (onrcStatuses.length === 0) return html`${texts.none}`;
  return html`${onrcStatuses.map(({ code, label, since }) => html`<span class="period">${label ?? code}${since !== null && html`<small>${texts.seen(shortDay(since, language))}</small>`}</span>`)}`;
}

function formerNames({ formerNames: rows }: Company, language: Language): Html | string | null {
  const texts = textsOf(language).company.details;
  if (rows === null) return null;
  if (rows.length === 0) return texts.none;
  return html`${rows.map(({ name, until }) => html`<span class="period">${name}${until !== null && html`<small>${textsOf(language).company.page.changeSeen(shortDay(until, language))}</small>`}</span>`)}`;
}

function branches({ branches: rows }: Company, language: Language): Html | string | null {
  if (rows === null) return null;
  if (rows.length === 0) return textsOf(language).company.details.none;
  return html`${rows.map(({ name, country, kind }) => html`<span class="period">${name ?? kind}${country !== null && ` (${country})`}</span>`)}`;
}

function oneLine({ street, number, locality, county }: NonNullable<Company['fiscalAddress']>): string | null {
  const isTwice = locality?.toLowerCase() === county?.toLowerCase();
  const parts = [[street, number].filter(Boolean).join(' '), locality, !isTwice && county].filter(Boolean);
  return parts.length === 0 ? null : parts.join(', ');
}
