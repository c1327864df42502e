/** Signing in: by password, by passkey; in the demo by one click. */

import type { Language } from '#lib/i18n/message.ts';
import { textsOf } from '#locales/texts.ts';
import { addresses, to, toQuery } from '#transports/web/addresses.ts';
import { alert } from '#transports/web/components/notices.ts';
import { type Html, html } from '#transports/web/html.ts';
import type { EntrancePagesNeeds } from '#transports/web/pages/account/needs.ts';
import { PASSKEY_ISLAND, passkeyButton } from '#transports/web/pages/account/passkeys/form.ts';
import type { PasskeysNeeds } from '#transports/web/pages/account/passkeys/passkeys.ts';
import type { FormRequest, Page, PageRequest, View } from '#transports/web/routing/page.ts';
import { comingOf, isForApp, letIn, nextOf, qualityOf } from './coming-of.ts';
import { emailField, entranceBounds, passwordField } from './fields.ts';
import { entranceView } from './frame.ts';
import { type Again, blockedAgain, busyAgain, throttledAgain } from './notices.ts';

type Needs = EntrancePagesNeeds & Pick<PasskeysNeeds, 'passkeys'>;

export const signInPage = (needs: Needs): Page => ({
  path: addresses.signIn,
  show: (request) => view(request, needs, request.query.get('next'), ''),
  form: {
    bounds: entranceBounds,
    async submit(request) {
      const { fields, language } = request;
      const next = nextOf(fields.get('next'), language);
      const coming = comingOf(request);
      const { signInDemo } = needs.entrance;
      if (fields.has('demo') && signInDemo) throw letIn(await signInDemo(coming), next, needs.publicUrl);
      const email = fields.get('email') ?? '';
      const done = await needs.entrance.signIn({ email, password: fields.get('password') ?? '' }, coming);
      if (done.outcome === 'in') throw letIn(done, next, needs.publicUrl);
      return view(request, needs, fields.get('next'), email, refused(done, request, needs));
    },
  },
});

type Refused = Exclude<Awaited<ReturnType<EntrancePagesNeeds['entrance']['signIn']>>, { outcome: 'in' }>;

function refused(done: Refused, { language }: FormRequest, { contact, entrance }: EntrancePagesNeeds): Again {
  const texts = textsOf(language).account.auth.signIn;
  if (done.outcome === 'throttled') return throttledAgain(done.seconds, language, entrance.opensAccounts);
  if (done.outcome === 'busy') return busyAgain(language);
  if (done.outcome === 'blocked') return blockedAgain(language, contact);
  return { status: 403, notice: alert({ grade: 'stop', heading: texts.wrong, lines: [texts.wrongLine] }) };
}

async function view(
  request: PageRequest,
  { entrance, passkeys }: Needs,
  asked: string | null,
  email: string,
  again: Again = { status: 200, notice: null },
): Promise<View> {
  const { language, reader } = request;
  const texts = textsOf(language).account.auth.signIn;
  const next = asked === null ? '' : nextOf(asked, language);
  const wish = qualityOf(next) ?? undefined;
  const hidden = next !== '' && html`<input type="hidden" name="next" value="${next}">`;
  return entranceView({
    title: texts.title,
    status: again.status,
    isOpenedByApps: isForApp(next),
    scripts: [PASSKEY_ISLAND],
    ...(wish &&
      reader === null && {
        lead: html`${texts.wishes[wish]} <a href="${toQuery('signUp', language, { wish })}">${texts.openFirst}</a>`,
      }),
    body: html`${reader && html`<p>${texts.inside} <a href="${to('account', language)}">${texts.account}</a></p>`}
${again.notice && html`<div class="notice">${again.notice}</div>`}
<form class="ask" method="post" action="${to('signIn', language)}">${hidden}${emailField(language, undefined, email)}${passwordField(language)}<button class="button" type="submit">${texts.enter}</button></form>
${await passkeyButton(passkeys, request, { reader: null, next: next || null })}
<ul class="entrance-ways"><li><a href="${toQuery('password', language, { wish })}">${texts.forgotten}</a></li><li>${texts.none} <a href="${toQuery('signUp', language, { wish })}">${texts.open}</a></li></ul>
${entrance.signInDemo && demo(language, hidden)}`,
  });
}

const demo = (language: Language, hidden: Html | false): Html => {
  const texts = textsOf(language).account.auth.signIn;
  return html`<section class="entrance-demo"><h2>${texts.demo}</h2><p>${texts.demoLead}</p><form method="post" action="${to('signIn', language)}">${hidden}<input type="hidden" name="demo" value="1"><button class="button second" type="submit">${texts.demoEnter}</button></form></section>`;
};
