/** Reauthentication before a sensitive change; leads back to the page that required it. */

import { textsOf } from '#locales/texts.ts';
import { isDemoAccount } from '#platform/accounts/demo-account.ts';
import type { OwnAccount } from '#platform/accounts/own-account.ts';
import { to } from '#transports/web/addresses.ts';
import { html } from '#transports/web/html.ts';
import type { AccountPagesContext } from '#transports/web/pages/account/context.ts';
import { signedIn } from '#transports/web/pages/account/frame.ts';
import type { Page, PageRequest, View } from '#transports/web/routing/page.ts';
import { PASSKEY_SCRIPT, passkeyButton } from './passkey-sign-in.ts';
import { isForApp, nextOf, signedInRedirect, signInContext } from './sign-in-context.ts';
import {
  authView,
  blockedNotice,
  busyNotice,
  type FormNotice,
  passwordField,
  signInBounds,
  throttledNotice,
  userNameField,
} from './view.ts';

export const reauthenticationPage = (context: AccountPagesContext): Page => ({
  async show(request) {
    const own = await context.own.read(signedIn(request), request.now);
    return view(request, context, own, request.query.get('next'));
  },
  form: {
    bounds: signInBounds,
    async submit(request) {
      const reader = signedIn({ ...request, address: to('account', request.language) });
      const { fields, language } = request;
      const next = nextOf(fields.get('next'), language);
      const { signInDemo } = context.auth;
      if (isDemoAccount(reader.account) && signInDemo)
        throw signedInRedirect(await signInDemo(signInContext(request)), next, context.publicUrl);
      const result = await context.auth.reauthenticate(reader, fields.get('password') ?? '', signInContext(request));
      if (result.outcome === 'in') throw signedInRedirect(result, next, context.publicUrl);
      const own = await context.own.read(reader, request.now);
      return view(request, context, own, fields.get('next'), noticeOf(result, request, context));
    },
  },
});

type Refusal = Exclude<Awaited<ReturnType<AccountPagesContext['auth']['reauthenticate']>>, { outcome: 'in' }>;

function noticeOf(refusal: Refusal, { language }: PageRequest, { contact }: AccountPagesContext): FormNotice {
  if (refusal.outcome === 'throttled') return throttledNotice(refusal.seconds, language, false);
  if (refusal.outcome === 'busy') return busyNotice(language);
  if (refusal.outcome === 'blocked') return blockedNotice(language, contact);
  return { status: 403, notice: null, error: textsOf(language).account.auth.reauthenticate.wrong };
}

async function view(
  request: PageRequest,
  { passkeys }: AccountPagesContext,
  own: OwnAccount | null,
  requested: string | null,
  { status, notice, error }: FormNotice = { status: 200, notice: null },
): Promise<View> {
  const { language, reader } = request;
  const texts = textsOf(language).account.auth.reauthenticate;
  const next = nextOf(requested, language);
  const isDemo = reader !== null && isDemoAccount(reader.account);
  const form = html`<form class="ask" method="post" action="${to('reauthenticate', language)}"><input type="hidden" name="next" value="${next}">${!isDemo && html`${userNameField(own?.email ?? null)}${passwordField(language, error)}`}<button class="button" type="submit">${texts.send}</button></form>`;
  const hasForm = isDemo || own?.hasPassword === true;
  const button = reader && !isDemo ? await passkeyButton(passkeys, request, { reader, next }) : null;
  return authView({
    title: texts.title,
    status,
    isOpenedByApps: isForApp(next),
    lead: isDemo ? texts.demo : hasForm ? texts.lead : button ? texts.passkey : texts.none,
    scripts: [PASSKEY_SCRIPT],
    body: html`${notice && html`<div class="notice">${notice}</div>`}${hasForm ? form : button === null && html`<p><a class="button" href="${to('password', language)}">${texts.requestLink}</a></p>`}${button}`,
  });
}
