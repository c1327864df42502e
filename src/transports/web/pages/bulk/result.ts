/** The result of a bulk check: three totals, what is doubtful first, what is fine folded; or how far it is. */

import type { Check, CheckedRow } from '#domain/bulk-checks/check.ts';
import { type Checks, CODES_MAX } from '#domain/bulk-checks/checks.ts';
import { dayAndHour, moment, shortDay } from '#lib/i18n/dates.ts';
import { textsOf } from '#locales/texts.ts';
import { addresses, to, toQuery } from '#transports/web/addresses.ts';
import { icon } from '#transports/web/components/icon.ts';
import { alert, proBox } from '#transports/web/components/notices.ts';
import { type Html, html } from '#transports/web/html.ts';
import { type Page, type PageRequest, RedirectError, type View } from '#transports/web/routing/page.ts';
import { checkForm } from './form.ts';
import { listed } from './listed.ts';
import { countsOf, sumSentence, totals } from './totals.ts';

/** A reader without scripts is not asked to look more often than a minute's allowance bears. */
const RELOAD_SECONDS = 3;

export const bulkResultPage = (checks: Checks): Page => ({
  path: addresses.bulkResult,
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
  const shown = { language, now, day: check.day };
  return {
    title: `${texts.title} ${shortDay(check.day, language)}`,
    isPrivate: true,
    scripts: ['codes'],
    body: html`<section class="opening slim"><h1>${texts.title}</h1><p class="promise">${texts.vat(shortDay(check.day, language))} · ${texts.askedAt(moment(check.finishedAt ?? check.createdAt, now, language))}</p></section>
<section class="sheet bulk"><header><details class="filter"><summary>${texts.again}</summary><h2 class="unseen">${texts.again}</h2>${checkForm(filledFrom(check, checks), request)}</details></header>
<div>${stopped(check, language)}
${totals(check, rows, language)}
<p class="sum">${sumSentence(check, rows, language)}</p>
${overLimit(check, language)}
${tools(check, request)}
${listed(check, rows, { isListOrder: request.query.get('order') === 'list', page: request.query.get('page') }, shown)}
${farewell(check, request)}</div></section>`,
  };
}

/** A longer list is sent as a file, or pasted anew: a page that carries it twice takes long to come. */
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

function farewell({ expiresAt, account }: Check, { language }: PageRequest): Html {
  const texts = textsOf(language).bulk.page;
  return html`<form class="farewell" method="post"><p class="quiet small">${texts.goes(dayAndHour(expiresAt, language))} ${account === null ? texts.whoSees.visitor : texts.whoSees.pro}</p><button class="button second" type="submit">${texts.remove}</button></form>`;
}
