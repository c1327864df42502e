/** Words in the documents of a notice: a form, and the pages on which they stand. */

import { to } from '#web/addresses.ts';
import type { PageRequest } from '#web/door/page.ts';
import { tried } from '#web/door/tried.ts';
import { type Html, html } from '#web/html.ts';
import { icon } from '#web/parts/icon.ts';
import { proBox } from '#web/parts/pro-box.ts';
import { counted } from '#web/words/counts.ts';
import { verdictTag } from './documents.ts';
import { texts } from './notice-texts.ts';

export async function searchInDocuments(
  notice: string,
  { client, language, query, visit }: PageRequest,
): Promise<Html> {
  const words = texts[language];
  if (!visit.caller.pro) return proBox(words.proSearch, language);
  const q = (query.get('q') ?? '').trim();
  const asked = q === '' ? null : await tried(client.searchDocuments({ notice, q }));
  return html`<form class="find" action="${to('notice', language, { notice })}#documente" role="search">${icon('search')}<input type="search" name="q" value="${q}" placeholder="${words.search}" aria-label="${words.search}" maxlength="200"><button class="button second" type="submit">${words.go}</button></form>
${asked?.problem && html`<p class="bad" role="alert">${asked.problem.in(language).message}</p>`}
${asked?.told && hits(asked.told.data, language)}`;
}

type Hit = Awaited<ReturnType<PageRequest['client']['searchDocuments']>>['data'][number];

function hits(rows: readonly Hit[], language: PageRequest['language']): Html {
  const words = texts[language];
  if (rows.length === 0) return html`<p>${words.noHits}</p>`;
  return html`<p class="small quiet">${counted(rows.length, words.hits, language)}</p><ol class="ledger">${rows.map((hit) => html`<li><span><b>${hit.entry ?? hit.name}</b> · ${words.onPage(hit.page)}<br>${marked(hit)}</span><span class="right">${hit.signatureVerdict && verdictTag(hit.signatureVerdict, language)}</span></li>`)}</ol>`;
}

/** The snippet is plain text; the places of the words come beside it. */
function marked({ snippet, matches }: Pick<Hit, 'snippet' | 'matches'>): Html {
  let at = 0;
  const parts: (string | Html)[] = [];
  for (const { start, end } of matches) {
    parts.push(snippet.slice(at, start), html`<mark>${snippet.slice(start, end)}</mark>`);
    at = end;
  }
  return html`${[...parts, snippet.slice(at)]}`;
}
