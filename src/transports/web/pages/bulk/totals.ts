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
  const texts = textsOf(language).bulk.page;
  const firms = (standing: CheckedRow['standing']): number =>
    rows.filter((row) => row.standing === standing && row.company !== null).length;
  const codes = rows.filter(({ company }) => company === null).length + countsOf(check).refused;
  const doubtful = [
    (firms('check') > 0 || codes === 0) && texts.firms(firms('check')),
    codes > 0 && texts.codes(codes),
  ].filter((part) => part !== false);
  return html`<dl class="answers three">
<div><dt>${texts.stop}</dt><dd><span class="value bad">${icon('stop')}${texts.firms(firms('stop'))}</span><span class="since">${texts.stopMeans}</span></dd></div>
<div><dt>${texts.check}</dt><dd><span class="value amber">${icon('check')}${doubtful.join(', ')}</span><span class="since">${texts.checkMeans}</span></dd></div>
<div><dt>${texts.fine}</dt><dd><span class="value good">${icon('fine')}${texts.firms(firms('fine'))}</span><span class="since">${texts.fineMeans(shortDay(check.day, language))}</span></dd></div></dl>`;
}

/** What is none of is not named. */
export function sumSentence(
  check: Pick<Check, 'lines' | 'state'>,
  rows: readonly CheckedRow[],
  language: Language,
): string {
  const texts = textsOf(language).bulk.page;
  const { checked, duplicate, refused, overLimit } = countsOf(check);
  // No source was asked about them.
  const wrong = rows.filter(({ reasons }) => reasons.includes('wrongDigit')).length;
  const parts = [
    check.state === 'done' ? texts.checked(checked - wrong) : texts.toCheck(checked - wrong),
    wrong > 0 && texts.wrong(wrong),
    duplicate > 0 && texts.duplicate(duplicate),
    refused > 0 && texts.refused(refused),
    overLimit > 0 && texts.over(overLimit),
  ].filter((part) => part !== false);
  return `${texts.sum(check.lines.length)} ${parts.join(', ')}.`;
}
