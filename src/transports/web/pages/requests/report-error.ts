/** "This record is wrong": which one it is, what is wrong with it, and where it stands as it should be. */

import type { Language } from '#lib/i18n/message.ts';
import { textsOf } from '#locales/texts.ts';
import type { ReaderRequests } from '#platform/privacy/reader-requests.ts';
import { addresses, to } from '#transports/web/addresses.ts';
import { card } from '#transports/web/components/card.ts';
import { field, trap } from '#transports/web/components/field.ts';
import { searchField } from '#transports/web/components/search-field.ts';
import { type Html, html } from '#transports/web/html.ts';
import type { Page, PageRequest, View } from '#transports/web/routing/page.ts';
import { askedBy, left } from './leaving.ts';
import { type FoundRecord, recordCalled } from './records.ts';
import { formBounds, isMail, isWebAddress, readFields, type SentFields } from './sent-fields.ts';

const FIELDS = {
  what: { lengthMax: 2_000, isRequired: true },
  source: { lengthMax: 500, isRequired: false, isRight: isWebAddress },
  mail: { lengthMax: 200, isRequired: false, isRight: isMail },
} as const;

type Sent = SentFields<keyof typeof FIELDS>;

const NOTHING_SENT: Sent = { values: { what: '', source: '', mail: '' }, wrong: {}, isTrapped: false };

export const reportErrorPage = (desk: ReaderRequests): Page => ({
  path: addresses.reportError,
  async show(request) {
    const found = await recordCalled(request.query.get('record') ?? '', request);
    return typeof found === 'string' ? noRecord(found, request.language) : view(request, found, desk, NOTHING_SENT);
  },
  form: {
    bounds: formBounds(8),
    async submit(request) {
      const found = await recordCalled(request.fields.get('record') ?? '', request);
      if (typeof found === 'string') return noRecord(found, request.language);
      const sent = readFields(request.fields, FIELDS);
      const { what, source, mail } = sent.values;
      const { status, notice } = await left(
        sent,
        {
          kind: 'error',
          subject: null,
          concerned: found.record,
          reason: what,
          source: source || null,
          mail: mail || null,
        },
        request,
        desk,
      );
      return { ...view(request, found, desk, sent, notice), status };
    },
  },
});

function noRecord(why: 'malformed' | 'unknown', language: Language): View {
  const texts = textsOf(language).requests.reportError;
  return {
    title: texts.title,
    status: why === 'malformed' ? 400 : 404,
    isUnlisted: true,
    hasSearch: true,
    body: html`<section class="opening slim"><h1>${texts[why]}</h1><p class="promise">${texts[`${why}Lead`]}</p>${searchField({ language, q: '', isLarge: true })}</section>`,
  };
}

function view(
  { language }: PageRequest,
  found: FoundRecord,
  desk: ReaderRequests,
  sent: Sent,
  notice: Html | null = null,
): View {
  const texts = textsOf(language).requests.reportError;
  return {
    title: texts.title,
    isUnlisted: true,
    body: html`<section class="opening slim"><h1>${texts.title}</h1><p class="promise">${texts.lead}</p></section>
${notice && html`<div class="notice">${notice}</div>`}
${card({
  id: 'record',
  title: texts.record,
  body: html`<p class="kind">${found.label} <span class="quiet">${found.id}</span></p><p class="record">${found.href === null ? (found.name ?? found.id) : html`<a href="${found.href}">${found.name ?? found.id}</a>`}</p>`,
})}
${card({ id: 'form', title: texts.form, body: form(found, sent, desk.days, language) })}`,
  };
}

function form({ record }: FoundRecord, sent: Sent, days: number, language: Language): Html {
  const texts = textsOf(language).requests.reportError;
  const shared = textsOf(language).requests.form;
  const asked = askedBy(FIELDS, sent, language);
  return html`<form class="ask" method="post" action="${to('reportError', language)}">
<input type="hidden" name="record" value="${record}">
${field({ ...asked('what'), label: texts.what, hint: texts.hint, rows: 5 })}
${field({ ...asked('source'), label: texts.source, hint: texts.sourceHint })}
${field({ ...asked('mail'), label: shared.mail, hint: shared.mailHint, type: 'email' })}
${trap(shared.trap)}
<p class="small quiet">${shared.kept(days)}</p>
<button class="button" type="submit">${texts.send}</button>
</form>`;
}
