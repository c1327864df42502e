/** Keys of an account: the list, a new key that is displayed once, and revocation. */

import type { ApiError } from '#api/api-error.ts';
import { dayOrToday, moment, shortDay } from '#lib/i18n/dates.ts';
import { type Language, translate } from '#lib/i18n/message.ts';
import { bucharestDay, parseRomanianDay } from '#lib/values/date.ts';
import { textsOf } from '#locales/texts.ts';
import { isDemoAccount } from '#platform/accounts/demo-account.ts';
import { DEMO_KEY } from '#platform/accounts/keys.ts';
import type { KeyRow } from '#platform/accounts/keys-table.ts';
import { type IssuedKey, KEY_NAME_MAX, type KeyForm, type OwnerKeys } from '#platform/accounts/owner-keys.ts';
import type { Reader } from '#platform/accounts/sessions.ts';
import type { Approval } from '#platform/approvals/approval.ts';
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
import type { AccountPagesContext } from './context.ts';
import { accountView, formBounds, freshlySignedIn, isFresh, line, originOf, signedIn, siteContext } from './frame.ts';
import { planWords } from './subscription.ts';
import { minute } from './usage.ts';

const EMPTY_FORM: Omit<KeyForm, 'form'> = { name: '', expires: '' };

export const keysPage = (context: AccountPagesContext): Page => ({
  async show(request) {
    const { language, query } = request;
    const texts = textsOf(language).account.keys.page;
    const notice = query.get('revoked') === '1' && success(texts.revoked, texts.revokedLine);
    const reader = signedIn(request);
    const approval = await openApproval(context, reader, query.get('errand'), request.now);
    return view(request, reader, context, { notice: notice || null, approval: approval });
  },
  form: {
    bounds: formBounds(5),
    async submit(request) {
      const { fields, language, now } = request;
      const approvalId = fields.get('errand') ?? '';
      const reader = freshlySignedIn({ ...request, address: toQuery('keys', language, { errand: approvalId }) });
      const form = formOf(request);
      const approval = await openApproval(context, reader, approvalId, now);
      const { result, error } = await settle(
        context.keys.issue(reader.account, form, originOf(request), siteContext(request)),
      );
      if (!result)
        return view(request, reader, context, {
          notice: errorNotice(error, language),
          typed: form,
          error,
          approval,
        });
      if (approval) await context.approvals.close(approval, 'done', now);
      return view(request, reader, context, { notice: newKeyNotice(request, context, form.name, result) });
    },
  },
});

/** The open approval of this account that requests a key; otherwise null. */
async function openApproval(
  { approvals }: AccountPagesContext,
  { account }: Reader,
  id: string | null,
  now: number,
): Promise<KeyApproval | null> {
  const approval = id ? await approvals.find(account, id, now) : null;
  return id && approval?.state === 'open' && approval.kind === 'makeKey' ? { ...approval, id } : null;
}

type KeyApproval = Approval & { id: string };

const formOf = ({ fields }: FormRequest): KeyForm => ({
  form: fields.get('form') ?? '',
  name: line(fields.get('name')),
  expires: dayIn(line(fields.get('expires'))),
});

/** Browsers without a date field send the day as typed: `31.01.2027`. */
const dayIn = (text: string): string =>
  (/^[0-9]{1,2}\.[0-9]{1,2}\.[0-9]{4}$/.test(text) && parseRomanianDay(text)) || text;

interface ViewOptions {
  /** Above the cards: the new key, a confirmation or an error. */
  notice?: Html | null;
  typed?: Omit<KeyForm, 'form'>;
  error?: ApiError;
  approval?: KeyApproval | null;
}

