/** A page on which anybody checks a receipt, without a key: the same operation as in the API. */

import type { ApiClient } from '#api/client.ts';
import { dayAndHour, longDay } from '#lib/i18n/dates.ts';
import type { Language } from '#lib/i18n/message.ts';
import { type Texts, textsOf } from '#locales/texts.ts';
import { languageOf } from '#transports/http/negotiate.ts';
import { redirect } from '#transports/http/redirect.ts';
import type { Router } from '#transports/http/router.ts';
import type { Handler } from '#transports/http/server.ts';
import { addresses, to, toQuery } from '#transports/web/addresses.ts';
import { alert } from '#transports/web/components/alert.ts';
import { icon } from '#transports/web/components/icon.ts';
import { type Html, html } from '#transports/web/html.ts';
import type { Page } from '#transports/web/routing/page.ts';
import { tried } from '#transports/web/routing/settle.ts';

type ReceiptCheck = Awaited<ReturnType<ApiClient['verifyReceipt']>>['data'];

/** Ours have some fifteen hundred characters; more than this does not fit into an address. */
const LENGTH_MAX = 6_000;

const TOLD = ['vatRegistered', 'cashBasisVat', 'splitVat', 'inactive', 'registered'] as const;

export const receiptsPage: Page = {
  path: addresses.receipts,
  async show({ client, language, query }) {
    const words = textsOf(language).receipts;
    const receipt = (query.get('receipt') ?? '').trim();
    const checked = receipt === '' ? null : await tried(client.verifyReceipt({ receipt }));
    return {
      title: words.title,
      description: words.lead,
      // What a receipt says is its holder's, and the address holds all of it.
      isPrivate: true,
      hasSecretAddress: true,
      ...(checked?.problem && { status: checked.problem.status }),
      body: html`<section class="opening slim"><h1>${words.title}</h1><p class="promise">${words.lead}</p></section>
${checked?.problem && html`<div role="alert">${alert({ grade: 'check', heading: checked.problem.in(language).message, lines: [] })}</div>`}
${checked?.told && verdict(checked.told.data, words, language)}
<section class="sheet" id="dovada"><header><h2>${checked?.told ? words.another : words.receipt}</h2></header><div>
<form class="list-form" action="${to('receipts', language)}" method="get"><p><label for="receipt">${words.paste}</label><textarea class="field" id="receipt" name="receipt" rows="7" maxlength="${LENGTH_MAX}" required spellcheck="false" autocomplete="off" autocapitalize="off">${checked?.told?.data.valid ? '' : receipt}</textarea></p>
<p><button class="button" type="submit">${words.check}</button></p></form>
<p class="quiet small">${words.alone}</p></div></section>`,
    };
  },
};

/** Where it was before it had an address in each language; receipts that were linked there are checked as ever. */
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
  words: Texts['receipts'],
  language: Language,
): Html {
  if (!valid || statement === null)
    return html`<div class="receipt" role="status">${alert({ grade: 'stop', heading: words.invalid, lines: [reason?.message ?? ''] })}</div>`;
  const { asked, answered } = statement;
  // Its shape is that of the day on which it was signed.
  const told = statement.told as Partial<Record<(typeof TOLD)[number], boolean | null>> & { name?: string | null };
  const truth = (value: boolean | null | undefined): string =>
    value === true ? words.yes : value === false ? words.no : words.unknown;
  const facts: [label: string, value: string][] = [
    [words.cui, asked.cui],
    [words.name, told.name ?? words.unknown],
    [words.date, longDay(asked.date, language)],
    ...TOLD.map((field): [string, string] => [words[field], truth(told[field])]),
    [words.found, truth(answered.found)],
    [words.answeredAt, dayAndHour(answered.at, language)],
    [words.record, record === null ? words.unknown : words.records[record]],
    [words.account, statement.account],
    [words.issuer, statement.issuer],
    [words.signedAt, dayAndHour(statement.signedAt, language)],
    [words.hash, answered.sha256],
    [
      words.key,
      `${key?.kid ?? ''}${key?.retiredAt ? ` (${words.retired} ${dayAndHour(key.retiredAt, language)})` : ''}`,
    ],
  ];
  return html`<section class="receipt" role="status"><h2 class="good">${icon('fine')}${words.valid}</h2>
${statement.dataset === 'demo' && alert({ grade: 'note', heading: words.demo, lines: [] })}
<dl class="facts columns">${facts.map(([label, value]) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`)}</dl>
<p class="quiet small">${note}</p></section>`;
}
