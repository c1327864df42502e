/** Bulk check: the form that takes a list of fiscal codes and leads to the page of the result. */
import { ApiError } from '#api/api-error.ts';
import { type Checks, CODES_MAX, FIRST_DAY, LINES_MAX } from '#domain/bulk-checks/checks.ts';
import { FILE_BYTES_MAX, pastedLengthMax } from '#domain/bulk-checks/reading/list-reader.ts';
import type { LookUp } from '#domain/bulk-checks/runner.ts';
import { moment, shortDay } from '#lib/i18n/dates.ts';
import { textsOf } from '#locales/texts.ts';
import { to } from '#transports/web/addresses.ts';
import { icon } from '#transports/web/components/icon.ts';
import { alert, proBox } from '#transports/web/components/notices.ts';
import { type Html, html } from '#transports/web/html.ts';
import {
  type FormRequest,
  type Page,
  type PageRequest,
  RedirectError,
  type View,
  type Viewer,
} from '#transports/web/routing/page.ts';

/** UTF-8 takes at most four bytes for a character. */
const FIELD_BYTES_MAX = 4 * pastedLengthMax(LINES_MAX.pro);
const FIELDS_MAX = 8;
/** Time for a large list over a slow connection. */
const TIMEOUT_MS = 60_000;

export const bulkPage = (checks: Checks): Page => ({
  show: (request) =>
    view({ codes: '', day: checks.today(), today: checks.today(), wantsReceipts: true }, request, checks),
  form: {
    bounds: {
      bytesMax: FILE_BYTES_MAX + FIELD_BYTES_MAX + 100_000,
      filesMax: 1,
      fileBytesMax: FILE_BYTES_MAX,
      fieldsMax: FIELDS_MAX,
      fieldBytesMax: FIELD_BYTES_MAX,
      timeoutMs: TIMEOUT_MS,
    },
    async submit(request) {
      const filled = filledIn(request, checks);
      try {
        throw new RedirectError(to('bulkResult', request.language, { check: await send(filled, request, checks) }));
      } catch (error) {
        // An error renders the form again with its input.
        if (!(error instanceof ApiError) || error.status >= 500) throw error;
        return view(filled, request, checks, error);
      }
    },
  },
});

const filledIn = ({ fields }: FormRequest, checks: Checks): Filled => ({
  codes: fields.get('codes') ?? '',
  day: fields.get('day') ?? '',
  today: checks.today(),
  wantsReceipts: fields.get('receipts') === 'yes',
});

/** Browsers send an empty file where no file was chosen. */
function send({ codes, day, wantsReceipts }: Filled, request: FormRequest, checks: Checks): Promise<string> {
  const { client, context, language, now, files } = request;
  const file = files.find(({ sizeBytes }) => sizeBytes > 0);
  const ask: LookUp = async (check, cuis) => ({
    rows: (await client.getCompanies({ cuis: [...cuis], date: check.day })).data,
  });
  return checks.send(
    { text: codes, path: file?.path ?? null, day, withReceipts: wantsReceipts },
    { caller: context.caller, language, now, signal: AbortSignal.timeout(TIMEOUT_MS), lookUp: ask },
  );
}

async function view(filled: Filled, request: PageRequest, checks: Checks, error?: ApiError): Promise<View> {
  const { language, context } = request;
  const texts = textsOf(language).bulk.page;
  return {
    title: texts.tab,
    description: texts.lead(CODES_MAX.pro),
    scripts: ['codes'],
    ...(error && { status: error.status, isPrivate: true }),
    body: html`<section class="opening slim"><h1>${texts.title}</h1><p class="promise">${texts.lead(CODES_MAX.pro)}</p></section>
<section class="card bulk"><header><h2 class="unseen">${texts.list}</h2>${checkForm(filled, request)}</header>
<div>${error && html`<div role="alert">${alert({ grade: 'check', heading: error.in(language).message, lines: [] })}</div>`}
<h2>${texts.meanings}</h2>
<dl class="meanings">${meaning('stop', 'bad', texts.stop, texts.stopLong)}${meaning('check', 'amber', texts.check, texts.checkLong)}${meaning('fine', 'good', texts.fine, texts.fineLong)}</dl>
<p>${texts.anyList}</p>
<p class="quiet small">${texts.retention(checks.days)} ${context.caller.pro ? texts.whoSees.pro : texts.whoSees.visitor}</p>
${context.caller.pro ? await ownChecks(request, checks) : proBox(texts.pro(CODES_MAX.pro), language)}</div></section>`,
  };
}

const meaning = (sign: 'stop' | 'check' | 'fine', colour: string, word: string, long: string): Html =>
  html`<div><dt class="${colour}">${icon(sign)}${word}</dt><dd>${long}</dd></div>`;

/** Earlier checks of the account that are still stored. */
async function ownChecks({ language, context, now }: PageRequest, checks: Checks): Promise<Html | null> {
  const texts = textsOf(language).bulk.page;
  const own = context.caller.account === null ? [] : await checks.of(context.caller.account, now);
  if (own.length === 0) return null;
  return html`<h2>${texts.mine}</h2><ol class="ledger">${own.map(
    ({ id, codes, day, createdAt, state }) =>
      html`<li><span><a href="${to('bulkResult', language, { check: id })}">${texts.codes(codes)}</a><br><span class="meta">${texts.mineRow(shortDay(day, language))}</span></span><span class="right">${texts.states[state]}<br><span class="meta">${moment(createdAt, now, language)}</span></span></li>`,
  )}</ol>`;
}

/** The refused list, unless it is longer than the field, or escaping would multiply it. */
function shownText(codes: string, lengthMax: number): Html | false {
  const shown = codes.length <= lengthMax && html`${codes}`;
  return shown && shown.markup.length <= 2 * lengthMax && shown;
}

interface Filled {
  codes: string;
  day: string;
  /** The last selectable day. */
  today: string;
  wantsReceipts: boolean;
}

export function checkForm({ codes, day, today, wantsReceipts }: Filled, { language, context }: Viewer): Html {
  const texts = textsOf(language).bulk.page;
  const lengthMax = pastedLengthMax(context.caller.pro ? LINES_MAX.pro : LINES_MAX.visitor);
  return html`<form class="list-form" method="post" enctype="multipart/form-data" action="${to('bulk', language)}" data-count="${JSON.stringify(texts.count)}">
<p><label for="codes">${texts.paste}</label><textarea class="field" id="codes" name="codes" rows="9" maxlength="${lengthMax}" spellcheck="false" autocomplete="off" autocapitalize="off" placeholder="90000014&#10;RO90000022">${shownText(codes, lengthMax)}</textarea></p>
<p><label for="list">${texts.file}</label><input class="file-choice" type="file" id="list" name="list" accept=".txt,.csv,.tsv,.xlsx,.xls,.ods,text/plain,text/csv"></p>
<p><label for="day">${texts.day}</label><input class="field" type="date" id="day" name="day" min="${FIRST_DAY}" max="${today}" value="${day}"></p>
${context.caller.pro && html`<p class="tick"><input type="checkbox" id="receipts" name="receipts" value="yes"${wantsReceipts && html` checked`}><label for="receipts">${texts.receipts}</label></p>`}
<p><button class="button" type="submit">${texts.go}</button></p>
</form>`;
}
