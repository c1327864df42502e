/** Keys of an account: what there is, a new one, and the new one's only appearance. */

import type { ApiError } from '#api/api-error.ts';
import { type Language, translate } from '#lib/i18n/message.ts';
import { bucharestDay, parseRomanianDay } from '#lib/values/date.ts';
import { textsOf } from '#locales/texts.ts';
import type { AccountRow } from '#platform/accounts/accounts-table.ts';
import { isDemoAccount } from '#platform/accounts/demo-account.ts';
import { DEMO_KEY } from '#platform/accounts/keys.ts';
import type { KeyRow } from '#platform/accounts/keys-table.ts';
import { type IssuedKey, KEY_NAME_MAX, type KeyForm, type OwnerKeys } from '#platform/accounts/owner-keys.ts';
import type { Reader } from '#platform/accounts/sessions.ts';
import type { Approval } from '#platform/approvals/approval.ts';
import type { Approvals } from '#platform/approvals/approvals.ts';
import { addresses, to, toQuery } from '#transports/web/addresses.ts';
import { card } from '#transports/web/components/card.ts';
import { field } from '#transports/web/components/field.ts';
import { icon } from '#transports/web/components/icon.ts';
import { alert } from '#transports/web/components/notices.ts';
import { type Html, html } from '#transports/web/html.ts';
import { commandBlock, curlLine } from '#transports/web/pages/account/curl.ts';
import { formBounds, line } from '#transports/web/pages/account/form.ts';
import { accountView } from '#transports/web/pages/account/frame.ts';
import { minute } from '#transports/web/pages/account/minute.ts';
import { askingOf, originOf } from '#transports/web/pages/account/origin.ts';
import { planWords } from '#transports/web/pages/account/plan-words.ts';
import { freshlySignedIn, isFresh, signedIn } from '#transports/web/pages/account/signed-in.ts';
import type { FormRequest, Page, PageRequest, View } from '#transports/web/routing/page.ts';
import { settle } from '#transports/web/routing/settle.ts';
import { keyLedger } from './ledger.ts';

export interface KeysNeeds {
  keys: OwnerKeys;
  /** The account itself; null once it is gone. */
  account(id: string, now: number): Promise<AccountRow | null>;
  /** Fiscal code of a company that every reader may ask for. */
  exampleCui: string;
  /** A key that an app asked for: its name is filled in, and the errand is over when it is made. */
  approvals: Approvals;
}

const NOTHING_TYPED: Omit<KeyForm, 'form'> = { name: '', expires: '' };

export const keysPage = (needs: KeysNeeds): Page => ({
  path: addresses.keys,
  async show(request) {
    const { language, query } = request;
    const texts = textsOf(language).account.keys.page;
    const notice = query.get('revoked') === '1' && good(texts.revoked, texts.revokedLine);
    const reader = signedIn(request);
    const asked = await askedFor(needs, reader, query.get('errand'), request.now);
    return view(request, reader, needs, { notice: notice || null, asked });
  },
  form: {
    bounds: formBounds(5),
    async submit(request) {
      const { fields, language, now } = request;
      const approval = fields.get('errand') ?? '';
      const reader = freshlySignedIn({ ...request, address: toQuery('keys', language, { errand: approval }) });
      const form = typed(request);
      const asked = await askedFor(needs, reader, approval, now);
      const { result: told, error: problem } = await settle(
        needs.keys.make(reader.account, form, originOf(request), askingOf(request)),
      );
      if (!told)
        return view(request, reader, needs, { notice: refused(problem, language), typed: form, problem, asked });
      if (asked) await needs.approvals.close(asked, 'done', now);
      return view(request, reader, needs, { notice: fresh(request, needs, form.name, told) });
    },
  },
});

/** What an app asked its person for; null when it is none of theirs, or over. */
async function askedFor(
  { approvals }: KeysNeeds,
  { account }: Reader,
  id: string | null,
  now: number,
): Promise<Asked | null> {
  const approval = id ? await approvals.find(account, id, now) : null;
  return id && approval?.state === 'open' && approval.kind === 'makeKey' ? { ...approval, id } : null;
}

type Asked = Approval & { id: string };

const typed = ({ fields }: FormRequest): KeyForm => ({
  form: fields.get('form') ?? '',
  name: line(fields.get('name')),
  expires: dayIn(line(fields.get('expires'))),
});

/** Where a browser has no field for days, people type them as they write them: `31.01.2027`. */
const dayIn = (text: string): string =>
  (/^[0-9]{1,2}\.[0-9]{1,2}\.[0-9]{4}$/.test(text) && parseRomanianDay(text)) || text;

interface Shown {
  /** Above everything: the new key, what was done, what could not be. */
  notice?: Html | null;
  typed?: Omit<KeyForm, 'form'>;
  problem?: ApiError;
  asked?: Asked | null;
}