async function view(
  request: PageRequest,
  reader: Reader,
  context: AccountPagesContext,
  options: ViewOptions,
): Promise<View> {
  const { language, now } = request;
  const texts = textsOf(language).account.keys.page;
  const [rows, account] = await Promise.all([
    context.keys.list(reader.account, now),
    context.account(reader.account, now),
  ]);
  return accountView({
    section: 'keys',
    language,
    lead: account ? `${account.email ? `${account.email} · ` : ''}${planWords(account, now, language)}` : texts.lead,
    scripts: ['copy'],
    ...(options.error && { status: options.error.status }),
    ...(options.approval && { hasSecretAddress: 'withForm' }),
    body: html`${options.notice}
${card({ id: 'list', title: texts.own, sources: mostLine(context.keys.most, language), body: list(rows, request, reader, context, options) })}
${card({ id: 'use', title: texts.use, body: html`${minute(request.context.allowance, reader.pro, language)}<p><a href="${to('usage', language)}">${texts.usage}</a></p>` })}
${card({ id: 'safety', title: texts.safety, body: html`<ul class="points">${texts.safetyPoints.map((point) => html`<li>${point}</li>`)}</ul>` })}`,
  });
}

const mostLine = (most: number, language: Language): Html =>
  html`<ul class="sources"><li>${icon('source')}${textsOf(language).account.keys.page.most(most)}</li></ul>`;

function list(
  rows: readonly KeyRow[],
  request: PageRequest,
  reader: Reader,
  context: AccountPagesContext,
  options: ViewOptions,
): Html {
  const texts = textsOf(request.language).account.keys.page;
  const keys = rows.length === 0 ? html`<p class="quiet">${texts.none}</p>` : keyLedger(rows, request);
  return html`${keys}${newKey(rows, request, reader, context, options)}`;
}

