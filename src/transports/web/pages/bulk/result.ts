/** The result of a bulk check: totals, then doubtful rows, then folded groups; or the progress of a running check. */
import type { Check, CheckedRow, CheckLine } from '#domain/bulk-checks/check.ts';
import { type Checks, CODES_MAX } from '#domain/bulk-checks/checks.ts';
import { dayAndHour, moment, shortDay } from '#lib/i18n/dates.ts';
import type { Language } from '#lib/i18n/message.ts';
import { textsOf } from '#locales/texts.ts';
import { to, toQuery } from '#transports/web/addresses.ts';
import { icon } from '#transports/web/components/icon.ts';
import { paging } from '#transports/web/components/lists.ts';
import { alert, proBox } from '#transports/web/components/notices.ts';
import { type Html, html } from '#transports/web/html.ts';
import { type Page, type PageRequest, RedirectError, type View } from '#transports/web/routing/page.ts';
import { checkForm } from './bulk.ts';
import { countsOf, type ResultRow, type RowContext, rowsTable, sumSentence, totals } from './rows.ts';

/** Within the request limit of a visitor without scripts. */
const RELOAD_SECONDS = 3;

export const bulkResultPage = (checks: Checks): Page => ({
  async show(request) {
    const check = await checks.find(request.params.check ?? '', request.context.caller, request.now);
    return check.state === 'running'
      ? working(check, request)
      : finished(check, await checks.rows(check), request, checks);
  },
  form: {
    bounds: { bytesMax: 1_000, filesMax: 0, fileBytesMax: 0, fieldsMax: 2, fieldBytesMax: 100 },
    async submit(request) {
      await checks.remove(await checks.find(request.params.check ?? '', request.context.caller, request.now));
      throw new RedirectError(to('bulk', request.language));
    },
  },
});

function working(check: Check, { language }: PageRequest): View {
  const texts = textsOf(language).bulk.page;
  const { done, codes } = check;
  return {
    title: texts.working(done, codes),
    isPrivate: true,
    reloadSeconds: RELOAD_SECONDS,
    scripts: ['progress'],
    body: html`<section class="opening slim" data-progress="${RELOAD_SECONDS}"><h1>${texts.title}</h1>
<p class="result" role="status">${texts.working(done, codes)}</p>
<p><progress value="${done}" max="${codes}" aria-label="${texts.working(done, codes)}"></progress></p>
<p class="promise">${texts.workingLead} <noscript>${texts.reload}</noscript></p>
<p class="quiet small">${sumSentence(check, [], language)}</p></section>`,
  };
}

function finished(check: Check, rows: CheckedRow[], request: PageRequest, checks: Checks): View {
  const { language, now } = request;
  const texts = textsOf(language).bulk.page;
  const context = { language, now, day: check.day };
  return {
    title: `${texts.title} ${shortDay(check.day, language)}`,
    isPrivate: true,
    scripts: ['codes'],
    body: html`<section class="opening slim"><h1>${texts.title}</h1><p class="promise">${texts.vat(shortDay(check.day, language))} · ${texts.checkedAt(moment(check.finishedAt ?? check.createdAt, now, language))}</p></section>
<section class="card bulk"><header><details class="filter"><summary>${texts.again}</summary><h2 class="unseen">${texts.again}</h2>${checkForm(filledFrom(check, checks), request)}</details></header>
<div>${stopped(check, language)}
${totals(check, rows, language)}
<p class="sum">${sumSentence(check, rows, language)}</p>
${overLimit(check, language)}
${tools(check, request)}
${resultList(check, rows, { isListOrder: request.query.get('order') === 'list', page: request.query.get('page') }, context)}
${removal(check, request)}</div></section>`,
  };
}

/** A longer list is not filled into the form again: the page would carry it twice. */
const FILLED_LENGTH_MAX = 20_000;

const filledFrom = (check: Check, checks: Checks) => ({
  codes: atMost(FILLED_LENGTH_MAX, check.lines.map(({ text }) => text).join('\n')),
  day: check.day,
  today: checks.today(),
  wantsReceipts: check.withReceipts,
});

const atMost = (lengthMax: number, text: string): string => (text.length <= lengthMax ? text : '');

function stopped({ state, done, codes }: Check, language: Check['language']): Html | null {
  const texts = textsOf(language).bulk.page;
  return state === 'notPro' || state === 'failed'
    ? alert({ grade: 'stop', heading: texts[state], lines: [texts.working(done, codes)] })
    : null;
}

function overLimit(check: Check, language: Check['language']): Html | null {
  const texts = textsOf(language).bulk.page;
  const counts = countsOf(check);
  const codes = counts.checked + counts.overLimit;
  if (counts.overLimit === 0) return null;
  return check.account !== null
    ? alert({ grade: 'check', heading: texts.overLimitPro(codes, CODES_MAX.pro), lines: [] })
    : html`${alert({ grade: 'check', heading: texts.overLimit(codes, CODES_MAX.visitor), lines: [] })}${proBox(texts.pro(CODES_MAX.pro), language)}`;
}

