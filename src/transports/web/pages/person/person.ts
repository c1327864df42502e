/** A person of the trade registry: in how many firms, and how sure it is that it is one person. */

import { ApiError } from '#api/api-error.ts';
import { counted } from '#lib/i18n/counts.ts';
import type { Language } from '#lib/i18n/message.ts';
import { wholeNumber } from '#lib/i18n/numbers.ts';
import { textsOf } from '#locales/texts.ts';
import { addresses, to, toQuery } from '#transports/web/addresses.ts';
import { card, cite } from '#transports/web/components/card.ts';
import { icon } from '#transports/web/components/icon.ts';
import { reportLink } from '#transports/web/components/links.ts';
import { downloads, pager } from '#transports/web/components/lists.ts';
import { sources } from '#transports/web/components/sources.ts';
import { type Html, html } from '#transports/web/html.ts';
import type { Page, PageRequest, View } from '#transports/web/routing/page.ts';
import { figures } from './figures.ts';
import { endedRoles, firmsSheet } from './firms.ts';
import { identity } from './identity.ts';

import { timeAndPlaces } from './time.ts';
import type { Person, ToldPerson } from './told.ts';

type Client = PageRequest['client'];

/** So many firms in one part: whoever has more is paged through. */
const FIRMS = 200;

export const personPage: Page = {
  path: addresses.person,
  operations: ['getPerson', 'getPersonCompanies'],
  async show(request) {
    const { client, language, params, query, now } = request;
    const texts = textsOf(language).person;
    const id = params.id ?? '';
    const cursor = query.get('cursor');
    const found = await personOrNobody(client, id);
    if (found === null) return nobody(language);
    const { data: person, meta } = found;
    const { data: firms, meta: listed } = await client.getPersonCompanies({
      id,
      limit: FIRMS,
      ...(cursor && { cursor }),
    });
    const path = `/api/person/${encodeURIComponent(id)}`;
    return {
      title: person.name,
      isUnlisted: true,
      scripts: ['copy'],
      body: html`<p class="crumb">${texts.kind}</p>
<div class="head"><h1 class="name">${person.name}</h1><p class="tools seen">${downloads({ content: texts.companies, path: `${path}/companies` }, language)}<a href="${toQuery('privacy', language, { person: id })}">${icon('unknown')}${texts.hide}</a></p></div>
<p class="lede">${summary(person, language)}</p>
<div class="hero">${identity(person, sources(meta.sources, now, language), language)}${cursor === null && figures(person, firms, language)}</div>
${firmsSheet({ person, firms, filter: query.get('show'), sources: sources(listed.sources, now, language), address: to('person', language, { id }), language })}
${pager(listed.page?.nextCursor, (next) => `${to('person', language, { id })}?cursor=${encodeURIComponent(next)}`, language)}
${timeAndPlaces(person, firms, sources(meta.sources, now, language), language)}
${endedRoles(person, language)}
${card({ id: 'surse', title: texts.cite, body: html`${cite(meta.cite, language)}<p class="tools"><a href="${toQuery('privacy', language, { person: id })}">${texts.hide}</a>${reportLink(`person:${id}`, language)}</p>` })}`,
    };
  },
};

/** Who asked to be hidden is told apart from nobody by nobody. */
async function personOrNobody(client: Client, id: string): Promise<ToldPerson | null> {
  try {
    return await client.getPerson({ id });
  } catch (error) {
    if (error instanceof ApiError && error.code === 'NOT_FOUND') return null;
    throw error;
  }
}

function nobody(language: Language): View {
  const texts = textsOf(language).person;
  return {
    title: texts.hiddenTitle,
    status: 404,
    isUnlisted: true,
    body: html`<section class="opening slim"><h1>${texts.hiddenTitle}</h1><p class="promise">${texts.hiddenLine}</p><p class="promise"><a href="${to('privacy', language)}">${texts.hiddenMore}</a></p></section>`,
  };
}

function summary({ companiesCount, activeCount, counties }: Person, language: Language): Html {
  const texts = textsOf(language).person;
  return html`${texts.summary} <b>${counted(companiesCount, texts.firms, language)}</b>, <b>${wholeNumber(activeCount, language)}</b> ${texts.running}${counties.length > 0 && `, ${texts.inCounties(counties.length > 3 ? counted(counties.length, texts.counties, language) : counties.join(', '))}`}`;
}
