/** The form of the bulk check: a box for codes, a file, a day, one button. */

import { FIRST_DAY } from '#domain/bulk-checks/checks.ts';
import { PASTED_LENGTH_MAX } from '#domain/bulk-checks/reading/list-reader.ts';
import { textsOf } from '#locales/texts.ts';
import { to } from '#transports/web/addresses.ts';
import { type Html, html } from '#transports/web/html.ts';
import type { Viewer } from '#transports/web/routing/page.ts';

export interface Filled {
  codes: string;
  day: string;
  /** The last day that can be asked for. */
  today: string;
  wantsReceipts: boolean;
}

export function checkForm({ codes, day, today, wantsReceipts }: Filled, { language, context }: Viewer): Html {
  const texts = textsOf(language).bulk.page;
  return html`<form class="list-form" method="post" enctype="multipart/form-data" action="${to('bulk', language)}" data-count="${JSON.stringify(texts.count)}">
<p><label for="codes">${texts.paste}</label><textarea class="field" id="codes" name="codes" rows="9" maxlength="${PASTED_LENGTH_MAX}" spellcheck="false" autocomplete="off" autocapitalize="off" placeholder="90000014&#10;RO90000022">${codes}</textarea></p>
<p><label for="list">${texts.file}</label><input class="file-choice" type="file" id="list" name="list" accept=".txt,.csv,.tsv,.xlsx,.xls,.ods,text/plain,text/csv"></p>
<p><label for="day">${texts.day}</label><input class="field" type="date" id="day" name="day" min="${FIRST_DAY}" max="${today}" value="${day}"></p>
${context.caller.pro && html`<p class="tick"><input type="checkbox" id="receipts" name="receipts" value="yes"${wantsReceipts && html` checked`}><label for="receipts">${texts.receipts}</label></p>`}
<p><button class="button" type="submit">${texts.go}</button></p>
</form>`;
}
