/** Usage of an account: the current minute against its limit, the last thirty days as a chart and as tables. */

import type { Allowance } from '#api/allowance.ts';
import type { Cell } from '#api/tables/columns.ts';
import { csv } from '#api/tables/csv.ts';
import { tableTypes } from '#api/tables/format.ts';
import { counted } from '#lib/i18n/counts.ts';
import { dayAndMonth, shortDay } from '#lib/i18n/dates.ts';
import type { Language } from '#lib/i18n/message.ts';
import { wholeNumber } from '#lib/i18n/numbers.ts';
import { textsOf } from '#locales/texts.ts';
import type { UsageOverview } from '#platform/usage/owner-usage.ts';
import { AGENTS, type DayUsage, type UsageFigures } from '#platform/usage/usage-table.ts';
import { to } from '#transports/web/addresses.ts';
import { card } from '#transports/web/components/card.ts';
import { icon } from '#transports/web/components/icon.ts';
import { type Html, html } from '#transports/web/html.ts';
import type { Page } from '#transports/web/routing/page.ts';
import type { AccountPagesContext } from './context.ts';
import { accountView, signedIn } from './frame.ts';

export const usagePage = ({ usage, keys }: AccountPagesContext): Page => ({
  async show(request) {
    const { language, now, context } = request;
    const { account, pro } = signedIn(request);
    const [month, names] = await Promise.all([usage.overview(account, now), keys.names(account)]);
    const texts = textsOf(language).account.usage.page;
    const isUsed = month.days.some(({ requests }) => requests > 0);
    const tools = html`<ul class="tools"><li><a href="${to('usageTable', language)}">${icon('download')}${texts.csv}</a></li></ul>`;
    return accountView({
      section: 'usage',
      language,
      lead: texts.lead,
      body: html`${card({ id: 'now', title: texts.now, body: minute(context.allowance, pro, language) })}
${card({ id: 'days', title: texts.days, tools: isUsed ? tools : null, body: isUsed ? byDay(month.days, language) : html`<p class="quiet">${texts.none}</p>` })}
${isUsed && card({ id: 'operations', title: texts.operations, body: byOperation(month, language) })}
${isUsed && card({ id: 'keys', title: texts.keys, body: byKey(month, names, language) })}
${card({ id: 'counts', title: texts.counts, body: html`<ul class="points">${texts.countsPoints.map((point) => html`<li>${point}</li>`)}</ul>` })}`,
    });
  },
});

