/** The sheet of ranks, and the sentence under the name that is taken from it. */

import type { Language } from '#lib/i18n/message.ts';
import { wholeNumber } from '#lib/i18n/numbers.ts';
import { textsOf } from '#locales/texts.ts';
import { toQuery } from '#transports/web/addresses.ts';
import { type Html, html } from '#transports/web/html.ts';
import { revisionName } from './details.ts';
import type { Board } from './told.ts';

type Position = NonNullable<Board['positions']>[number];

export function ranks({ positions, year }: Board, language: Language): Html {
  const texts = textsOf(language).company.ranks;
  if (positions === null || positions.length === 0) return html`<p>${texts.none}</p>`;
  const slices = [...new Map(positions.map(({ slice }) => [slice.value, slice])).values()];
  const metrics = [...new Set(positions.map(({ metric }) => metric))];
  const found = (metric: Position['metric'], slice: string) =>
    positions.find((one) => one.metric === metric && one.slice.value === slice);
  return html`<table class="stacked even"><thead><tr><th scope="col">${year}</th>${slices.map((slice) => html`<th scope="col">${sliceName(slice)}</th>`)}</tr></thead><tbody>${metrics.map((metric) => html`<tr><th scope="row">${texts.metrics[metric]}</th>${slices.map((slice) => html`<td data-label="${sliceName(slice)}">${cell(found(metric, slice.value), language)}</td>`)}</tr>`)}</tbody></table>
${positions.some(({ previousRank }) => previousRank === null) && html`<p class="small quiet gap">${texts.noBefore}</p>`}
<p class="tools"><a href="${toQuery('rankings', language, { year: year ?? undefined })}">${texts.list}</a></p>`;
}

/** Activities by code and revision: their titles are too long for a column, and the page has told them. */
const sliceName = ({ kind, value, label }: Position['slice']): string => {
  if (kind !== 'caen') return label;
  const [revision = null, code] = value.split(':');
  return `CAEN ${code} (${revisionName(revision)?.replace('CAEN ', '')})`;
};

function cell(position: Position | undefined, language: Language): Html | null {
  const texts = textsOf(language).company.ranks;
  if (!position) return null;
  const { rank, of, previousRank } = position;
  const before =
    previousRank === null ? '' : previousRank === rank ? texts.same : texts.from(wholeNumber(previousRank, language));
  return html`<b>${texts.place(wholeNumber(rank, language))}</b><small>${texts.of(wholeNumber(of, language), before)}</small>`;
}

/** Among the first hundredth of the nation that is told; else its place in the county says more. */
const FOREMOST_PERCENTILE = 99;
/** To be first of three says nothing. */
const RANKED_MIN = 10;

export function rankSentence({ positions }: Board, language: Language): string | null {
  const texts = textsOf(language).company.ranks;
  const own = (positions ?? []).filter(({ metric, of }) => metric === 'cifra' && of >= RANKED_MIN);
  const nation = own.find(({ slice }) => slice.kind === 'national');
  const county = own.find(({ slice }) => slice.kind === 'judet');
  const told = nation && (nation.percentile >= FOREMOST_PERCENTILE || !county) ? nation : county;
  if (!told) return null;
  const where = told === nation ? texts.nation : texts.in(told.slice.label);
  return texts.sentence(wholeNumber(told.rank, language), wholeNumber(told.of, language), where);
}
