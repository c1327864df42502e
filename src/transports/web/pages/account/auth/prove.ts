/** Proving once more to be the owner, before something grave; then on to where one wanted to go. */
import { textsOf } from '#locales/texts.ts';
import { isDemoAccount } from '#platform/accounts/demo-account.ts';
import type { OwnAccount } from '#platform/accounts/own-account.ts';
import { addresses, to } from '#transports/web/addresses.ts';
import { html } from '#transports/web/html.ts';
import type { EntrancePagesNeeds } from '#transports/web/pages/account/needs.ts';
import { PASSKEY_ISLAND, passkeyButton } from '#transports/web/pages/account/passkeys/form.ts';
import type { PasskeysNeeds } from '#transports/web/pages/account/passkeys/passkeys.ts';
import { signedIn } from '#transports/web/pages/account/signed-in.ts';
import type { Page, PageRequest, View } from '#transports/web/routing/page.ts';
import { comingOf, letIn, nextOf } from './coming-of.ts';
import { entranceBounds, passwordField, whose } from './fields.ts';
import { entranceView } from './frame.ts';
import { type Again, blockedAgain, busyAgain, throttledAgain } from './notices.ts';

type Needs = EntrancePagesNeeds & Pick<PasskeysNeeds, 'passkeys'>;

export const provePage = (needs: Needs): Page => ({
  path: addresses.reauthenticate,
  async show(request) {
    const own = await needs.own.told(signedIn(request), request.now);
    return view(request, needs, own, request.query.get('next'));
  },
  form: {
    bounds: entranceBounds,
    async submit(request) {
      const reader = signedIn({ ...request, address: to('account', request.language) });
      const { fields, language } = request;
      const next = nextOf(fields.get('next'), language);
      const { signInDemo } = needs.entrance;
      if (isDemoAccount(reader.account) && signInDemo)
        throw letIn(await signInDemo(comingOf(request)), next, needs.publicUrl);
      const done = await needs.entrance.prove(reader, fields.get('password') ?? '', comingOf(request));
      if (done.outcome === 'in') throw letIn(done, next, needs.publicUrl);
      const own = await needs.own.told(reader, request.now);
      return view(request, needs, own, fields.get('next'), refused(done, request, needs));
    },
  },
});

type Refused = Exclude<Awaited<ReturnType<EntrancePagesNeeds['entrance']['prove']>>, { outcome: 'in' }>;

function refused(done: Refused, { language }: PageRequest, { contact }: EntrancePagesNeeds): Again {
  if (done.outcome === 'throttled') return throttledAgain(done.seconds, language, false);
  if (done.outcome === 'busy') return busyAgain(language);
  if (done.outcome === 'blocked') return blockedAgain(language, contact);
  return { status: 403, notice: null, error: textsOf(language).account.auth.prove.wrong };
}

async function view(
  request: PageRequest,
  { passkeys }: Needs,
  own: OwnAccount | null,
  asked: string | null,
  { status, notice, error }: Again = { status: 200, notice: null },
): Promise<View> {
  const { language, reader } = request;
  const texts = textsOf(language).account.auth.prove;
  const next = nextOf(asked, language);
  const isDemo = reader !== null && isDemoAccount(reader.account);
  const form = html`<form class="ask" method="post" action="${to('reauthenticate', language)}"><input type="hidden" name="next" value="${next}">${!isDemo && html`${whose(own?.email ?? null)}${passwordField(language, error)}`}<button class="button" type="submit">${texts.send}</button></form>`;
  const hasWay = isDemo || own?.hasPassword === true;
  const button = reader && !isDemo ? await passkeyButton(passkeys, request, { reader, next }) : null;
  return entranceView({
    title: texts.title,
    status,
    lead: isDemo ? texts.demo : hasWay ? texts.lead : button ? texts.passkey : texts.none,
    scripts: [PASSKEY_ISLAND],
    body: html`${notice && html`<div class="notice">${notice}</div>`}${hasWay ? form : button === null && html`<p><a class="button" href="${to('password', language)}">${texts.ask}</a></p>`}${button}`,
  });
}
