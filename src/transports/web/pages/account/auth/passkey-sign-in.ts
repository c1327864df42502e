/** Signing in and reauthenticating by passkey, and the button on other pages that leads here. */

import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server';
import { type Language, translate } from '#lib/i18n/message.ts';
import { textsOf } from '#locales/texts.ts';
import type { Passkeys } from '#platform/accounts/passkeys.ts';
import type { Reader } from '#platform/accounts/sessions.ts';
import { ownPath } from '#transports/http/reply.ts';
import { to, toQuery } from '#transports/web/addresses.ts';
import { icon } from '#transports/web/components/icon.ts';
import { alert } from '#transports/web/components/notices.ts';
import { type Html, html } from '#transports/web/html.ts';
import type { AccountPagesContext } from '#transports/web/pages/account/context.ts';
import { formBounds } from '#transports/web/pages/account/frame.ts';
import type { Page, PageRequest, View } from '#transports/web/routing/page.ts';
import { settle } from '#transports/web/routing/settle.ts';
import { isForApp, nextOf, signedInRedirect, signInContext } from './sign-in-context.ts';
import { authView, throttledNotice } from './view.ts';

export const passkeySignInPage = ({ passkeys, publicUrl, auth: { opensAccounts } }: AccountPagesContext): Page => ({
  show: (request) => view(request, passkeys, ownPath(request.query.get('next'))),
  form: {
    bounds: { ...formBounds(3), of: 'signIn' },
    async submit(request) {
      const { fields, reader, language } = request;
      const texts = textsOf(language).account.passkeys;
      const next = ownPath(fields.get('next'));
      const answer = fields.get('answer') ?? '';
      if (answer === '') return view(request, passkeys, next, stopAlert(texts.refused, texts.needsScripts), 400);
      const { result: done, error } = await settle(passkeys.enter(reader, answer, signInContext(request)));
      if (done?.outcome === 'in') throw signedInRedirect(done, nextOf(next, language), publicUrl);
      if (done) {
        const { notice, status } = throttledNotice(done.seconds, language, opensAccounts && reader === null);
        return view(request, passkeys, next, notice, status);
      }
      return view(
        request,
        passkeys,
        next,
        stopAlert(texts.refused, translate(error.explanation, language)),
        error.status,
      );
    },
  },
});

const stopAlert = (heading: string, line: string): Html => alert({ grade: 'stop', heading, lines: [line] });

async function view(
  request: PageRequest,
  passkeys: Passkeys,
  next: string | null,
  notice: Html | null = null,
  status = 200,
): Promise<View> {
  const { language, reader } = request;
  const texts = textsOf(language).account.passkeys;
  const button = await passkeyButton(passkeys, request, { reader, next, isMain: true });
  const password = toQuery(reader ? 'reauthenticate' : 'signIn', language, { next: next ?? undefined });
  return authView({
    title: texts.enterTitle,
    lead: texts.enterLead,
    status,
    scripts: [PASSKEY_SCRIPT],
    isOpenedByApps: isForApp(next),
    body: html`${notice}${button ?? unavailable(passkeys, request)}<p class="small"><a href="${password}">${texts.back}</a></p>`,
  });
}

/** Why the button is missing: the host cannot use passkeys, or the account has none. */
function unavailable(passkeys: Passkeys, { origin, language }: PageRequest): Html {
  const texts = textsOf(language).account.passkeys;
  if (!passkeys.isPossibleAt(origin)) return html`<p>${texts.notHere}</p>`;
  return html`<p>${texts.none} <a href="${to('passkeys', language)}">${texts.add}</a></p>`;
}

/** Client script of pages with a passkey button. */
export const PASSKEY_SCRIPT = 'passkey';

interface PasskeyForm {
  action: string;
  options: PublicKeyCredentialCreationOptionsJSON | PublicKeyCredentialRequestOptionsJSON;
  label: string;
  fields: Html;
  isMain?: boolean;
}

export const passkeyForm = ({ action, options, label, fields, isMain }: PasskeyForm, language: Language): Html =>
  html`<form class="ask passkey" method="post" action="${action}" data-passkey="${JSON.stringify(options)}">${fields}<input type="hidden" name="answer" value=""><button class="button${!isMain && ' second'}" type="submit">${icon('person')} ${label}</button><p class="small" role="status" data-said="${textsOf(language).account.passkeys.canceled}"></p></form>`;

/** Null where the host cannot use passkeys, or the account has none. */
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
  const label = reader ? texts.confirmWithPasskey : texts.enter;
  return passkeyForm({ action: to('passkeySignIn', language), options, label, fields, isMain }, language);
}