function tools(check: Check, { language, query }: PageRequest): Html {
  const texts = textsOf(language).bulk.page;
  const isListOrder = query.get('order') === 'list';
  const here = { check: check.id };
  const order = (name: string, value: string, isCurrent: boolean): Html =>
    html`<a href="${toQuery('bulkResult', language, { order: value }, here)}"${isCurrent && html` aria-current="true"`}>${name}</a>`;
  const file = (format: 'csv' | 'xlsx', name: string): Html =>
    html`<a href="${to('bulkTable', language, { ...here, format })}" download>${icon('download')}${name}</a>`;
  return html`<p class="tools sorts">${order(texts.problemsFirst, '', !isListOrder)}${order(texts.listOrder, 'list', isListOrder)}${file('csv', texts.csv)}${file('xlsx', texts.xlsx)}${check.withReceipts && html`<a href="${to('bulkProof', language, here)}">${icon('print')}${texts.proof}</a>`}</p>`;
}

function removal({ expiresAt, account }: Check, { language }: PageRequest): Html {
  const texts = textsOf(language).bulk.page;
  return html`<form class="farewell" method="post"><p class="quiet small">${texts.deletedOn(dayAndHour(expiresAt, language))} ${account === null ? texts.whoSees.visitor : texts.whoSees.pro}</p><button class="button second" type="submit">${texts.remove}</button></form>`;
}

/** About 150 kB of HTML, which a phone renders quickly. */
const PAGE_LINES = 200;

interface ListOptions {
  isListOrder: boolean;
  /** The page in the address; an invalid number leads to the first or last page. */
  page: string | null;
}

type Group = 'rows' | 'fine' | 'duplicate' | 'overLimit';

interface Entry {
  group: Group;
  row: ResultRow;
}

function resultList(check: Check, rows: readonly CheckedRow[], options: ListOptions, context: RowContext): Html {
  const all = [...(options.isListOrder ? inListOrder(check, rows) : doubtfulFirst(check, rows)), ...unchecked(check)];
  const pages = Math.max(1, Math.ceil(all.length / PAGE_LINES));
  const page = Math.min(pages, /^[1-9][0-9]{0,5}$/.test(options.page ?? '') ? Number(options.page) : 1);
  const offset = (page - 1) * PAGE_LINES;
  const here = all.slice(offset, offset + PAGE_LINES);
  const order = options.isListOrder ? 'list' : '';
  const at = (next: string | undefined): string =>
    toQuery('bulkResult', context.language, { order, page: next ?? '' }, { check: check.id });
  const position = {
    offset,
    returned: here.length,
    limit: PAGE_LINES,
    total: all.length,
    totalRelation: 'exact',
  } as const;
  const count = (group: Group): number => all.filter((entry) => entry.group === group).length;
  return html`${entries(here, count, options.isListOrder, context)}
${pages > 1 && paging({ ...position, nextCursor: page < pages ? String(page + 1) : null }, at, context.language)}
${check.heading !== null && html`<p class="quiet small">${textsOf(context.language).bulk.page.heading(check.heading)}</p>`}`;
}

const entriesOf = (group: Group, rows: readonly ResultRow[]): Entry[] => rows.map((row) => ({ group, row }));

const doubtfulFirst = ({ lines }: Check, rows: readonly CheckedRow[]): Entry[] => [
  ...entriesOf('rows', [
    ...rows.filter(({ status }) => status === 'stop'),
    ...rows.filter(({ status, company }) => status === 'check' && company !== null),
    ...rows.filter(({ status, company }) => status === 'check' && company === null),
    ...lines.filter(({ outcome }) => outcome === 'refused'),
  ]),
  ...entriesOf(
    'fine',
    rows.filter(({ status }) => status === 'fine'),
  ),
];

function inListOrder({ lines }: Check, rows: readonly CheckedRow[]): Entry[] {
  const byCui = new Map(rows.map((row) => [row.cui, row]));
  return entriesOf(
    'rows',
    lines.flatMap((line): ResultRow[] => {
      const row = line.outcome === 'checked' ? byCui.get(line.cui ?? '') : undefined;
      return row ? [row] : line.outcome === 'refused' ? [line] : [];
    }),
  );
}

/** Duplicates and lines over the limit. */
const unchecked = ({ lines }: Check): Entry[] =>
  (['duplicate', 'overLimit'] as const).flatMap((group) =>
    entriesOf(
      group,
      lines.filter(({ outcome }) => outcome === group),
    ),
  );

/** `count`: rows of a group on all pages. */
function entries(
  here: readonly Entry[],
  count: (group: Group) => number,
  isListOrder: boolean,
  context: RowContext,
): Html {
  const texts = textsOf(context.language).bulk.page;
  const of = (group: Group): ResultRow[] => here.flatMap((entry) => (entry.group === group ? entry.row : []));
  const [rows, fine, duplicates, over] = [of('rows'), of('fine'), of('duplicate'), of('overLimit')];
  // A page that only has folded groups opens them.
  const isOpen = rows.length === 0 && html` open`;
  const lines = (group: readonly ResultRow[], title: string): Html | null =>
    group.length === 0
      ? null
      : html`<details class="set-aside quiet-rows"${fine.length === 0 && isOpen}><summary>${title}</summary>${codesList(group as CheckLine[], context.language)}</details>`;
  return html`${rowsTable(rows, isListOrder ? texts.listOrder : texts.problemsFirst, context)}
${fine.length > 0 && html`<details class="set-aside"${isOpen}><summary>${texts.allFine(count('fine'))}</summary>${rowsTable(fine, texts.fine, context)}</details>`}
${lines(duplicates, texts.duplicate(count('duplicate')))}${lines(over, texts.allOver(count('overLimit')))}`;
}

const codesList = (lines: readonly CheckLine[], language: Language): Html =>
  html`<ul class="codes-list">${lines.map(({ line, text }) => html`<li>${text} <small>${textsOf(language).bulk.page.line(line)}</small></li>`)}</ul>`;
