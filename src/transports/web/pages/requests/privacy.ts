/** Which personal data is published and why, with the form to request redaction. */
import type { Context } from '#api/context.ts';
import { textsOf } from '#locales/texts.ts';
import type { ReaderRequests } from '#platform/privacy/reader-requests.ts';
import { to } from '#transports/web/addresses.ts';
import { card } from '#transports/web/components/card.ts';
import { field, trap } from '#transports/web/components/field.ts';
import { contactLink, outsideLink } from '#transports/web/components/links.ts';
import { type Html, html } from '#transports/web/html.ts';
import type { Page, PageRequest, View } from '#transports/web/routing/page.ts';
import { settle } from '#transports/web/routing/settle.ts';
import { fieldProps, formBounds, isMail, readFields, type SentFields, submitRequest } from './reader-form.ts';

type PrivacyContext = Pick<Context, 'contact'> & { requests: ReaderRequests };

const FIELDS = {
  name: { lengthMax: 200, isRequired: true },
  concerned: { lengthMax: 1_000, isRequired: true },
  reason: { lengthMax: 2_000, isRequired: true },
  mail: { lengthMax: 200, isRequired: false, isRight: isMail },
} as const;

type Sent = SentFields<keyof typeof FIELDS>;

const AUTHORITY = 'https://www.dataprotection.ro/';

export const privacyPage = (context: PrivacyContext): Page => ({
  async show(request) {
    return view(request, context, await filledIn(request));
  },
  form: {
    bounds: formBounds(8),
    async submit(request) {
      const sent = readFields(request.fields, FIELDS);
      const { name, concerned, reason, mail } = sent.values;
      const input = { kind: 'hide', subject: name, concerned, reason, source: null, mail: mail || null } as const;
      const { status, notice } = await submitRequest(sent, input, request, context.requests);
      return { ...view(request, context, sent, notice), status, isPrivate: true };
    },
  },
});

/** The link on a person page fills in the name. */
async function filledIn({ client, query, language }: PageRequest): Promise<Sent> {
  const id = query.get('person');
  const { result } = id === null ? { result: null } : await settle(client.getPerson({ id }));
  const values = {
    name: result?.data.name ?? '',
    concerned: result === null || id === null ? '' : to('person', language, { id }),
    reason: '',
    mail: '',
  };
  return { values, wrong: {}, isTrapped: false };
}

function view(
  request: PageRequest,
  { requests, contact }: PrivacyContext,
  sent: Sent,
  notice: Html | null = null,
): View {
  const { language, isDemo, query } = request;
  const texts = textsOf(language).requests.privacy;
  return {
    title: texts.title,
    description: texts.lead,
    canonical: to('privacy', language),
    isUnlisted: query.size > 0,
    body: html`<section class="opening slim"><h1>${texts.title}</h1><p class="promise">${texts.lead}</p>${isDemo && html`<p class="promise">${texts.demo}</p>`}</section>
${notice && html`<div class="notice">${notice}</div>`}
${card({
  id: language === 'ro' ? 'ascundere' : 'hide',
  title: texts.hide,
  tools: html`<p class="tools"><a href="${to('request', language)}">${texts.track}</a></p>`,
  body: form(request, sent, requests.days),
})}
${texts.sections.map(({ id, title, points }) =>
  card({
    id,
    title,
    body: html`<ul class="points">${points.map((point) => html`<li>${point}</li>`)}</ul>`,
  }),
)}
${card({ id: language === 'ro' ? 'cititori' : 'readers', title: texts.reader, body: html`<ul class="points">${[...texts.readerPoints, textsOf(language).requests.form.retention(requests.days)].map((point) => html`<li>${point}</li>`)}</ul>` })}
${card({ id: 'contact', title: texts.who, body: html`<p>${contact === null ? texts.noOperator : html`${texts.operator} ${contactLink(contact)}`}</p><p class="small">${outsideLink(AUTHORITY, texts.authority)}</p>` })}`,
  };
}

function form({ language }: PageRequest, sent: Sent, days: number): Html {
  const texts = textsOf(language).requests.privacy;
  const shared = textsOf(language).requests.form;
  const props = fieldProps(FIELDS, sent, language);
  return html`<p class="before">${texts.hideLead}</p>
<form class="ask" method="post" action="${to('privacy', language)}">
${field({ ...props('name'), label: texts.name })}
${field({ ...props('concerned'), label: texts.concerned, hint: texts.concernedHint, rows: 3 })}
${field({ ...props('reason'), label: texts.reason, hint: texts.reasonHint, rows: 4 })}
${field({ ...props('mail'), label: shared.mail, hint: shared.mailHint, type: 'email' })}
${trap(shared.trap)}
<p class="small quiet">${shared.retention(days)}</p>
<button class="button" type="submit">${texts.send}</button>
</form>`;
}
