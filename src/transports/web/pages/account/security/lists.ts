/** Browsers in which the owner is signed in, and what happened: two lists. */

import { moment, shortDay } from '#lib/i18n/dates.ts';
import type { Language } from '#lib/i18n/message.ts';
import { textsOf } from '#locales/texts.ts';
import type { OwnAccount } from '#platform/accounts/own-account.ts';
import type { OpenSession } from '#platform/accounts/sessions-table.ts';
import { to } from '#transports/web/addresses.ts';
import { type Html, html } from '#transports/web/html.ts';
import { aboutWords } from './event-words.ts';

interface Around {
  language: Language;
  now: number;
  /** The session of whoever looks. */
  here: string;
  /** The demo's account, which nobody can change. */
  isShared: boolean;
}

export function sessionList(sessions: readonly OpenSession[], { language, now, here, isShared }: Around): Html {
  const texts = textsOf(language).account.security.page;
  const line = (session: OpenSession): Html => {
    const browser = session.agent ?? texts.unknownBrowser;
    const isHere = session.digest === here;
    return html`<li><p><b>${browser}</b>${isHere && html` <span class="tag">${texts.here}</span>`}</p><p class="small quiet">${texts.since(moment(session.created_at, now, language))} · ${texts.until(shortDay(session.expires_at, language))}</p>${!isHere && !isShared && ending(session.digest, texts.end, texts.endName(browser), language)}</li>`;
  };
  return html`<ul class="account-lines">${sessions.map(line)}</ul>${sessions.length > 1 && !isShared && ending('', texts.endOthers, texts.endOthers, language)}`;
}

/** Of one session, or of all others. */
const ending = (session: string, text: string, name: string, language: Language): Html =>
  html`<form method="post" action="${to('security', language)}"><input type="hidden" name="do" value="${session === '' ? 'others' : 'session'}"><input type="hidden" name="session" value="${session}"><button class="button second" type="submit" aria-label="${name}">${text}</button></form>`;

export function eventList(events: OwnAccount['events'], { language, now, isShared }: Around): Html {
  const texts = textsOf(language).account.security.page;
  if (isShared) return html`<p class="quiet">${texts.demoEvents}</p>`;
  if (events.length === 0) return html`<p class="quiet">${texts.noEvents}</p>`;
  const line = ({ kind, at, about, place, agent }: OwnAccount['events'][number]): Html =>
    html`<li><p><b>${textsOf(language).account.security.event[kind]}</b>${about !== null && html` <span class="quiet">${aboutWords(kind, about, language)}</span>`}</p><p class="small quiet">${[moment(at, now, language), place, agent].filter(Boolean).join(' · ')}</p></li>`;
  return html`<ol class="account-lines">${events.map(line)}</ol><p class="small quiet">${texts.eventsLine}</p>`;
}
