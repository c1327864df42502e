/** A page with one long list of a company: its name above, the list, the way to the next part. */

import { textsOf } from '#locales/texts.ts';
import { type PageName, to, toQuery } from '#transports/web/addresses.ts';
import { card, cite } from '#transports/web/components/card.ts';
import { reportLink } from '#transports/web/components/links.ts';
import { downloads, pager } from '#transports/web/components/lists.ts';
import { sources } from '#transports/web/components/sources.ts';
import { type Html, html } from '#transports/web/html.ts';
import type { PageRequest, View } from '#transports/web/routing/page.ts';
import type { Meta } from './told.ts';

interface Listed {
  request: PageRequest;
  page: PageName;
  cui: string;
  heading: string;
  /** How many there are, in words. */
  count: string;
  meta: Meta;
  /** What narrows the list, for the way to its next part. */
  narrowed?: Record<string, string>;
  /** Address of the same list for programs. */
  path: string;
  body: Html;
}

/** The name that every list is headed with, by the cheapest operation that tells it. */
async function companyName({ client }: PageRequest, cui: string): Promise<string> {
  return (await client.getCompany({ cui })).data.name;
}

export async function listView({
  request,
  page,
  cui,
  heading,
  count,
  meta,
  narrowed,
  path,
  body,
}: Listed): Promise<View> {
  const { language, now } = request;
  const name = await companyName(request, cui);
  return {
    title: `${heading}: ${name}`,
    canonical: to(page, language, { cui }),
    // The company's own page is the one to find; this one is a part of it.
    isUnlisted: true,
    scripts: ['copy'],
    body: html`<p class="crumb"><a href="${to('company', language, { cui })}">${textsOf(language).company.listPage}</a> › ${heading}</p>
<h1 class="name">${name}</h1><p class="lede">${count}</p>
${card({
  id: 'lista',
  title: heading,
  sources: sources(meta.sources, now, language),
  tools: html`<p class="tools">${downloads({ content: heading, path }, language)}</p>`,
  body: html`${body}${pager(meta.page?.nextCursor, (cursor) => toQuery(page, language, { ...narrowed, cursor }, { cui }), language)}${cite(meta.cite, language)}<p class="tools">${reportLink(`company:${cui}`, language)}</p>`,
})}`,
  };
}
