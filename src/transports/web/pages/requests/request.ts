/** The status page of a reader request, for the holder of its token. */

import { moment } from '#lib/i18n/dates.ts';
import { days as daysOf } from '#lib/i18n/durations.ts';
import type { Language } from '#lib/i18n/message.ts';
import { textsOf } from '#locales/texts.ts';
import type { ReaderRequests, SubmittedRequest } from '#platform/privacy/reader-requests.ts';
import { to, toQuery } from '#transports/web/addresses.ts';
import { card } from '#transports/web/components/card.ts';
import { field } from '#transports/web/components/field.ts';
import { type IconName, icon } from '#transports/web/components/icon.ts';
import { alert } from '#transports/web/components/notices.ts';
import { type Html, html } from '#transports/web/html.ts';
import { type Page, type PageRequest, RedirectError, type View } from '#transports/web/routing/page.ts';
import { formBounds } from './reader-form.ts';
import { recordLabel } from './records.ts';

const SIGNS: Record<SubmittedRequest['state'], readonly [IconName, string]> = {
  open: ['clock', 'quiet'],
  done: ['fine', 'good'],
  refused: ['closed', ''],
};

/** Longer than any token. */
const TOKEN_LENGTH_MAX = 64;

export const requestPage = (requests: ReaderRequests): Page => ({
  async show(request) {
    const { query, language } = request;
    const token = (query.get('token') ?? '').trim();
    if (token === '') return finder(language, query.has('gone') ? 'gone' : null);
    const sent = token.length > TOKEN_LENGTH_MAX ? null : await requests.find(token);
    return sent === null ? finder(language, 'unknown') : view(sent, token, request, requests.days);
  },
  form: {
    bounds: formBounds(2),
    /** Withdraws the request. */
    async submit({ fields, language }) {
      const done = await requests.withdraw((fields.get('token') ?? '').slice(0, TOKEN_LENGTH_MAX));
      if (done) throw new RedirectError(toQuery('request', language, { gone: '1' }));
      return finder(language, 'unknown');
    },
  },
});

function finder(language: Language, why: 'gone' | 'unknown' | null): View {
  const texts = textsOf(language).requests.request;
  const notices = {
    gone: alert({ grade: 'note', heading: texts.deleted, lines: [] }),
    unknown: alert({ grade: 'check', heading: texts.unknown, lines: [texts.unknownLead] }),
  };
  return {
    title: texts.find,
    status: why === 'unknown' ? 404 : 200,
    isPrivate: true,
    body: html`<section class="opening slim"><h1>${texts.find}</h1></section>${why && html`<div class="notice">${notices[why]}</div>`}
<form class="ask" action="${to('request', language)}">${field({ name: 'token', label: texts.token, hint: texts.tokenHint, lengthMax: TOKEN_LENGTH_MAX, isRequired: true })}<button class="button" type="submit">${texts.show}</button></form>`,
  };
}

function view(sent: SubmittedRequest, token: string, { language, query, now }: PageRequest, days: number): View {
  const texts = textsOf(language).requests.request;
  const [sign, colour] = SIGNS[sent.state];
  return {
    title: texts.title,
    isPrivate: true,
    scripts: ['copy'],
    body: html`<section class="opening slim"><h1>${texts.title}</h1></section>
${query.has('sent') && html`<div class="notice"><div class="alert good" role="status">${icon('fine')}<div><p class="heading">${texts.sent}</p><p>${texts.sentLine}</p><p>${texts.code} <code data-copy>${token}</code></p></div></div></div>`}
${card({
  id: 'state',
  title: texts.state,
  body: html`<p class="record ${colour}">${icon(sign)} ${texts.states[sent.state]}</p><dl class="facts">${[
    [texts.about, about(sent, language)] as const,
    [texts.sentOn, moment(sent.created_at, now, language)] as const,
    [texts.answered, sent.answered_at && moment(sent.answered_at, now, language)] as const,
  ].map(([name, text]) => text && html`<div><dt>${name}</dt><dd>${text}</dd></div>`)}</dl>`,
})}
${card({ id: 'answer', title: texts.answer, body: html`${answer(sent, language)}<p class="small quiet">${texts.retention(daysOf(days, language))}</p>` })}
${card({ id: 'withdraw', title: texts.withdraw, body: html`<form class="ask" method="post" action="${to('request', language)}"><input type="hidden" name="token" value="${token}"><p>${texts.withdrawLead}</p><button class="button second" type="submit">${texts.withdraw}</button></form>` })}`,
  };
}

function about({ kind, concerned }: SubmittedRequest, language: Language): Html {
  const { kinds } = textsOf(language).requests.request;
  if (kind === 'hide') return html`${kinds.hide}`;
  const { label, id, href } = recordLabel(concerned, language);
  return html`${kinds.error}: ${href === null ? `${label} ${id}` : html`<a href="${href}">${label} ${id}</a>`}`;
}

const answer = (sent: SubmittedRequest, language: Language): Html =>
  sent.answer === null
    ? html`<p>${textsOf(language).requests.request.none}</p>`
    : html`<div class="prose">${sent.answer.split(/\n+/).map((paragraph) => html`<p>${paragraph}</p>`)}</div>`;
