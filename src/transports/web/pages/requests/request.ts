/** How far a request is that a reader left, for whoever has its token: the answer, or that nobody answered yet. */

import type { Language } from '#lib/i18n/message.ts';
import type { ReaderRequests, ToldRequest } from '#platform/privacy/reader-requests.ts';
import { addresses, to, toQuery } from '#transports/web/addresses.ts';
import { alert } from '#transports/web/components/alert.ts';
import { sheet } from '#transports/web/components/card.ts';
import { field } from '#transports/web/components/field.ts';
import { type IconName, icon } from '#transports/web/components/icon.ts';
import { moment } from '#transports/web/formats/dates.ts';
import { type Html, html } from '#transports/web/html.ts';
import { MovedTo, type Page, type PageRequest, type View } from '#transports/web/routing/page.ts';
import { daysOf } from './form-texts.ts';
import { recordLabel } from './records.ts';
import { formBounds } from './sent-fields.ts';

const texts = {
  ro: {
    title: 'Cererea dumneavoastră',
    find: 'Vedeți starea unei cereri',
    token: 'Codul cererii',
    tokenHint: 'L-ați primit când ați trimis cererea. Nu îl putem afla noi: păstrăm doar o amprentă a lui.',
    show: 'Arată',
    sent: 'Cererea a ajuns. Păstrați adresa acestei pagini',
    sentLine: 'Numai cu ea se vede răspunsul. Nu trimitem mesaje.',
    code: 'Cod:',
    kinds: { hide: 'Ascunderea unei persoane', error: 'Greșeală într-o înregistrare' },
    about: 'Despre',
    state: 'Stare',
    states: { open: 'Așteaptă răspuns', done: 'Rezolvată', refused: 'Respinsă' },
    left: 'Trimisă',
    answered: 'Răspuns',
    answer: 'Răspunsul',
    none: 'Nimeni nu a răspuns încă. Reveniți la această adresă.',
    kept: (days: string) => `După răspuns, cererea se șterge în ${days}.`,
    withdraw: 'Șterge cererea',
    withdrawLead: 'Tot ce ați scris dispare imediat de aici. Un nume deja ascuns rămâne ascuns.',
    gone: 'Cererea a fost ștearsă',
    unknown: 'Nu există o cerere cu acest cod',
    unknownLead: 'Codul este greșit, sau cererea a fost ștearsă la împlinirea termenului.',
  },
  en: {
    title: 'Your request',
    find: 'See how far a request is',
    token: 'Code of the request',
    tokenHint: 'You got it when you sent the request. We cannot look it up: we keep only its digest.',
    show: 'Show',
    sent: 'The request arrived. Keep the address of this page',
    sentLine: 'It is the only way to the answer. We send no mail.',
    code: 'Code:',
    kinds: { hide: 'Hiding a person', error: 'Error in a record' },
    about: 'About',
    state: 'State',
    states: { open: 'Waits for an answer', done: 'Done', refused: 'Refused' },
    left: 'Sent',
    answered: 'Answered',
    answer: 'The answer',
    none: 'Nobody has answered yet. Come back to this address.',
    kept: (days: string) => `After the answer the request is deleted within ${days}.`,
    withdraw: 'Delete the request',
    withdrawLead: 'All that you wrote is gone from here at once. A name that is hidden stays hidden.',
    gone: 'The request was deleted',
    unknown: 'There is no request of this code',
    unknownLead: 'The code is wrong, or the request was deleted when its time was over.',
  },
} as const;

const SIGNS: Record<ToldRequest['state'], readonly [IconName, string]> = {
  open: ['clock', 'quiet'],
  done: ['fine', 'good'],
  refused: ['closed', ''],
};

/** Longer than any. */
const TOKEN_LENGTH_MAX = 64;

export const requestPage = (desk: ReaderRequests): Page => ({
  path: addresses.request,
  async show(request) {
    const { query, language } = request;
    const token = (query.get('token') ?? '').trim();
    if (token === '') return finder(language, query.has('gone') ? 'gone' : null);
    const found = token.length > TOKEN_LENGTH_MAX ? null : await desk.told(token);
    return found === null ? finder(language, 'unknown') : view(found, token, request, desk.days);
  },
  form: {
    bounds: formBounds(2),
    /** Takes it back. */
    async take({ fields, language }) {
      const done = await desk.withdraw((fields.get('token') ?? '').slice(0, TOKEN_LENGTH_MAX));
      if (done) throw new MovedTo(toQuery('request', language, { gone: '1' }));
      return finder(language, 'unknown');
    },
  },
});

function finder(language: Language, why: 'gone' | 'unknown' | null): View {
  const words = texts[language];
  const notices = {
    gone: alert({ grade: 'note', heading: words.gone, lines: [] }),
    unknown: alert({ grade: 'check', heading: words.unknown, lines: [words.unknownLead] }),
  };
  return {
    title: words.find,
    status: why === 'unknown' ? 404 : 200,
    isPrivate: true,
    body: html`<section class="opening slim"><h1>${words.find}</h1></section>${why && html`<div class="notice">${notices[why]}</div>`}
<form class="ask" action="${to('request', language)}">${field({ name: 'token', label: words.token, hint: words.tokenHint, lengthMax: TOKEN_LENGTH_MAX, isRequired: true })}<button class="button" type="submit">${words.show}</button></form>`,
  };
}

function view(found: ToldRequest, token: string, { language, query, now }: PageRequest, days: number): View {
  const words = texts[language];
  const [sign, colour] = SIGNS[found.state];
  return {
    title: words.title,
    isPrivate: true,
    islands: ['copy'],
    body: html`<section class="opening slim"><h1>${words.title}</h1></section>
${query.has('sent') && html`<div class="notice"><div class="alert good" role="status">${icon('fine')}<div><p class="heading">${words.sent}</p><p>${words.sentLine}</p><p>${words.code} <code data-copy>${token}</code></p></div></div></div>`}
${sheet({
  id: 'state',
  title: words.state,
  body: html`<p class="record ${colour}">${icon(sign)} ${words.states[found.state]}</p><dl class="facts">${[
    [words.about, about(found, language)] as const,
    [words.left, moment(found.created_at, now, language)] as const,
    [words.answered, found.answered_at && moment(found.answered_at, now, language)] as const,
  ].map(([name, text]) => text && html`<div><dt>${name}</dt><dd>${text}</dd></div>`)}</dl>`,
})}
${sheet({ id: 'answer', title: words.answer, body: html`${answer(found, language)}<p class="small quiet">${words.kept(daysOf(days, language))}</p>` })}
${sheet({ id: 'withdraw', title: words.withdraw, body: html`<form class="ask" method="post" action="${to('request', language)}"><input type="hidden" name="token" value="${token}"><p>${words.withdrawLead}</p><button class="button second" type="submit">${words.withdraw}</button></form>` })}`,
  };
}

function about({ kind, concerned }: ToldRequest, language: Language): Html {
  const { kinds } = texts[language];
  if (kind === 'hide') return html`${kinds.hide}`;
  const { label, id, href } = recordLabel(concerned, language);
  return html`${kinds.error}: ${href === null ? `${label} ${id}` : html`<a href="${href}">${label} ${id}</a>`}`;
}

const answer = (found: ToldRequest, language: Language): Html =>
  found.answer === null
    ? html`<p>${texts[language].none}</p>`
    : html`<div class="prose">${found.answer.split(/\n+/).map((paragraph) => html`<p>${paragraph}</p>`)}</div>`;
