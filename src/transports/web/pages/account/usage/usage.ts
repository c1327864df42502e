/** What an account used: this minute against its limit, the last thirty days as a chart and as tables. */

import { counted } from '#lib/i18n/counts.ts';
import { shortDay } from '#lib/i18n/dates.ts';
import type { Language } from '#lib/i18n/message.ts';
import { wholeNumber } from '#lib/i18n/numbers.ts';
import { textsOf } from '#locales/texts.ts';
import type { OwnerKeys } from '#platform/accounts/owner-keys.ts';
import type { OwnerUsage, UsageOverview } from '#platform/usage/owner-usage.ts';
import { AGENTS, type DayUsage, type UsageFigures } from '#platform/usage/usage-table.ts';
import { addresses, to } from '#transports/web/addresses.ts';
import { card } from '#transports/web/components/card.ts';
import { icon } from '#transports/web/components/icon.ts';
import { type Html, html } from '#transports/web/html.ts';
import { accountView } from '#transports/web/pages/account/frame.ts';
import { minute } from '#transports/web/pages/account/minute.ts';
import { signedIn } from '#transports/web/pages/account/signed-in.ts';
import type { Page } from '#transports/web/routing/page.ts';
import { usageBars } from './bars.ts';

export interface UsageNeeds {
  usage: OwnerUsage;
  keys: OwnerKeys;
}

export const usagePage = ({ usage, keys }: UsageNeeds): Page => ({
  path: addresses.usage,
  async show(request) {
    const { language, now, context } = request;
    const { account, pro } = signedIn(request);
    const [used, names] = await Promise.all([usage.overview(account, now), keys.names(account)]);
    const texts = textsOf(language).account.usage.page;
    const isUsed = used.days.some(({ requests }) => requests > 0);
    const tools = html`<ul class="tools"><li><a href="${to('usageTable', language)}">${icon('download')}${texts.csv}</a></li></ul>`;
    return accountView({
      section: 'usage',
      language,
      lead: texts.lead,
      body: html`${card({ id: 'now', title: texts.now, body: minute(context.allowance, pro, language) })}
${card({ id: 'days', title: texts.days, tools: isUsed ? tools : null, body: isUsed ? byDay(used.days, language) : html`<p class="quiet">${texts.none}</p>` })}
${isUsed && card({ id: 'operations', title: texts.operations, body: byOperation(used, language) })}
${isUsed && card({ id: 'keys', title: texts.keys, body: byKey(used, names, language) })}
${card({ id: 'counts', title: texts.counts, body: html`<ul class="points">${texts.countsPoints.map((point) => html`<li>${point}</li>`)}</ul>` })}`,
    });
  },
});

function byDay(days: readonly DayUsage[], language: Language): Html {
  const texts = textsOf(language).account.usage.page;
  const requests = (count: number): string => counted(count, textsOf(language).account.usage.requests, language);
  const sum = days.reduce((all, one) => all + one.requests, 0);
  const peak = days.reduce((best, one) => (one.requests > best.requests ? one : best));
  const told = texts.told(
    counted(days.length, textsOf(language).account.usage.days, language),
    requests(sum),
    wholeNumber(peak.requests, language),
    shortDay(peak.day, language),
  );
  return html`<figure><figcaption>${told}</figcaption>${usageBars(days, told, language)}<p class="key"><span>${swatch('last')} ${texts.answered}</span><span>${swatch('second')} ${texts.wrong}</span></p></figure>
<details><summary>${texts.table}</summary>${table(
    texts.day,
    [...days].reverse().filter(({ requests: count }) => count > 0),
    ({ day }) => shortDay(day, language),
    language,
  )}</details>`;
}

const swatch = (kind: 'last' | 'second'): Html =>
  html`<svg aria-hidden="true" focusable="false"><rect width="100%" height="100%" class="bar ${kind}"/></svg>`;

const byOperation = ({ operations }: UsageOverview, language: Language): Html =>
  table(
    textsOf(language).account.usage.page.operation,
    operations,
    ({ operation }) => html`<a href="${to('operation', language, { operation })}">${operation}</a>`,
    language,
  );

function byKey({ keys }: UsageOverview, names: ReadonlyMap<string, string>, language: Language): Html {
  const texts = textsOf(language).account.usage.page;
  const nameOf = (key: string | null): string =>
    key === null ? texts.browsers : key === AGENTS ? texts.agents : (names.get(key) ?? texts.unknownKey);
  return table(texts.key, keys, ({ key }) => nameOf(key), language);
}

function table<Row extends UsageFigures>(
  head: string,
  rows: readonly Row[],
  name: (row: Row) => string | Html,
  language: Language,
): Html {
  const texts = textsOf(language).account.usage.page;
  const columns = [
    [texts.requests, ({ requests }: UsageFigures) => requests],
    [texts.refused, ({ refused }: UsageFigures) => refused],
    [texts.failed, ({ failed }: UsageFigures) => failed],
  ] as const;
  const cells = (row: UsageFigures): Html[] =>
    columns.map(([label, of]) => html`<td class="num" data-label="${label}">${wholeNumber(of(row), language)}</td>`);
  const all = rows.reduce(
    (sum, { requests, refused, failed }) => ({
      requests: sum.requests + requests,
      refused: sum.refused + refused,
      failed: sum.failed + failed,
    }),
    { requests: 0, refused: 0, failed: 0 },
  );
  return html`<table class="stacked used"><thead><tr><th scope="col">${head}</th>${columns.map(([label]) => html`<th scope="col" class="num">${label}</th>`)}</tr></thead>
<tbody>${rows.map((row) => html`<tr><th scope="row">${name(row)}</th>${cells(row)}</tr>`)}<tr><th scope="row">${texts.all}</th>${cells(all)}</tr></tbody></table>`;
}
