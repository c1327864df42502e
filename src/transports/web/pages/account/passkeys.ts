/** Passkeys of an account: the list, adding and removing one. */

import type { ApiError } from '#api/api-error.ts';
import { dayOrToday, moment } from '#lib/i18n/dates.ts';
import { translate } from '#lib/i18n/message.ts';
import { textsOf } from '#locales/texts.ts';
import { isDemoAccount } from '#platform/accounts/demo-account.ts';
import { browserName } from '#platform/accounts/events.ts';
import { PASSKEY_NAME_MAX } from '#platform/accounts/passkeys.ts';
import type { PasskeyRow } from '#platform/accounts/passkeys-table.ts';
import type { Reader } from '#platform/accounts/sessions.ts';
import { to, toQuery } from '#transports/web/addresses.ts';
import { card } from '#transports/web/components/card.ts';
import { field } from '#transports/web/components/field.ts';
import { icon } from '#transports/web/components/icon.ts';
import { alert } from '#transports/web/components/notices.ts';
import { type Html, html } from '#transports/web/html.ts';
import {
  type FormRequest,
  type Page,
  type PageRequest,
  RedirectError,
  type View,
} from '#transports/web/routing/page.ts';
import { settle } from '#transports/web/routing/settle.ts';
import { PASSKEY_SCRIPT, passkeyForm } from './auth/passkey-sign-in.ts';
import { demoNotice } from './auth/view.ts';
import type { AccountPagesContext } from './context.ts';
import { accountView, formBounds, freshlySignedIn, isFresh, line, originOf, signedIn, siteContext } from './frame.ts';

export const passkeysPage = (context: AccountPagesContext): Page => ({
  show(request) {
    const reader = signedIn(request);
    const done = request.query.get('done');
    return view(request, reader, context, done === 'added' || done === 'removed' ? success(done, request) : null);
  },
  form: {
    bounds: formBounds(4),
    async submit(request) {
      const { language } = request;
      const reader = freshlySignedIn({ ...request, address: to('passkeys', language) });
      const removed = request.fields.get('remove');
      const { error } = await settle(
        removed ? remove(request, reader, context, removed) : add(request, reader, context),
      );
      if (!error) throw new RedirectError(toQuery('passkeys', language, { done: removed ? 'removed' : 'added' }));
      return { ...(await view(request, reader, context, errorNotice(error, request))), status: error.status };
    },
  },
});

const remove = (
  request: FormRequest,
  { account }: Reader,
  { passkeys }: AccountPagesContext,
  id: string,
): Promise<void> => passkeys.remove(account, id, originOf(request), siteContext(request));

function add(request: FormRequest, reader: Reader, { passkeys }: AccountPagesContext): Promise<void> {
  const { fields, language, userAgent } = request;
  const name = line(fields.get('name')) || browserName(userAgent) || textsOf(language).account.passkeys.nameless;
  return passkeys.add(reader, { answer: fields.get('answer') ?? '', name }, originOf(request), siteContext(request));
}

async function view(
  request: PageRequest,
  reader: Reader,
  context: AccountPagesContext,
  notice: Html | null,
): Promise<View> {
  const { language } = request;
  const texts = textsOf(language).account.passkeys;
  const most = html`<ul class="sources"><li>${icon('source')}${texts.most(context.passkeys.most)}</li></ul>`;
  return accountView({
    section: 'security',
    language,
    title: texts.title,
    lead: texts.lead,
    scripts: [PASSKEY_SCRIPT],
    body: html`${notice}${card({ id: 'passkeys', title: texts.list, sources: most, body: await passkeyList(request, reader, context) })}`,
  });
}

/** Also part of the security page. */
export async function passkeyList(request: PageRequest, reader: Reader, context: AccountPagesContext): Promise<Html> {
  const { language, now } = request;
  const texts = textsOf(language).account.passkeys;
  const rows = await context.passkeys.list(reader.account);
  const list = html`<ul class="ledger passkeys">${rows.map((row) => passkeyLine(row, isFresh(reader, now), request))}</ul>`;
  return html`${rows.length === 0 ? html`<p class="quiet">${texts.none}</p>` : list}${await newPasskey(rows, request, reader, context)}`;
}

function passkeyLine(row: PasskeyRow, canRemove: boolean, { language, now }: PageRequest): Html {
  const texts = textsOf(language).account.passkeys;
  const facts = [
    row.backed_up === 1 ? texts.synced : texts.oneDevice,
    texts.added(dayOrToday(row.created_at, now, language)),
    row.last_used_at ? texts.used(moment(row.last_used_at, now, language)) : texts.unused,
  ];
  const question = html`<details><summary aria-label="${texts.removeNamed(row.name)}">${texts.remove}</summary><form method="post" action="${to('passkeys', language)}"><p class="small">${texts.removeLead}</p><input type="hidden" name="remove" value="${row.id}"><button class="button grave" type="submit">${texts.removeNow}</button></form></details>`;
  return html`<li><div><b>${row.name}</b><p class="meta">${facts.join(' · ')}</p></div>${canRemove && question}</li>`;
}

async function newPasskey(
  rows: readonly PasskeyRow[],
  request: PageRequest,
  reader: Reader,
  { passkeys, account }: AccountPagesContext,
): Promise<Html> {
  const { language, now, origin: site } = request;
  const texts = textsOf(language).account.passkeys;
  if (isDemoAccount(reader.account)) return demoNotice(language);
  if (!passkeys.isPossibleAt(site)) return html`<p class="small quiet">${texts.notHere}</p>`;
  if (!isFresh(reader, now))
    return html`<p class="next"><a class="button second" href="${toQuery('reauthenticate', language, { next: to('passkeys', language) })}">${texts.add}</a></p><p class="small quiet">${texts.reauthenticateFirst}</p>`;
  if (rows.length >= passkeys.most) return html`<p class="quiet">${texts.full}</p>`;
  const owner = await account(reader.account, now);
  const options = await passkeys.creation(reader, owner?.email ?? 'Firmoteca', { site, now });
  const fields = field({
    name: 'name',
    label: texts.name,
    hint: texts.nameHint,
    lengthMax: PASSKEY_NAME_MAX,
  });
  return passkeyForm({ action: to('passkeys', language), options, label: texts.add, fields }, language);
}

const success = (done: 'added' | 'removed', { language }: PageRequest): Html => {
  const [heading, text] = textsOf(language).account.passkeys.done[done];
  return html`<div class="alert good" role="status">${icon('fine')}<div><p class="heading">${heading}</p><p>${text}</p></div></div>`;
};

function errorNotice({ explanation }: ApiError, { language, fields }: FormRequest): Html {
  const texts = textsOf(language).account.passkeys;
  const isPlain = !fields.get('remove') && (fields.get('answer') ?? '') === '';
  return alert({
    grade: 'stop',
    heading: texts.refused,
    lines: [isPlain ? texts.needsScripts : translate(explanation, language)],
  });
}
