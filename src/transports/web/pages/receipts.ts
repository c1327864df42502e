/** Verification of a receipt, without a key, by the operation of the API. */
import type { ApiClient } from '#api/client.ts';
import { dayAndHour, longDay } from '#lib/i18n/dates.ts';
import type { Language } from '#lib/i18n/message.ts';
import { type Texts, textsOf } from '#locales/texts.ts';
import { languageOf } from '#transports/http/negotiate.ts';
import { type Handler, redirect } from '#transports/http/reply.ts';
import type { Router } from '#transports/http/router.ts';
import { to, toQuery } from '#transports/web/addresses.ts';
import { icon } from '#transports/web/components/icon.ts';
import { alert } from '#transports/web/components/notices.ts';
import { type Html, html } from '#transports/web/html.ts';
import type { Page } from '#transports/web/routing/page.ts';
import { settle } from '#transports/web/routing/settle.ts';

type ReceiptCheck = Awaited<ReturnType<ApiClient['verifyReceipt']>>['data'];

/** Receipts have about 1,500 characters; longer input does not fit into an address. */
const LENGTH_MAX = 6_000;

const FACTS = ['vatRegistered', 'cashBasisVat', 'splitVat', 'inactive', 'registered'] as const;

export const receiptsPage: Page = {
  async show({ client, language, query }) {
    const texts = textsOf(language).receipts;
    const receipt = (query.get('receipt') ?? '').trim();
    const checked = receipt === '' ? null : await settle(client.verifyReceipt({ receipt }));
    return {
      title: texts.title,
      description: texts.lead,
      // A receipt is private to its holder, and the address contains it.
      isPrivate: true,
      hasSecretAddress: true,
      ...(checked?.error && { status: checked.error.status }),
      body: html`<section class="opening slim"><h1>${texts.title}</h1><p class="promise">${texts.lead}</p></section>
${checked?.error && html`<div role="alert">${alert({ grade: 'check', heading: checked.error.in(language).message, lines: [] })}</div>`}
${checked?.result && verdict(checked.result.data, texts, language)}
<section class="card" id="dovada"><header><h2>${checked?.result ? texts.another : texts.receipt}</h2></header><div>
<form class="list-form" action="${to('receipts', language)}" method="get"><p><label for="receipt">${texts.paste}</label><textarea class="field" id="receipt" name="receipt" rows="7" maxlength="${LENGTH_MAX}" required spellcheck="false" autocomplete="off" autocapitalize="off">${checked?.result?.data.valid ? '' : receipt}</textarea></p>
<p><button class="button" type="submit">${texts.check}</button></p></form>
<p class="quiet small">${texts.alone}</p></div></section>`,
    };
  },
};

/** Redirects the former address, which exists in published links. */
export function addFormerReceiptsPage(router: Router<Handler>): void {
  router.add('GET', '/receipts', (request) => {
    const language = languageOf(request.query, request.header('accept-language'), 'ro');
    const receipt = new URLSearchParams(request.query).get('receipt') ?? '';
    return redirect(308, toQuery('receipts', language, { receipt }), {
      headers: { 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex', vary: 'accept-language' },
    });
  });
}

function verdict(
  { valid, reason, statement, key, record, note }: ReceiptCheck,
  texts: Texts['receipts'],
  language: Language,
): Html {
  if (!valid || statement === null)
    return html`<div class="receipt" role="status">${alert({ grade: 'stop', heading: texts.invalid, lines: [reason?.message ?? ''] })}</div>`;
  const { asked: subject, answered } = statement;
  // The shape of the day on which it was signed.
  const reported = statement.told as Partial<Record<(typeof FACTS)[number], boolean | null>> & { name?: string | null };
  const truth = (value: boolean | null | undefined): string =>
    value === true ? texts.yes : value === false ? texts.no : texts.unknown;
  const facts: [label: string, value: string][] = [
    [texts.cui, subject.cui],
    [texts.name, reported.name ?? texts.unknown],
    [texts.date, longDay(subject.date, language)],
    ...FACTS.map((field): [string, string] => [texts[field], truth(reported[field])]),
    [texts.found, truth(answered.found)],
    [texts.answeredAt, dayAndHour(answered.at, language)],
    [texts.record, record === null ? texts.unknown : texts.records[record]],
    [texts.account, statement.account],
    [texts.issuer, statement.issuer],
    [texts.signedAt, dayAndHour(statement.signedAt, language)],
    [texts.hash, answered.sha256],
    [
      texts.key,
      `${key?.kid ?? ''}${key?.retiredAt ? ` (${texts.retired} ${dayAndHour(key.retiredAt, language)})` : ''}`,
    ],
  ];
  return html`<section class="receipt" role="status"><h2 class="good">${icon('fine')}${texts.valid}</h2>
${statement.dataset === 'demo' && alert({ grade: 'note', heading: texts.demo, lines: [] })}
<dl class="facts columns">${facts.map(([label, value]) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`)}</dl>
<p class="quiet small">${note}</p></section>`;
}
