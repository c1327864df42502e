/** Signing in: by password, by passkey; in the demo by one click. */
import type { Language } from '#lib/i18n/message.ts';
import { addresses, to, toQuery } from '#transports/web/addresses.ts';
import { alert } from '#transports/web/components/alert.ts';
import { type Html, html } from '#transports/web/html.ts';
import type { EntrancePagesNeeds } from '#transports/web/pages/account/needs.ts';
import { PASSKEY_ISLAND, passkeyButton } from '#transports/web/pages/account/passkeys/form.ts';
import type { PasskeysNeeds } from '#transports/web/pages/account/passkeys/passkeys.ts';
import type { FormRequest, Page, PageRequest, View } from '#transports/web/routing/page.ts';
import { comingOf, isForApp, letIn, nextOf, qualityOf } from './coming-of.ts';
import { emailField, entranceBounds, passwordField } from './fields.ts';
import { entranceView } from './frame.ts';
import { type Again, blockedAgain, busyAgain, throttledAgain } from './notices.ts';

const texts = {
  ro: {
    title: 'Intrați în cont',
    enter: 'Intră',
    forgotten: 'Ați uitat parola?',
    none: 'Nu aveți cont?',
    open: 'Deschideți unul',
    wishes: {
      subscribe: 'Abonamentul Pro ține de un cont.',
      makeKey: 'Cheile API țin de un cont cu Pro.',
      connectApp: 'O aplicație cere acces la contul dumneavoastră. Întâi intrați, apoi vedeți cine este și decideți.',
    },
    openFirst: 'Nu aveți? Deschideți unul într-un minut',
    inside: 'Sunteți deja în cont.',
    account: 'Mergeți la cont',
    wrong: 'Adresa sau parola nu este bună',
    wrongLine: 'Verificați-le și încercați din nou, sau cereți o parolă nouă.',
    demo: 'Contul demonstrativ',
    demoLead: 'Are Pro și o cheie publică. Este al tuturor: nimeni nu îl poate schimba.',
    demoEnter: 'Intră cu contul demonstrativ',
  },
  en: {
    title: 'Sign in',
    enter: 'Sign in',
    forgotten: 'Forgot the password?',
    none: 'No account?',
    open: 'Open one',
    wishes: {
      subscribe: 'A Pro subscription belongs to an account.',
      makeKey: 'API keys belong to an account with Pro.',
      connectApp: 'An app asks for access to your account. Sign in first, then see who it is and decide.',
    },
    openFirst: 'None yet? Open one in a minute',
    inside: 'You are signed in already.',
    account: 'Go to the account',
    wrong: 'The address or the password is not right',
    wrongLine: 'Check them and try again, or ask for a new password.',
    demo: 'The demo account',
    demoLead: 'It has Pro and a public key. It is everybody’s: nobody can change it.',
    demoEnter: 'Sign in with the demo account',
  },
} as const;

type Needs = EntrancePagesNeeds & Pick<PasskeysNeeds, 'passkeys'>;

export const signInPage = (needs: Needs): Page => ({
  path: addresses.signIn,
  show: (request) => view(request, needs, request.query.get('next'), ''),
  form: {
    bounds: entranceBounds,
    async take(request) {
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
  const words = texts[language];
  if (done.outcome === 'throttled') return throttledAgain(done.seconds, language, entrance.opensAccounts);
  if (done.outcome === 'busy') return busyAgain(language);
  if (done.outcome === 'blocked') return blockedAgain(language, contact);
  return { status: 403, notice: alert({ grade: 'stop', heading: words.wrong, lines: [words.wrongLine] }) };
}

async function view(
  request: PageRequest,
  { entrance, passkeys }: Needs,
  asked: string | null,
  email: string,
  again: Again = { status: 200, notice: null },
): Promise<View> {
  const { language, reader } = request;
  const words = texts[language];
  const next = asked === null ? '' : nextOf(asked, language);
  const wish = qualityOf(next) ?? undefined;
  const hidden = next !== '' && html`<input type="hidden" name="next" value="${next}">`;
  return entranceView({
    title: words.title,
    status: again.status,
    isOpenedByApps: isForApp(next),
    islands: [PASSKEY_ISLAND],
    ...(wish &&
      reader === null && {
        lead: html`${words.wishes[wish]} <a href="${toQuery('signUp', language, { wish })}">${words.openFirst}</a>`,
      }),
    body: html`${reader && html`<p>${words.inside} <a href="${to('account', language)}">${words.account}</a></p>`}
${again.notice && html`<div class="notice">${again.notice}</div>`}
<form class="ask" method="post" action="${to('signIn', language)}">${hidden}${emailField(language, undefined, email)}${passwordField(language)}<button class="button" type="submit">${words.enter}</button></form>
${await passkeyButton(passkeys, request, { reader: null, next: next || null })}
<ul class="entrance-ways"><li><a href="${toQuery('password', language, { wish })}">${words.forgotten}</a></li><li>${words.none} <a href="${toQuery('signUp', language, { wish })}">${words.open}</a></li></ul>
${entrance.signInDemo && demo(language, hidden)}`,
  });
}

const demo = (language: Language, hidden: Html | false): Html => {
  const words = texts[language];
  return html`<section class="entrance-demo"><h2>${words.demo}</h2><p>${words.demoLead}</p><form method="post" action="${to('signIn', language)}">${hidden}<input type="hidden" name="demo" value="1"><button class="button second" type="submit">${words.demoEnter}</button></form></section>`;
};