async function view(request: PageRequest, reader: Reader, needs: KeysNeeds, shown: Shown): Promise<View> {
  const { language, now } = request;
  const texts = textsOf(language).account.keys.page;
  const [rows, account] = await Promise.all([needs.keys.list(reader.account, now), needs.account(reader.account, now)]);
  return accountView({
    section: 'keys',
    language,
    lead: account ? `${account.email ? `${account.email} · ` : ''}${planWords(account, now, language)}` : texts.lead,
    scripts: ['copy'],
    ...(shown.problem && { status: shown.problem.status }),
    ...(shown.asked && { hasSecretAddress: 'withForm' }),
    body: html`${shown.notice}
${card({ id: 'list', title: texts.own, sources: mostLine(needs.keys.most, language), body: list(rows, request, reader, needs, shown) })}
${card({ id: 'use', title: texts.use, body: html`${minute(request.context.allowance, reader.pro, language)}<p><a href="${to('usage', language)}">${texts.usage}</a></p>` })}
${card({ id: 'safety', title: texts.safety, body: html`<ul class="points">${texts.safetyPoints.map((point) => html`<li>${point}</li>`)}</ul>` })}`,
  });
}

const mostLine = (most: number, language: Language): Html =>
  html`<ul class="sources"><li>${icon('source')}${textsOf(language).account.keys.page.most(most)}</li></ul>`;

function list(rows: readonly KeyRow[], request: PageRequest, reader: Reader, needs: KeysNeeds, shown: Shown): Html {
  const texts = textsOf(request.language).account.keys.page;
  const keys = rows.length === 0 ? html`<p class="quiet">${texts.none}</p>` : keyLedger(rows, request);
  return html`${keys}${makingOf(rows, request, reader, needs, shown)}`;
}

function makingOf(
  rows: readonly KeyRow[],
  request: PageRequest,
  reader: Reader,
  { keys, exampleCui }: KeysNeeds,
  shown: Shown,
) {
  const { language, now } = request;
  const texts = textsOf(language).account.keys.page;
  if (isDemoAccount(reader.account)) return demoKey(request, exampleCui);
  if (!reader.pro) return withoutPro(language);
  if (rows.length >= keys.most) return html`<p class="quiet">${texts.full}</p>`;
  if (!isFresh(reader, now))
    return html`<p class="next"><a class="button second" href="${toQuery('reauthenticate', language, { next: toQuery('keys', language, { errand: shown.asked?.id }) })}">${texts.make}</a></p><p class="small quiet">${texts.proveFirst}</p>`;
  const isOpen = rows.length === 0 || shown.problem !== undefined || !!shown.asked;
  const wanted = shown.typed ?? { ...NOTHING_TYPED, name: line(shown.asked?.about ?? '') };
  return html`<details class="making"${isOpen && html` open`}><summary>${texts.make}</summary>${form(keys.newForm(), wanted, request, shown.asked?.id)}</details>`;
}

const form = (
  id: string,
  { name, expires }: Omit<KeyForm, 'form'>,
  { language, now }: PageRequest,
  approval: string | undefined,
): Html => {
  const texts = textsOf(language).account.keys.page;
  return html`<form class="ask" method="post" action="${to('keys', language)}"><input type="hidden" name="form" value="${id}">${approval !== undefined && html`<input type="hidden" name="errand" value="${approval}">`}
${field({ name: 'name', label: texts.name, hint: texts.nameHint, lengthMax: KEY_NAME_MAX, value: name })}
${field({ name: 'expires', label: texts.expiresOn, hint: texts.expiresHint, lengthMax: 10, value: expires, type: 'date', min: bucharestDay(now) })}
<button class="button" type="submit">${texts.send}</button></form>`;
};

const withoutPro = (language: Language): Html => {
  const texts = textsOf(language).account.keys.page;
  return html`${alert({ grade: 'note', heading: texts.proHeading, lines: texts.proLines })}<p class="next"><a class="button" href="${to('subscription', language)}">${texts.subscribe}</a></p>`;
};

/** Everybody's account has everybody's key, which the terminal prints too. */
const demoKey = ({ language, origin }: PageRequest, cui: string): Html => {
  const texts = textsOf(language).account.keys.page;
  return html`<p>${texts.demo}</p><p class="fresh-key-line"><code data-copy>${DEMO_KEY}</code></p><p class="small quiet">${texts.tryNow}</p>${commandBlock(curlLine({ origin, cui }, DEMO_KEY))}`;
};

/** The only place that ever shows a key of somebody. */
function fresh({ language, origin }: PageRequest, { exampleCui }: KeysNeeds, name: string, { key }: IssuedKey): Html {
  const texts = textsOf(language).account.keys.page;
  const command = curlLine({ origin, cui: exampleCui }, key);
  return html`<section class="fresh-key" aria-labelledby="fresh-key"><h2 id="fresh-key" class="good">${icon('fine')} ${name === '' ? texts.readyNameless : texts.ready(name)}</h2><p>${texts.once}</p>
<p class="fresh-key-line"><code data-copy="${texts.copy}">${key}</code></p><p class="small quiet">${texts.tryNow}</p>${commandBlock(command)}</section>`;
}

const refused = ({ explanation }: ApiError, language: Language): Html =>
  alert({
    grade: 'stop',
    heading: textsOf(language).account.keys.page.refused,
    lines: [translate(explanation, language)],
  });

const good = (heading: string, text: string): Html =>
  html`<div class="alert good" role="status">${icon('fine')}<div><p class="heading">${heading}</p><p>${text}</p></div></div>`;
