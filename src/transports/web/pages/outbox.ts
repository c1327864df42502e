/** The demo's outbox: queued emails instead of sent ones, for requests from this machine. Their links work. */

import { ApiError } from '#api/api-error.ts';
import { moment } from '#lib/i18n/dates.ts';
import type { Language } from '#lib/i18n/message.ts';
import { messages } from '#locales/messages.ts';
import { textsOf } from '#locales/texts.ts';
import { STYLE_SOURCE } from '#platform/mail/email.ts';
import type { OutboxEmail } from '#platform/mail/report-table.ts';
import { isFromThisMachine } from '#transports/http/client-address.ts';
import type { Handler } from '#transports/http/reply.ts';
import type { Router } from '#transports/http/router.ts';
import { card } from '#transports/web/components/card.ts';
import { icon } from '#transports/web/components/icon.ts';
import { type Html, html } from '#transports/web/html.ts';
import type { Page, PageRequest, View } from '#transports/web/routing/page.ts';

const EMAILS_MAX = 50;

/** Emails of the demo, newest first. */
export interface Outbox {
  emails(most: number): Promise<OutboxEmail[]>;
  email(id: string): Promise<OutboxEmail | null>;
}

export const outboxPage = (outbox: Outbox): Page => ({
  async show(request) {
    if (!request.isFromThisMachine) throw new ApiError('ROUTE_NOT_FOUND', messages.operations.noSuchPath());
    return view(await outbox.emails(EMAILS_MAX), request);
  },
});

const EMAIL_PATH = '/demo/outbox/{letter}';

function view(emails: readonly OutboxEmail[], { language, now, origin }: PageRequest): View {
  const texts = textsOf(language).demo.outbox;
  return {
    title: texts.title,
    isPrivate: true,
    body: html`<section class="opening slim"><h1>${texts.title}</h1><p class="promise">${texts.lead}</p></section>
${emails.length === 0 && html`<p class="outbox-empty">${icon('document')} ${texts.none}</p>`}
${emails.map((email) => emailCard(email, { language, now, origin }))}
${emails.length === EMAILS_MAX && html`<p class="small quiet">${texts.limitLine(EMAILS_MAX)}</p>`}`,
  };
}

const emailCard = (
  email: OutboxEmail,
  { language, now, origin }: { language: Language; now: number; origin: string },
): Html => {
  const texts = textsOf(language).demo.outbox;
  return card({
    id: `letter-${email.id}`,
    title: email.subject,
    tools: html`<p class="small"><a href="${EMAIL_PATH.replace('{letter}', email.id)}">${texts.asHtml}</a></p>`,
    body: html`<dl class="facts"><div><dt>${texts.to}</dt><dd>${email.to}</dd></div><div><dt>${texts.written}</dt><dd>${moment(email.queuedAt, now, language)}</dd></div></dl>
<div class="outbox-words" lang="${email.language}">${linked(email.text, origin)}</div>`,
  });
};

/** Addresses of this service become links, under any name of this machine; others stay text. */
const linked = (text: string, origin: string): Html =>
  html`${text.split(/(https?:\/\/[^\s]+)/).map((part, i) => (i % 2 === 1 && isOwn(part, origin) ? html`<a href="${part}">${part}</a>` : part))}`;

function isOwn(address: string, origin: string): boolean {
  const [target, own] = [URL.parse(address), URL.parse(origin)];
  if (target === null || own === null || target.port !== own.port || target.username !== '') return false;
  return /^(?:localhost|127(?:\.[0-9]{1,3}){3}|\[::1\])$/.test(target.hostname) && target.protocol === own.protocol;
}

const POLICY = [
  "default-src 'none'",
  `style-src ${STYLE_SOURCE}`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  'sandbox',
].join('; ');

/** The id of a queued email. */
const ID = /^[0-9a-f-]{36}$/;

export function addOutboxEmail(router: Router<Handler>, outbox: Outbox): void {
  router.add('GET', EMAIL_PATH, async (request) => {
    const id = request.params.letter ?? '';
    const email = isFromThisMachine(request) && ID.test(id) ? await outbox.email(id) : null;
    if (email === null) throw new ApiError('ROUTE_NOT_FOUND', messages.operations.noSuchPath());
    return {
      status: 200,
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'content-language': email.language,
        'content-security-policy': POLICY,
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'x-robots-tag': 'noindex',
      },
      body: email.html,
    };
  });
}
