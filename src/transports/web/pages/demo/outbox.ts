/** The demo's outbox: letters that would have been sent, for whoever sits at this machine. Their links work. */

import { ApiError } from '#api/api-error.ts';
import type { Language } from '#lib/i18n/message.ts';
import { messages } from '#locales/messages.ts';
import type { OutboxEmail } from '#platform/mail/report-table.ts';
import { addresses } from '#transports/web/addresses.ts';
import { sheet } from '#transports/web/components/card.ts';
import { icon } from '#transports/web/components/icon.ts';
import { moment } from '#transports/web/formats/dates.ts';
import { type Html, html } from '#transports/web/html.ts';
import type { Page, PageRequest, View } from '#transports/web/routing/page.ts';

const texts = {
  ro: {
    title: 'Mesajele demonstrației',
    lead: 'Demonstrația nu trimite mesaje prin e-mail: le arată aici, numai pe acest calculator. Cele mai noi sunt primele.',
    none: 'Niciun mesaj încă. Mesajele apar aici când cineva își face un cont sau cere o parolă nouă.',
    to: 'Către',
    written: 'Scris',
    asHtml: 'Varianta HTML',
    shown: (most: number) => `Se văd ultimele ${most}.`,
  },
  en: {
    title: 'Letters of the demo',
    lead: 'The demo sends no e-mail: it shows it here, on this machine only. The newest come first.',
    none: 'No letter yet. They appear here when somebody makes an account or asks for a new password.',
    to: 'To',
    written: 'Written',
    asHtml: 'As HTML',
    shown: (most: number) => `The last ${most} are shown.`,
  },
} as const;

const SHOWN = 50;

/** Letters of a demo, newest first. */
export interface Outbox {
  letters(most: number): Promise<OutboxEmail[]>;
  letter(id: string): Promise<OutboxEmail | null>;
}

export const outboxPage = (outbox: Outbox): Page => ({
  path: addresses.outbox,
  async show(request) {
    if (!request.isHere) throw new ApiError('ROUTE_NOT_FOUND', messages.operations.noSuchPath());
    return view(await outbox.letters(SHOWN), request);
  },
});

/** Where a letter is shown as its reader's mail program shows it. */
export const LETTER_PATH = '/demo/outbox/{letter}';

function view(letters: readonly OutboxEmail[], { language, now, origin }: PageRequest): View {
  const words = texts[language];
  return {
    title: words.title,
    isPrivate: true,
    body: html`<section class="opening slim"><h1>${words.title}</h1><p class="promise">${words.lead}</p></section>
${letters.length === 0 && html`<p class="outbox-empty">${icon('document')} ${words.none}</p>`}
${letters.map((letter) => shown(letter, { language, now, origin }))}
${letters.length === SHOWN && html`<p class="small quiet">${words.shown(SHOWN)}</p>`}`,
  };
}

const shown = (
  letter: OutboxEmail,
  { language, now, origin }: { language: Language; now: number; origin: string },
): Html => {
  const words = texts[language];
  return sheet({
    id: `letter-${letter.id}`,
    title: letter.subject,
    tools: html`<p class="small"><a href="${LETTER_PATH.replace('{letter}', letter.id)}">${words.asHtml}</a></p>`,
    body: html`<dl class="facts"><div><dt>${words.to}</dt><dd>${letter.to}</dd></div><div><dt>${words.written}</dt><dd>${moment(letter.queuedAt, now, language)}</dd></div></dl>
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
