/** Ranks of a company, and the sentence under its name. */

import type { Language } from '#lib/i18n/message.ts';
import { wholeNumber } from '#lib/i18n/numbers.ts';
import { textsOf } from '#locales/texts.ts';
import { toQuery } from '#transports/web/addresses.ts';
import { type Html, html } from '#transports/web/html.ts';
import type { Leaderboard } from './data.ts';
import { revisionName } from './details.ts';

type Position = NonNullable<Leaderboard['positions']>[number];

export function ranks({ positions, year }: Leaderboard, language: Language): Html {
  const texts = textsOf(language).company.ranks;
  if (positions === null || positions.length === 0) return html`<p>${texts.none}</p>`;
  const slices = [...new Map(positions.map(({ slice }) => [slice.value, slice])).values()];
  const metrics = [...new Set(positions.map(({ metric }) => metric))];
  const positionOf = (metric: Position['metric'], slice: string) =>
    positions.find((one) => one.metric === metric && one.slice.value === slice);
  return html`<table class="stacked even"><thead><tr><th scope="col">${year}</th>${slices.map((slice) => html`<th scope="col">${sliceName(slice)}</th>`)}</tr></thead><tbody>${metrics.map((metric) => html`<tr><th scope="row">${texts.metrics[metric]}</th>${slices.map((slice) => html`<td data-label="${sliceName(slice)}">${cell(positionOf(metric, slice.value), language)}</td>`)}</tr>`)}</tbody></table>
${positions.some(({ previousRank }) => previousRank === null) && html`<p class="small quiet gap">${texts.noBefore}</p>`}
<p class="tools"><a href="${toQuery('rankings', language, { year: year ?? undefined })}">${texts.list}</a></p>`;
}

/** Activities by code and revision: their titles are too long for a column. */
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

/** Top hundredth of the country; otherwise the rank in the county is more useful. */
const FOREMOST_PERCENTILE = 99;
/** A rank among fewer companies is meaningless. */
const RANKED_MIN = 10;

export function rankSentence({ positions }: Leaderboard, language: Language): string | null {
  const texts = textsOf(language).company.ranks;
  const own = (positions ?? []).filter(({ metric, of }) => metric === 'cifra' && of >= RANKED_MIN);
  const nation = own.find(({ slice }) => slice.kind === 'national');
  const county = own.find(({ slice }) => slice.kind === 'judet');
  const position = nation && (nation.percentile >= FOREMOST_PERCENTILE || !county) ? nation : county;
  if (!position) return null;
  const where = position === nation ? texts.nation : texts.in(position.slice.label);
  return texts.sentence(wholeNumber(position.rank, language), wholeNumber(position.of, language), where);
}
