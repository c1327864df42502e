/** Layout, fields and notices of the pages before an account: sign-up, sign-in and email links. */

import { duration } from '#lib/i18n/durations.ts';
import type { Language } from '#lib/i18n/message.ts';
import { textsOf } from '#locales/texts.ts';
import { PASSWORD_LENGTH, type PasswordProblem } from '#platform/accounts/password.ts';
import { field } from '#transports/web/components/field.ts';
import { icon } from '#transports/web/components/icon.ts';
import { contactLink } from '#transports/web/components/links.ts';
import { alert } from '#transports/web/components/notices.ts';
import { type Html, html } from '#transports/web/html.ts';
import { formBounds } from '#transports/web/pages/requests/reader-form.ts';
import type { View } from '#transports/web/routing/page.ts';

interface AuthView extends Omit<View, 'isPrivate' | 'isUnlisted'> {
  lead?: string | Html;
}

export const authView = ({ title, lead, body, ...rest }: AuthView): View => ({
  ...rest,
  title,
  isPrivate: true,
  body: html`<section class="sign-in"><h1>${title}</h1>${lead !== undefined && html`<p class="promise">${lead}</p>`}${body}</section>`,
});

/** A form rendered again after an error. */
export interface FormNotice {
  status: number;
  notice: Html | null;
  /** Error of the field. */
  error?: string;
}

export const throttledNotice = (seconds: number, language: Language, hasEmail: boolean): FormNotice => {
  const texts = textsOf(language).account.auth.notices;
  const lines = [texts.again(duration(seconds, language)), ...(hasEmail ? [texts.byEmail] : [])];
  return { status: 429, notice: alert({ grade: 'check', heading: texts.throttled, lines }) };
};

export const busyNotice = (language: Language): FormNotice => {
  const texts = textsOf(language).account.auth.notices;
  return { status: 503, notice: alert({ grade: 'check', heading: texts.busy, lines: [texts.busyLine] }) };
};

/** The installation sends no more emails this hour. */
export const noEmailsNotice = (language: Language): FormNotice => {
  const texts = textsOf(language).account.auth.notices;
  return { status: 503, notice: alert({ grade: 'stop', heading: texts.noEmails, lines: [texts.noEmailsLine] }) };
};

export function blockedNotice(language: Language, contact: string | null): FormNotice {
  const texts = textsOf(language).account.auth.notices;
  const lines = [
    texts.blockedLine,
    ...(contact === null ? [] : [html`${texts.blockedContact} ${contactLink(contact)}.`]),
  ];
  return { status: 403, notice: alert({ grade: 'stop', heading: texts.blocked, lines }) };
}

export const wrongAddress = (language: Language): FormNotice => ({
  status: 400,
  notice: null,
  error: textsOf(language).account.auth.notices.noAddress,
});

export const wrongPassword = (problem: PasswordProblem, language: Language): FormNotice => ({
  status: 400,
  notice: null,
  error: problem === 'length' ? lengthHint(language) : textsOf(language).account.auth.notices.common,
});

/** Also the hint below the empty field. */
const lengthHint = (language: Language): string => textsOf(language).account.auth.notices.length(PASSWORD_LENGTH);

export const demoNotice = (language: Language): Html =>
  alert({
    grade: 'note',
    heading: textsOf(language).account.auth.notices.demo,
    lines: [textsOf(language).account.auth.notices.demoLine],
  });

export const successNotice = (heading: string, lines: readonly (string | Html)[] = []): Html =>
  html`<div class="alert good" role="status">${icon('fine')}<div><p class="heading">${heading}</p>${lines.map((line) => html`<p>${line}</p>`)}</div></div>`;

export const authBounds = formBounds(6);
/** Forms by which a person with an account gets in: slow bodies of strangers leave them room. */
export const signInBounds = { ...authBounds, of: 'signIn' } as const;

/** Longer than any valid email address. */
const EMAIL_MAX = 320;

export const emailField = (language: Language, error?: string, value = ''): Html =>
  field({
    name: 'email',
    label: textsOf(language).account.auth.fields.email,
    lengthMax: EMAIL_MAX,
    value,
    error,
    isRequired: true,
    type: 'email',
    autocomplete: 'username',
  });

export const passwordField = (language: Language, error?: string): Html =>
  field({
    name: 'password',
    label: textsOf(language).account.auth.fields.password,
    lengthMax: 4 * PASSWORD_LENGTH.most,
    error,
    isRequired: true,
    type: 'password',
    autocomplete: 'current-password',
  });

export const newPasswordField = (language: Language, error?: string): Html =>
  field({
    name: 'password',
    label: textsOf(language).account.auth.fields.newPassword,
    lengthMax: 4 * PASSWORD_LENGTH.most,
    error,
    hint: textsOf(language).account.auth.fields.hint(lengthHint(language)),
    isRequired: true,
    type: 'password',
    autocomplete: 'new-password',
  });

/** An invisible user name for password managers. */
export const userNameField = (email: string | null): Html | null =>
  email === null
    ? null
    : html`<input class="unseen" type="text" name="username" value="${email}" autocomplete="username" tabindex="-1" aria-hidden="true" readonly>`;
