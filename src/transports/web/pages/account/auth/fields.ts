/** The two fields of the entrance, as browsers and programs that keep passwords know them. */

import type { Language } from '#lib/i18n/message.ts';
import { textsOf } from '#locales/texts.ts';
import { PASSWORD_LENGTH } from '#platform/accounts/password.ts';
import { field } from '#transports/web/components/field.ts';
import { type Html, html } from '#transports/web/html.ts';
import { formBounds } from '#transports/web/pages/requests/sent-fields.ts';
import { lengthHint } from './notices.ts';

/** A few short fields. */
export const entranceBounds = formBounds(6);

/** Longer than any address that we take. */
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

/** For programs that keep passwords: whose it is. Nobody sees it. */
export const whose = (email: string | null): Html | null =>
  email === null
    ? null
    : html`<input class="unseen" type="text" name="username" value="${email}" autocomplete="username" tabindex="-1" aria-hidden="true" readonly>`;
