/** What tenders are narrowed by: read from the address, and the plain form that writes it there. */

import type { ApiError } from '#api/api-error.ts';
import type { Language } from '#lib/i18n/message.ts';
import { lei, number } from '#lib/i18n/numbers.ts';
import { counties, findCounty } from '#lib/values/county.ts';
import { textsOf } from '#locales/texts.ts';
import { to, toQuery } from '#transports/web/addresses.ts';
import { parseNumber } from '#transports/web/formats.ts';
import { type Html, html } from '#transports/web/html.ts';

export const SORTS = ['deadline', 'newest', 'value'] as const;

export type TenderFilters = ReturnType<typeof askedOf>;

/** Whoever asks for nothing sees what is open, the most urgent first. Named as the operation names them. */
export function askedOf(query: URLSearchParams, language: Language) {
  const text = (name: string): string => query.get(name)?.trim() ?? '';
  const given = <Name extends string>(...names: Name[]) =>
    Object.fromEntries(names.filter((name) => text(name) !== '').map((name) => [name, text(name)])) as Partial<
      Record<Name, string>
    >;
  const isOpen = query.get('state') !== 'all';
  return {
    ...given('q', 'cpv', 'county', 'authorityCui', 'from', 'to', 'deadlineFrom', 'cursor'),
    ...(text('minValue') !== '' && { minValue: leiOf(text('minValue'), language) }),
    ...(text('maxValue') !== '' && { maxValue: leiOf(text('maxValue'), language) }),
    ...(isOpen && { state: 'open' as const }),
    // Only what is still to come has a place among the soonest.
    sort: SORTS.find((one) => one === query.get('sort')) ?? (isOpen ? 'deadline' : 'newest'),
  };
}

/** To the ban; what is no number stays none, and is refused where it is asked. */
const leiOf = (text: string, language: Language): number =>
  Math.round(Number(parseNumber(text, language) ?? Number.NaN) * 100) / 100;

/** How the values were read: `de la 1.000 lei până la 2.000 lei`. */
export function valuesRead({ minValue, maxValue }: TenderFilters, language: Language): string | null {
  const texts = textsOf(language).procurement.tender;
  const parts = [
    minValue !== undefined && `${texts.from} ${lei(minValue, language)}`,
    maxValue !== undefined && `${texts.until} ${lei(maxValue, language)}`,
  ].filter((part) => part !== false);
  return parts.length === 0 ? null : `${texts.valueRead}: ${parts.join(' ')}.`;
}

/** The address of the same list with something changed. */
export function tendersAt(
  { cursor: _cursor, state, ...asked }: TenderFilters,
  changed: Record<string, string | undefined>,
  language: Language,
): string {
  return toQuery('tenders', language, { ...asked, state: state ?? 'all', ...changed });
}

/** What is wrong, by the name that its field has in the form. */
export function wrongIn(problem: ApiError, asked: TenderFilters, language: Language): string {
  const texts = textsOf(language).procurement.tender;
  const { message, details } = problem.in(language);
  const [first] = details;
  const labels: Readonly<Record<string, string>> = {
    q: texts.q,
    cpv: texts.cpv,
    county: texts.county,
    minValue: `${texts.value}, ${texts.from}`,
    maxValue: `${texts.value}, ${texts.until}`,
    deadlineFrom: texts.deadlineFrom,
  };
  const label = first && labels[first.name];
  if (!first || label === undefined) return message;
  const isNoNumber = Number.isNaN(asked.minValue) || Number.isNaN(asked.maxValue);
  return `${label}: ${isNoNumber ? texts.noNumber : first.problem}`;
}

const NARROWING = ['q', 'cpv', 'county', 'authorityCui', 'from', 'to', 'deadlineFrom', 'minValue', 'maxValue'] as const;

export const filtersUsed = (asked: TenderFilters): number =>
  NARROWING.filter((name) => asked[name] !== undefined).length;

export function tenderForm(asked: TenderFilters, language: Language): Html {
  const texts = textsOf(language).procurement.tender;
  const county = asked.county === undefined ? undefined : findCounty(asked.county);
  const used = filtersUsed(asked);
  const field = (name: 'q' | 'cpv' | 'deadlineFrom' | 'minValue' | 'maxValue'): string => {
    const value = asked[name];
    if (value === undefined || Number.isNaN(value)) return '';
    return typeof value === 'number' ? number(value, language) : value;
  };
  const kept = (['authorityCui', 'from', 'to'] as const).filter((name) => asked[name] !== undefined);
  return html`<form class="filters" action="${to('tenders', language)}">
<p><label>${texts.q}<input class="field" type="search" name="q" maxlength="200" placeholder="${texts.qHint}" value="${field('q')}"></label></p>
<p><label>${texts.cpv}<input class="field" name="cpv" inputmode="numeric" maxlength="10" placeholder="${texts.cpvHint}" value="${field('cpv')}"></label></p>
<p><label>${texts.county}<select class="field" name="county"><option value="">${texts.anyCounty}</option>${counties.map(({ name, slug }) => html`<option value="${slug}"${slug === county?.slug && html` selected`}>${name}</option>`)}</select></label></p>
<fieldset class="pair"><legend>${texts.value}</legend><input class="field" name="minValue" inputmode="numeric" maxlength="20" aria-label="${texts.value}, ${texts.from}" placeholder="${texts.from}" value="${field('minValue')}"><input class="field" name="maxValue" inputmode="numeric" maxlength="20" aria-label="${texts.value}, ${texts.until}" placeholder="${texts.until}" value="${field('maxValue')}"></fieldset>
<p><label>${texts.deadlineFrom}<input class="field" type="date" name="deadlineFrom" value="${field('deadlineFrom')}"></label></p>
<p><label>${texts.state}<select class="field" name="state"><option value="open">${texts.states.open}</option><option value="all"${asked.state === undefined && html` selected`}>${texts.states.all}</option></select></label></p>
${kept.map((name) => html`<input type="hidden" name="${name}" value="${asked[name]}">`)}
<p class="submit"><button class="button" type="submit">${texts.go}</button>${used > 0 && html` <a href="${to('tenders', language)}">${texts.clear}</a>`}</p></form>`;
}