function byDay(days: readonly DayUsage[], language: Language): Html {
  const texts = textsOf(language).account.usage.page;
  const requests = (count: number): string => counted(count, textsOf(language).account.usage.requests, language);
  const sum = days.reduce((all, one) => all + one.requests, 0);
  const peak = days.reduce((best, one) => (one.requests > best.requests ? one : best));
  const summary = texts.summary(
    counted(days.length, textsOf(language).account.usage.days, language),
    requests(sum),
    wholeNumber(peak.requests, language),
    shortDay(peak.day, language),
  );
  return html`<figure><figcaption>${summary}</figcaption>${usageBars(days, summary, language)}<p class="key"><span>${swatch('last')} ${texts.answered}</span><span>${swatch('second')} ${texts.wrong}</span></p></figure>
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

const HEIGHT = 148;
/** Height of the label above the highest bar, and of the days below. */
const MARGIN = 20;
const BASE = HEIGHT - MARGIN;
/** The least visible height of a bar. */
const LEAST = 2;

const rounded = (value: number): number => Math.round(value * 100) / 100;

function usageBars(days: readonly DayUsage[], summary: string, language: Language): Html {
  const most = Math.max(1, ...days.map(({ requests }) => requests));
  const scale = (BASE - MARGIN) / most;
  const width = 100 / Math.max(1, days.length);
  const last = days.length - 1;
  return html`<svg class="bars" role="img" aria-label="${summary}">${days.map((day, i) => bar(day, rounded((i + 0.1) * width), rounded(width * 0.8), scale))}
<line x1="0" x2="100%" y1="${BASE}" y2="${BASE}" class="axis"/>${peak(days, most, width, scale, language)}
${[0, Math.floor(last / 2), last].map((i) => dayName(days[i], i, last, width, language))}</svg>`;
}

function bar({ requests, refused, failed }: DayUsage, x: number, width: number, scale: number): Html | null {
  if (requests === 0) return null;
  const tall = Math.max(LEAST, requests * scale);
  const wrong = refused + failed === 0 ? 0 : Math.max(LEAST, ((refused + failed) / requests) * tall);
  const top = rounded(BASE - tall);
  return html`<rect x="${x}%" y="${top}" width="${width}%" height="${rounded(tall)}" class="bar last"/>${wrong > 0 && html`<rect x="${x}%" y="${top}" width="${width}%" height="${rounded(wrong)}" class="bar second"/>`}`;
}

function peak(days: readonly DayUsage[], most: number, width: number, scale: number, language: Language): Html | null {
  const at = days.findIndex(({ requests }) => requests === most);
  if (at === -1) return null;
  const anchor = at < 3 ? 'start' : at > days.length - 4 ? 'end' : 'middle';
  const x = anchor === 'start' ? at * width : anchor === 'end' ? (at + 1) * width : (at + 0.5) * width;
  return html`<text x="${rounded(x)}%" y="${rounded(BASE - most * scale - 6)}" text-anchor="${anchor}" class="strong">${wholeNumber(most, language)}</text>`;
}

function dayName(day: DayUsage | undefined, at: number, last: number, width: number, language: Language): Html | null {
  if (!day) return null;
  const [x, anchor] = at === 0 ? [0, 'start'] : at === last ? [100, 'end'] : [rounded((at + 0.5) * width), 'middle'];
  return html`<text x="${x}%" y="${HEIGHT - 4}" text-anchor="${anchor}" class="quiet">${dayAndMonth(day.day, language)}</text>`;
}

export function minute(allowance: Allowance | null, isPro: boolean, language: Language): Html {
  const texts = textsOf(language).account.minute.page;
  if (allowance === null) return html`<p class="quiet">${texts.uncounted}</p>`;
  const { limit, remaining } = allowance;
  const used = limit - remaining;
  const [usedText, limitText] = [wholeNumber(used, language), wholeNumber(limit, language)];
  const share = Math.min(100, Math.round((used / limit) * 1_000) / 10);
  return html`<div class="minute"><p class="minute-ends"><b>${usedText}</b><span class="quiet">${texts.of(limitText)}</span></p>
<svg role="img" aria-label="${texts.minuteUsage(usedText, limitText)}"><rect width="100%" height="100%" class="minute-whole"/><rect width="${share}%" height="100%" class="minute-used"/></svg>
<p class="small quiet">${texts.minuteRemaining(counted(remaining, textsOf(language).account.minute.requests, language))} ${isPro ? texts.pro : texts.visitor}</p></div>`;
}

/** The same in both languages: programs read them. */
const COLUMNS = ['day', 'operation', 'key', 'keyName', 'requests', 'refused', 'failed'] as const;

type Line = Record<(typeof COLUMNS)[number], Cell>;

export const usageTablePage = ({ usage, keys }: AccountPagesContext): Page => ({
  async show(request) {
    const { account } = signedIn(request);
    const [used, names] = await Promise.all([usage.lines(account, request.now), keys.names(account)]);
    async function* pages(): AsyncGenerator<Line[]> {
      yield used.lines.map((line) => ({ ...line, keyName: line.key === null ? null : (names.get(line.key) ?? null) }));
    }
    const columns = COLUMNS.map((name) => [name]);
    return {
      file: {
        name: `firmoteca-${request.language === 'ro' ? 'consum' : 'usage'}-${used.from}-${used.to}.csv`,
        type: `${tableTypes.csv}; charset=utf-8`,
        body: () => csv(columns, pages()),
      },
    };
  },
});
