/** A button that asks the reader's authenticator; its form is sent on by a script, and without one tells that it needs one. */

import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server';
import type { Language } from '#lib/i18n/message.ts';
import { textsOf } from '#locales/texts.ts';
import type { Passkeys } from '#platform/accounts/passkeys.ts';
import type { Reader } from '#platform/accounts/sessions.ts';
import { to } from '#transports/web/addresses.ts';
import { icon } from '#transports/web/components/icon.ts';
import { type Html, html } from '#transports/web/html.ts';
import type { PageRequest } from '#transports/web/routing/page.ts';

/** Name of the script that pages with such a button need. */
export const PASSKEY_ISLAND = 'passkey';

export interface PasskeyForm {
  action: string;
  options: PublicKeyCredentialCreationOptionsJSON | PublicKeyCredentialRequestOptionsJSON;
  /** What stands on the button. */
  label: string;
  /** Hidden fields and others. */
  fields: Html;
  isMain?: boolean;
}

export const passkeyForm = ({ action, options, label, fields, isMain }: PasskeyForm, language: Language): Html =>
  html`<form class="ask passkey" method="post" action="${action}" data-passkey="${JSON.stringify(options)}">${fields}<input type="hidden" name="answer" value=""><button class="button${!isMain && ' second'}" type="submit">${icon('person')} ${label}</button><p class="small" role="status" data-said="${textsOf(language).account.passkeys.canceled}"></p></form>`;

/** For the pages on which somebody signs in, or proves to hold the account; null where no browser could do it, or the account has none. */
export async function passkeyButton(
  passkeys: Pick<Passkeys, 'request' | 'isPossibleAt'>,
  { origin, now, language }: Pick<PageRequest, 'origin' | 'now' | 'language'>,
  { reader, next, isMain = false }: { reader: Reader | null; next: string | null; isMain?: boolean },
): Promise<Html | null> {
  if (!passkeys.isPossibleAt(origin)) return null;
  const texts = textsOf(language).account.passkeys;
  const options = await passkeys.request(reader, { site: origin, now });
  if (reader && options.allowCredentials?.length === 0) return null;
  const fields = html`${next !== null && html`<input type="hidden" name="next" value="${next}">`}`;
  const label = reader ? texts.prove : texts.enter;
  return passkeyForm({ action: to('passkeySignIn', language), options, label, fields, isMain }, language);
}
