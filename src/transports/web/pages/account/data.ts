/** Export and deletion of an account's data, with a list of data that other parties retain. */

import type { Language } from '#lib/i18n/message.ts';
import { textsOf } from '#locales/texts.ts';
import { isDemoAccount } from '#platform/accounts/demo-account.ts';
import type { Reader } from '#platform/accounts/sessions.ts';
import { to, toQuery } from '#transports/web/addresses.ts';
import { field } from '#transports/web/components/field.ts';
import { icon } from '#transports/web/components/icon.ts';
import { alert } from '#transports/web/components/notices.ts';
import { type Html, html } from '#transports/web/html.ts';
import { type FileView, type Page, type PageRequest, RedirectError, type View } from '#transports/web/routing/page.ts';
import { signInContext } from './auth/sign-in-context.ts';
import { authBounds, authView, demoNotice, type FormNotice } from './auth/view.ts';
import type { AccountPagesContext } from './context.ts';
import { accountView, freshlySignedIn, isFresh, signedIn } from './frame.ts';

export const dataPage = ({ own }: AccountPagesContext): Page => ({
  async show(request) {
    const { query, language, now } = request;
    if (request.reader === null && query.has('gone')) return farewell(language);
    const reader = signedIn(request);
    if (query.has('file') && !isDemoAccount(reader.account)) {
      freshlySignedIn({ ...request, address: to('accountData', language) });
      return file(await own.export(reader, signInContext(request)), now);
    }
    return view(request, reader);
  },
  form: {
    bounds: authBounds,
    async submit(request) {
      const { language, fields } = request;
      if (isDemoAccount(signedIn(request).account))
        return view(request, signedIn(request), { status: 403, notice: null });
      const reader = freshlySignedIn(request);
      const texts = textsOf(language).account.data;
      if (folded(fields.get('word') ?? '') !== folded(texts.word))
        return view(request, reader, { status: 400, notice: null, error: texts.wrongWord });
      if ((await own.delete(reader, signInContext(request))) === 'waiting') {
        const notice = alert({ grade: 'stop', heading: texts.stuck, lines: [texts.stuckLine] });
        return view(request, reader, { status: 503, notice });
      }
      throw new RedirectError(toQuery('accountData', language, { gone: '1' }), { session: 'closed' });
    },
  },
});

/** Accepts the word in capitals and without diacritics. */
const folded = (text: string): string => text.slice(0, 50).trim().toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');

const file = (chunks: AsyncIterable<Uint8Array>, now: number): FileView => ({
  file: {
    name: `firmoteca-account-${new Date(now).toISOString().slice(0, 10)}.json`,
    type: 'application/json; charset=utf-8',
    body: () => chunks,
  },
});

function view(
  { language, now }: PageRequest,
  reader: Reader,
  { status, notice, error }: FormNotice = { status: 200, notice: null },
): View {
  const texts = textsOf(language).account.data;
  const isShared = isDemoAccount(reader.account);
  const isOpen = isFresh(reader, now) && !isShared;
  const part = (id: string, title: string, body: Html): Html =>
    html`<section class="account-part" aria-labelledby="${id}-title"><h2 id="${id}-title">${title}</h2>${body}</section>`;
  return accountView({
    section: 'accountData',
    language,
    lead: texts.lead,
    status,
    body: html`${isShared && html`<div class="notice">${demoNotice(language)}</div>`}${notice && html`<div class="notice">${notice}</div>`}
${!isOpen && !isShared && part('confirm', texts.confirm, html`<p>${texts.confirmLine}</p><p><a class="button second" href="${toQuery('reauthenticate', language, { next: to('accountData', language) })}">${texts.confirm}</a></p>`)}
${part('export', texts.export, html`<p>${texts.exportLine}</p>${isOpen && html`<p><a class="button second" href="${toQuery('accountData', language, { file: 'json' })}" download>${icon('download')} ${texts.download}</a></p>`}`)}
${part('delete', texts.delete, html`${consequences(language)}${isOpen && form(error, language)}`)}`,
  });
}

const consequences = (language: Language): Html => {
  const texts = textsOf(language).account.data;
  const list = (lines: readonly string[]): Html =>
    html`<ul class="points">${lines.map((line) => html`<li>${line}</li>`)}</ul>`;
  return html`<h3>${texts.deletedAtOnce}</h3>${list(texts.deletedAtOnceList)}<h3>${texts.retained}</h3>${list(texts.retainedList)}`;
};

function form(error: string | undefined, language: Language): Html {
  const texts = textsOf(language).account.data;
  return html`<form class="ask" method="post" action="${to('accountData', language)}">${field({ name: 'word', label: texts.typed(texts.word), lengthMax: 50, isRequired: true, autocomplete: 'off', error })}<button class="button account-end" type="submit">${texts.send}</button></form>`;
}

const farewell = (language: Language): View => {
  const texts = textsOf(language).account.data;
  return authView({
    title: texts.deleted,
    lead: texts.deletedLead,
    body: html`<h2>${texts.retained}</h2><ul class="points">${texts.retainedList.map((line) => html`<li>${line}</li>`)}</ul><ul class="sign-in-links"><li><a href="${to('home', language)}">${texts.home}</a></li></ul>`,
  });
};
