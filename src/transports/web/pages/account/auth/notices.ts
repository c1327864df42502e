/** What the entrance says when it does not let somebody in, and when it did something: in plain words, with a way on. */

import { duration } from '#lib/i18n/durations.ts';
import type { Language } from '#lib/i18n/message.ts';
import { textsOf } from '#locales/texts.ts';
import { PASSWORD_LENGTH } from '#platform/accounts/password.ts';
import { icon } from '#transports/web/components/icon.ts';
import { contactLink } from '#transports/web/components/links.ts';
import { alert } from '#transports/web/components/notices.ts';
import { type Html, html } from '#transports/web/html.ts';

/** A form that is shown again: what is said above it or in it, and with which status. */
export interface Again {
  status: number;
  notice: Html | null;
  /** About the field that was typed into. */
  error?: string;
}

export const throttledAgain = (seconds: number, language: Language, hasLetter: boolean): Again => {
  const texts = textsOf(language).account.auth.notices;
  const lines = [texts.again(duration(seconds, language)), ...(hasLetter ? [texts.byLetter] : [])];
  return { status: 429, notice: alert({ grade: 'check', heading: texts.throttled, lines }) };
};

export const busyAgain = (language: Language): Again => {
  const texts = textsOf(language).account.auth.notices;
  return { status: 503, notice: alert({ grade: 'check', heading: texts.busy, lines: [texts.busyLine] }) };
};

export function blockedAgain(language: Language, contact: string | null): Again {
  const texts = textsOf(language).account.auth.notices;
  const lines = [
    texts.blockedLine,
    ...(contact === null ? [] : [html`${texts.blockedContact} ${contactLink(contact)}.`]),
  ];
  return { status: 403, notice: alert({ grade: 'stop', heading: texts.blocked, lines }) };
}

export const wrongAddress = (language: Language): Again => ({
  status: 400,
  notice: null,
  error: textsOf(language).account.auth.notices.noAddress,
});

export const wrongLength = (language: Language): Again => ({ status: 400, notice: null, error: lengthHint(language) });

/** Also what the field says before anything was typed. */
export const lengthHint = (language: Language): string =>
  textsOf(language).account.auth.notices.length(PASSWORD_LENGTH);

export const demoNotice = (language: Language): Html =>
  alert({
    grade: 'note',
    heading: textsOf(language).account.auth.notices.demo,
    lines: [textsOf(language).account.auth.notices.demoLine],
  });

/** Something was done. */
export const good = (heading: string, lines: readonly (string | Html)[] = []): Html =>
  html`<div class="alert good" role="status">${icon('fine')}<div><p class="heading">${heading}</p>${lines.map((line) => html`<p>${line}</p>`)}</div></div>`;
