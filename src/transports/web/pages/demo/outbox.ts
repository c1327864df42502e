/** The demo's outbox: letters that would have been sent, for whoever sits at this machine. Their links work. */

import { ApiError } from '#api/api-error.ts';
import { moment } from '#lib/i18n/dates.ts';
import type { Language } from '#lib/i18n/message.ts';
import { messages } from '#locales/messages.ts';
import { textsOf } from '#locales/texts.ts';
import type { OutboxEmail } from '#platform/mail/report-table.ts';
import { addresses } from '#transports/web/addresses.ts';
import { card } from '#transports/web/components/card.ts';
import { icon } from '#transports/web/components/icon.ts';
import { type Html, html } from '#transports/web/html.ts';
import type { Page, PageRequest, View } from '#transports/web/routing/page.ts';

const SHOWN = 50;

/** Letters of a demo, newest first. */
export interface Outbox {
  letters(most: number): Promise<OutboxEmail[]>;
  letter(id: string): Promise<OutboxEmail | null>;
}

export const outboxPage = (outbox: Outbox): Page => ({
  path: addresses.outbox,
  async show(request) {
    if (!request.isFromThisMachine) throw new ApiError('ROUTE_NOT_FOUND', messages.operations.noSuchPath());
    return view(await outbox.letters(SHOWN), request);
  },
});

/** Where a letter is shown as its reader's mail program shows it. */
export const LETTER_PATH = '/demo/outbox/{letter}';

function view(letters: readonly OutboxEmail[], { language, now, origin }: PageRequest): View {
  const texts = textsOf(language).demo.outbox;
  return {
    title: texts.title,
    isPrivate: true,
    body: html`<section class="opening slim"><h1>${texts.title}</h1><p class="promise">${texts.lead}</p></section>
${letters.length === 0 && html`<p class="outbox-empty">${icon('document')} ${texts.none}</p>`}
${letters.map((letter) => shown(letter, { language, now, origin }))}
${letters.length === SHOWN && html`<p class="small quiet">${texts.shown(SHOWN)}</p>`}`,
  };
}

const shown = (
  letter: OutboxEmail,
  { language, now, origin }: { language: Language; now: number; origin: string },
): Html => {
  const texts = textsOf(language).demo.outbox;
  return card({
    id: `letter-${letter.id}`,
    title: letter.subject,
    tools: html`<p class="small"><a href="${LETTER_PATH.replace('{letter}', letter.id)}">${texts.asHtml}</a></p>`,
    body: html`<dl class="facts"><div><dt>${texts.to}</dt><dd>${letter.to}</dd></div><div><dt>${texts.written}</dt><dd>${moment(letter.queuedAt, now, language)}</dd></div></dl>
<div class="outbox-words" lang="${letter.language}">${linked(letter.text, origin)}</div>`,
  });
};

/** Addresses of this service become links, by whichever name of this machine; others stay words. */
const linked = (text: string, origin: string): Html =>
  html`${text.split(/(https?:\/\/[^\s]+)/).map((part, i) => (i % 2 === 1 && isOurs(part, origin) ? html`<a href="${part}">${part}</a>` : part))}`;

function isOurs(address: string, origin: string): boolean {
  const [found, own] = [URL.parse(address), URL.parse(origin)];
  if (found === null || own === null || found.port !== own.port || found.username !== '') return false;
  return /^(?:localhost|127(?:\.[0-9]{1,3}){3}|\[::1\])$/.test(found.hostname) && found.protocol === own.protocol;
}