function newKey(
  rows: readonly KeyRow[],
  request: PageRequest,
  reader: Reader,
  { keys, exampleCui }: AccountPagesContext,
  options: ViewOptions,
) {
  const { language, now } = request;
  const texts = textsOf(language).account.keys.page;
  if (isDemoAccount(reader.account)) return demoKey(request, exampleCui);
  if (!reader.pro) return withoutPro(language);
  if (rows.length >= keys.most) return html`<p class="quiet">${texts.full}</p>`;
  if (!isFresh(reader, now))
    return html`<p class="next"><a class="button second" href="${toQuery('reauthenticate', language, { next: toQuery('keys', language, { errand: options.approval?.id }) })}">${texts.make}</a></p><p class="small quiet">${texts.reauthenticateFirst}</p>`;
  const isOpen = rows.length === 0 || options.error !== undefined || !!options.approval;
  const values = options.typed ?? { ...EMPTY_FORM, name: line(options.approval?.about ?? '') };
  return html`<details class="making"${isOpen && html` open`}><summary>${texts.make}</summary>${form(keys.newForm(), values, request, options.approval?.id)}</details>`;
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

/** The demo account is shared, and so is its key, which the terminal prints too. */
const demoKey = ({ language, origin }: PageRequest, cui: string): Html => {
  const texts = textsOf(language).account.keys.page;
  return html`<p>${texts.demo}</p><p class="fresh-key-line"><code data-copy>${DEMO_KEY}</code></p><p class="small quiet">${texts.tryNow}</p>${commandBlock(curlLine({ origin, cui }, DEMO_KEY))}`;
};

/** The key is displayed here only; the store has its hash. */
function newKeyNotice(
  { language, origin }: PageRequest,
  { exampleCui }: AccountPagesContext,
  name: string,
  { key }: IssuedKey,
): Html {
  const texts = textsOf(language).account.keys.page;
  const command = curlLine({ origin, cui: exampleCui }, key);
  return html`<section class="fresh-key" aria-labelledby="fresh-key"><h2 id="fresh-key" class="good">${icon('fine')} ${name === '' ? texts.readyNameless : texts.ready(name)}</h2><p>${texts.once}</p>
<p class="fresh-key-line"><code data-copy="${texts.copy}">${key}</code></p><p class="small quiet">${texts.tryNow}</p>${commandBlock(command)}</section>`;
}

const errorNotice = ({ explanation }: ApiError, language: Language): Html =>
  alert({
    grade: 'stop',
    heading: textsOf(language).account.keys.page.refused,
    lines: [translate(explanation, language)],
  });

const success = (heading: string, text: string): Html =>
  html`<div class="alert good" role="status">${icon('fine')}<div><p class="heading">${heading}</p><p>${text}</p></div></div>`;

export const keyRevocationPage = (keys: OwnerKeys): Page => ({
  async show(request) {
    const { language, params, now } = request;
    const { account } = signedIn(request);
    const row = await keys.find(account, params.key ?? '');
    const texts = textsOf(language).account.keys.revocation;
    return accountView({
      section: 'keys',
      language,
      title: texts.title(nameOf(row, language)),
      lead: row.revoked_at === null ? texts.lead : texts.before,
      body: html`<p class="meta">${keyFacts(row, now, language)}</p>${question(row, language)}`,
    });
  },
  form: {
    bounds: formBounds(1),
    async submit(request) {
      const { account } = signedIn(request);
      await keys.revoke(account, request.params.key ?? '', originOf(request), siteContext(request));
      throw new RedirectError(toQuery('keys', request.language, { revoked: '1' }));
    },
  },
});

function question({ id, revoked_at }: KeyRow, language: Language): Html {
  const texts = textsOf(language).account.keys.revocation;
  const back = html`<a href="${to('keys', language)}">${texts.back}</a>`;
  if (revoked_at !== null) return html`<p class="next">${back}</p>`;
  return html`<form class="next" method="post" action="${to('keyRevocation', language, { key: id })}"><button class="button grave" type="submit">${texts.does}</button> ${back}</form>`;
}

export const keyLedger = (rows: readonly KeyRow[], request: Pick<PageRequest, 'language' | 'now'>): Html =>
  html`<ul class="ledger keys">${rows.map((row) => keyLine(row, request))}</ul>`;

function keyLine(row: KeyRow, { language, now }: Pick<PageRequest, 'language' | 'now'>): Html {
  const texts = textsOf(language).account.keys.page;
  const name = nameOf(row, language);
  return html`<li><div><b>${name}</b><p class="meta">${keyFacts(row, now, language)}</p></div><p class="right"><a href="${to('keyRevocation', language, { key: row.id })}" aria-label="${texts.revokeNamed(row.name ?? row.hint)}">${texts.revoke}</a></p></li>`;
}

export const nameOf = ({ name }: KeyRow, language: Language): string =>
  name ?? textsOf(language).account.keys.page.nameless;

function keyFacts(row: KeyRow, now: number, language: Language): Html {
  const texts = textsOf(language).account.keys.page;
  const rest = [
    texts.created(dayOrToday(row.created_at, now, language)),
    row.expires_at && texts.expires(shortDay(row.expires_at, language)),
    row.last_used_at ? texts.used(moment(row.last_used_at, now, language)) : texts.unused,
  ];
  return html`<code>${row.hint}</code> · ${rest.filter(Boolean).join(' · ')}`;
}

interface FirstRequest {
  origin: string;
  /** CUI of a company that this installation has. */
  cui: string;
}

/** Keys contain no shell metacharacters. */
const curlLine = ({ origin, cui }: FirstRequest, key: string): string =>
  `curl -H 'X-API-Key: ${key}' ${origin}/api/company/${cui}`;

/** A shell variable instead of the key, which cannot be displayed again. */
const OWN_KEY = '$FIRMOTECA_KEY';

/** Double quotes let the shell expand the variable. */
export const curlWithVariable = ({ origin, cui }: FirstRequest): string =>
  `curl -H "X-API-Key: ${OWN_KEY}" ${origin}/api/company/${cui}`;

export const commandBlock = (line: string): Html =>
  html`<pre class="command" tabindex="0"><code data-copy>${line}</code></pre>`;
