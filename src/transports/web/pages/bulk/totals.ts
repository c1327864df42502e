/** The sums of a bulk check: three totals of what was found, and a sentence in which every line that was sent is counted once. */

import type { Check, CheckedRow, LineOutcome } from '#domain/bulk-checks/check.ts';
import { shortDay } from '#lib/i18n/dates.ts';
import type { Language } from '#lib/i18n/message.ts';
import { textsOf } from '#locales/texts.ts';
import { icon } from '#transports/web/components/icon.ts';
import { type Html, html } from '#transports/web/html.ts';

export const countsOf = ({ lines }: Pick<Check, 'lines'>): Record<LineOutcome, number> => {
  const counts = { checked: 0, duplicate: 0, refused: 0, overLimit: 0 };
  for (const { outcome } of lines) counts[outcome]++;
  return counts;
};

export function totals(check: Check, rows: readonly CheckedRow[], language: Language): Html {
  const words = textsOf(language).bulk.page;
  const firms = (standing: CheckedRow['standing']): number =>
    rows.filter((row) => row.standing === standing && row.company !== null).length;
  const codes = rows.filter(({ company }) => company === null).length + countsOf(check).refused;
  const doubtful = [
    (firms('check') > 0 || codes === 0) && words.firms(firms('check')),
    codes > 0 && words.codes(codes),
  ].filter((part) => part !== false);
  return html`<dl class="answers three">
<div><dt>${words.stop}</dt><dd><span class="value bad">${icon('stop')}${words.firms(firms('stop'))}</span><span class="since">${words.stopMeans}</span></dd></div>
<div><dt>${words.check}</dt><dd><span class="value amber">${icon('check')}${doubtful.join(', ')}</span><span class="since">${words.checkMeans}</span></dd></div>
<div><dt>${words.fine}</dt><dd><span class="value good">${icon('fine')}${words.firms(firms('fine'))}</span><span class="since">${words.fineMeans(shortDay(check.day, language))}</span></dd></div></dl>`;
}

/** What is none of is not named. */
export function sumSentence(
  check: Pick<Check, 'lines' | 'state'>,
  rows: readonly CheckedRow[],
  language: Language,
): string {
  const words = textsOf(language).bulk.page;
  const { checked, duplicate, refused, overLimit } = countsOf(check);
  // No source was asked about them.
  const wrong = rows.filter(({ reasons }) => reasons.includes('wrongDigit')).length;
  const parts = [
    check.state === 'done' ? words.checked(checked - wrong) : words.toCheck(checked - wrong),
    wrong > 0 && words.wrong(wrong),
    duplicate > 0 && words.duplicate(duplicate),
    refused > 0 && words.refused(refused),
    overLimit > 0 && words.over(overLimit),
  ].filter((part) => part !== false);
  return `${words.sum(check.lines.length)} ${parts.join(', ')}.`;
}
