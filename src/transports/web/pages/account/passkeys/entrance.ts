/** Signing in by passkey, and proving with one to hold the account: where the button of other pages leads. */

import { translate } from '#lib/i18n/message.ts';
import { textsOf } from '#locales/texts.ts';
import type { Passkeys } from '#platform/accounts/passkeys.ts';
import { ownPath } from '#transports/http/reply.ts';
import { addresses, to, toQuery } from '#transports/web/addresses.ts';
import { alert } from '#transports/web/components/notices.ts';
import { type Html, html } from '#transports/web/html.ts';
import { comingOf, isForApp, letIn, nextOf } from '#transports/web/pages/account/auth/coming-of.ts';
import { entranceView } from '#transports/web/pages/account/auth/frame.ts';
import { throttledAgain } from '#transports/web/pages/account/auth/notices.ts';
import { formBounds } from '#transports/web/pages/account/form.ts';
import type { Entrance } from '#transports/web/pages/account/needs.ts';
import type { Page, PageRequest, View } from '#transports/web/routing/page.ts';
import { settle } from '#transports/web/routing/settle.ts';
import { PASSKEY_ISLAND, passkeyButton } from './form.ts';

interface Needs {
  passkeys: Passkeys;
  entrance: Pick<Entrance, 'opensAccounts'>;
  publicUrl: string | null;
}

export const passkeyEntrancePage = ({ passkeys, publicUrl, entrance: { opensAccounts } }: Needs): Page => ({
  path: addresses.passkeySignIn,
  show: (request) => view(request, passkeys, ownPath(request.query.get('next'))),
  form: {
    bounds: formBounds(3),
    async submit(request) {
      const { fields, reader, language } = request;
      const texts = textsOf(language).account.passkeys;
      const next = ownPath(fields.get('next'));
      const answer = fields.get('answer') ?? '';
      if (answer === '') return view(request, passkeys, next, alerted(texts.refused, texts.needsScripts), 400);
      const { result: done, error: problem } = await settle(passkeys.enter(reader, answer, comingOf(request)));
      if (done?.outcome === 'in') throw letIn(done, nextOf(next, language), publicUrl);
      if (done) {
        const { notice, status } = throttledAgain(done.seconds, language, opensAccounts && reader === null);
        return view(request, passkeys, next, notice, status);
      }
      return view(
        request,
        passkeys,
        next,
        alerted(texts.refused, translate(problem.explanation, language)),
        problem.status,
      );
    },
  },
});

const alerted = (heading: string, line: string): Html => alert({ grade: 'stop', heading, lines: [line] });

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
  return entranceView({
    title: texts.enterTitle,
    lead: texts.enterLead,
    status,
    scripts: [PASSKEY_ISLAND],
    isOpenedByApps: isForApp(next),
    body: html`${notice}${button ?? without(passkeys, request)}<p class="small"><a href="${password}">${texts.back}</a></p>`,
  });
}

/** Why there is no button: the address is none for passkeys, or the account has none yet. */
function without(passkeys: Passkeys, { origin, language }: PageRequest): Html {
  const texts = textsOf(language).account.passkeys;
  if (!passkeys.isPossibleAt(origin)) return html`<p>${texts.notHere}</p>`;
  return html`<p>${texts.none} <a href="${to('passkeys', language)}">${texts.add}</a></p>`;
}
