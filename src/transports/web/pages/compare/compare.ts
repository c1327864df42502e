/** Two to four companies side by side: the same rows for all, so that differences stand out. */

import type { Language } from '#lib/i18n/message.ts';
import { textsOf } from '#locales/texts.ts';
import { addresses, to } from '#transports/web/addresses.ts';
import { type Html, html } from '#transports/web/html.ts';
import type { Page, PageRequest } from '#transports/web/routing/page.ts';
import { settle } from '#transports/web/routing/settle.ts';
import { oneCompany } from './one-company.ts';
import { compareTable } from './table.ts';

const MOST = 4;
const CHOICES = 6;

export const comparePage: Page = {
  path: addresses.compare,
  async show(request) {
    const { language, query } = request;
    const words = textsOf(language).compare;
    const { cuis, q } = askedOf(query);
    const compared = await Promise.all(cuis.map((cui) => oneCompany(cui, request)));
    return {
      title: words.title,
      description: words.lead,
      isUnlisted: query.size > 0,
      body: html`<section class="opening slim"><h1>${words.title}</h1><p class="promise">${words.lead}</p>
${cuis.length < MOST ? addForm(cuis, language) : html`<p class="promise">${words.full}</p>`}
${q !== '' && (await choices(q, cuis, request))}${cuis.length === 1 && q === '' && html`<p class="promise">${words.one}</p>`}</section>
${
  compared.length > 0 &&
  compareTable(compared, language, (cui) =>
    at(
      cuis.filter((other) => other !== cui),
      language,
    ),
  )
}`,
    };
  },
};

/** Fiscal codes, however they are written down; any other text is a name to look for. */
function askedOf(query: URLSearchParams): { cuis: string[]; q: string } {
  const texts = query.getAll('cui').map((text) => text.trim());
  const isCodes = (text: string): boolean => /^[\s,;0-9RO]*$/i.test(text) && /[0-9]/.test(text);
  const codes = texts.filter(isCodes).flatMap((text) => text.split(/[\s,;]+/).filter((one) => one !== ''));
  const bare = codes.map((code) => code.replace(/^RO/i, ''));
  return {
    cuis: [...new Set(bare)].slice(0, MOST),
    q: texts.find((text) => text !== '' && !isCodes(text)) ?? '',
  };
}

/** One `cui` for each company: an address that a reader can keep. */
function at(cuis: readonly string[], language: Language): string {
  const search = new URLSearchParams(cuis.map((cui) => ['cui', cui]));
  return cuis.length === 0 ? to('compare', language) : `${to('compare', language)}?${search}`;
}

const addForm = (cuis: readonly string[], language: Language): Html =>
  html`<form class="find large" action="${to('compare', language)}">${cuis.map((cui) => html`<input type="hidden" name="cui" value="${cui}">`)}<input name="cui" placeholder="${textsOf(language).compare.add}" aria-label="${textsOf(language).compare.add}" maxlength="80" autocomplete="off"><button class="button" type="submit">${textsOf(language).compare.go}</button></form>`;

/** Namesakes are the usual wrong choice: the reader picks. */
async function choices(q: string, cuis: readonly string[], { client, language }: PageRequest): Promise<Html> {
  const words = textsOf(language).compare;
  const { result: told, error: problem } = await settle(client.searchCompanies({ q, limit: CHOICES }));
  if (told === null) return html`<p class="promise">${problem.in(language).message}</p>`;
  const found = told.data.filter(({ cui }) => cui !== null && !cuis.includes(cui));
  if (found.length === 0) return html`<p class="promise">${words.nobody(q)}</p>`;
  return html`<p class="promise">${words.which(q)}</p><ul class="ledger choices">${found.map(({ cui, name, locality, county, statusLabel }) => html`<li><span><a href="${at([...cuis, cui ?? ''], language)}">${name}</a><br><span class="meta">${[`CUI ${cui}`, locality, county, statusLabel].filter(Boolean).join(' · ')}</span></span></li>`)}</ul>`;
}
