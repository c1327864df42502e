/** What is shown of persons and why, with the form to ask that one be shown no more. */
import { textsOf } from '#locales/texts.ts';
import type { ReaderRequests } from '#platform/privacy/reader-requests.ts';
import { addresses, to } from '#transports/web/addresses.ts';
import { card } from '#transports/web/components/card.ts';
import { field, trap } from '#transports/web/components/field.ts';
import { contactLink, outsideLink } from '#transports/web/components/links.ts';
import { type Html, html } from '#transports/web/html.ts';
import type { Page, PageRequest, View } from '#transports/web/routing/page.ts';
import { settle } from '#transports/web/routing/settle.ts';
import { askedBy, left } from './leaving.ts';

import { formBounds, isMail, readFields, type SentFields } from './sent-fields.ts';

export interface PrivacyNeeds {
  desk: ReaderRequests;
  /** Mail address or page of whoever runs the service. */
  contact: string | null;
}

const FIELDS = {
  name: { lengthMax: 200, isRequired: true },
  concerned: { lengthMax: 1_000, isRequired: true },
  reason: { lengthMax: 2_000, isRequired: true },
  mail: { lengthMax: 200, isRequired: false, isRight: isMail },
} as const;

type Sent = SentFields<keyof typeof FIELDS>;

const AUTHORITY = 'https://www.dataprotection.ro/';

export const privacyPage = (needs: PrivacyNeeds): Page => ({
  path: addresses.privacy,
  async show(request) {
    return view(request, needs, await filledIn(request));
  },
  form: {
    bounds: formBounds(8),
    async submit(request) {
      const sent = readFields(request.fields, FIELDS);
      const { name, concerned, reason, mail } = sent.values;
      const asking = { kind: 'hide', subject: name, concerned, reason, source: null, mail: mail || null } as const;
      const { status, notice } = await left(sent, asking, request, needs.desk);
      return { ...view(request, needs, sent, notice), status, isPrivate: true };
    },
  },
});

/** Who comes from the page of a person need not write the name again. */
async function filledIn({ client, query, language }: PageRequest): Promise<Sent> {
  const id = query.get('person');
  const { result: told } = id === null ? { result: null } : await settle(client.getPerson({ id }));
  const values = {
    name: told?.data.name ?? '',
    concerned: told === null || id === null ? '' : to('person', language, { id }),
    reason: '',
    mail: '',
  };
  return { values, wrong: {}, isTrapped: false };
}

function view(request: PageRequest, { desk, contact }: PrivacyNeeds, sent: Sent, notice: Html | null = null): View {
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
  body: form(request, sent, desk.days),
})}
${texts.sections.map(({ id, title, points }) =>
  card({
    id,
    title,
    body: html`<ul class="points">${points.map((point) => html`<li>${point}</li>`)}</ul>`,
  }),
)}
${card({ id: language === 'ro' ? 'cititori' : 'readers', title: texts.reader, body: html`<ul class="points">${[...texts.readerPoints, textsOf(language).requests.form.kept(desk.days)].map((point) => html`<li>${point}</li>`)}</ul>` })}
${card({ id: 'contact', title: texts.who, body: html`<p>${contact === null ? texts.noOperator : html`${texts.operator} ${contactLink(contact)}`}</p><p class="small">${outsideLink(AUTHORITY, texts.authority)}</p>` })}`,
  };
}

function form({ language }: PageRequest, sent: Sent, days: number): Html {
  const texts = textsOf(language).requests.privacy;
  const shared = textsOf(language).requests.form;
  const asked = askedBy(FIELDS, sent, language);
  return html`<p class="before">${texts.hideLead}</p>
<form class="ask" method="post" action="${to('privacy', language)}">
${field({ ...asked('name'), label: texts.name })}
${field({ ...asked('concerned'), label: texts.concerned, hint: texts.concernedHint, rows: 3 })}
${field({ ...asked('reason'), label: texts.reason, hint: texts.reasonHint, rows: 4 })}
${field({ ...asked('mail'), label: shared.mail, hint: shared.mailHint, type: 'email' })}
${trap(shared.trap)}
<p class="small quiet">${shared.kept(days)}</p>
<button class="button" type="submit">${texts.send}</button>
</form>`;
}
