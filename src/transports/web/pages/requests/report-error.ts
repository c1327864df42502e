/** The form that reports an error in a record. */

import type { Language } from '#lib/i18n/message.ts';
import { textsOf } from '#locales/texts.ts';
import type { ReaderRequests } from '#platform/privacy/reader-requests.ts';
import { to } from '#transports/web/addresses.ts';
import { card } from '#transports/web/components/card.ts';
import { field, trap } from '#transports/web/components/field.ts';
import { searchField } from '#transports/web/components/search-field.ts';
import { type Html, html } from '#transports/web/html.ts';
import type { Page, PageRequest, View } from '#transports/web/routing/page.ts';
import {
  fieldProps,
  formBounds,
  isMail,
  isWebAddress,
  readFields,
  type SentFields,
  submitRequest,
} from './reader-form.ts';
import { findRecord, type RequestRecord } from './records.ts';

const FIELDS = {
  what: { lengthMax: 2_000, isRequired: true },
  source: { lengthMax: 500, isRequired: false, isRight: isWebAddress },
  mail: { lengthMax: 200, isRequired: false, isRight: isMail },
} as const;

type Sent = SentFields<keyof typeof FIELDS>;

const NOTHING_SENT: Sent = { values: { what: '', source: '', mail: '' }, wrong: {}, isTrapped: false };

export const reportErrorPage = (requests: ReaderRequests): Page => ({
  async show(request) {
    const record = await findRecord(request.query.get('record') ?? '', request);
    return typeof record === 'string'
      ? noRecord(record, request.language)
      : view(request, record, requests, NOTHING_SENT);
  },
  form: {
    bounds: formBounds(8),
    async submit(request) {
      const record = await findRecord(request.fields.get('record') ?? '', request);
      if (typeof record === 'string') return noRecord(record, request.language);
      const sent = readFields(request.fields, FIELDS);
      const { what, source, mail } = sent.values;
      const { status, notice } = await submitRequest(
        sent,
        {
          kind: 'error',
          subject: null,
          concerned: record.record,
          reason: what,
          source: source || null,
          mail: mail || null,
        },
        request,
        requests,
      );
      return { ...view(request, record, requests, sent, notice), status };
    },
  },
});

function noRecord(reason: 'malformed' | 'unknown', language: Language): View {
  const texts = textsOf(language).requests.reportError;
  return {
    title: texts.title,
    status: reason === 'malformed' ? 400 : 404,
    isUnlisted: true,
    hasSearch: true,
    body: html`<section class="opening slim"><h1>${texts[reason]}</h1><p class="promise">${texts[`${reason}Lead`]}</p>${searchField({ language, q: '', isLarge: true })}</section>`,
  };
}

function view(
  { language }: PageRequest,
  record: RequestRecord,
  requests: ReaderRequests,
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
  body: html`<p class="kind">${record.label} <span class="quiet">${record.id}</span></p><p class="record">${record.href === null ? (record.name ?? record.id) : html`<a href="${record.href}">${record.name ?? record.id}</a>`}</p>`,
})}
${card({ id: 'form', title: texts.form, body: form(record, sent, requests.days, language) })}`,
  };
}

function form({ record }: RequestRecord, sent: Sent, days: number, language: Language): Html {
  const texts = textsOf(language).requests.reportError;
  const shared = textsOf(language).requests.form;
  const props = fieldProps(FIELDS, sent, language);
  return html`<form class="ask" method="post" action="${to('reportError', language)}">
<input type="hidden" name="record" value="${record}">
${field({ ...props('what'), label: texts.what, hint: texts.hint, rows: 5 })}
${field({ ...props('source'), label: texts.source, hint: texts.sourceHint })}
${field({ ...props('mail'), label: shared.mail, hint: shared.mailHint, type: 'email' })}
${trap(shared.trap)}
<p class="small quiet">${shared.retention(days)}</p>
<button class="button" type="submit">${texts.send}</button>
</form>`;
}
