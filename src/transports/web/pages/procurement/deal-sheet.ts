/** One list of deals as a sheet: filters and downloads in the margin, rows beside them, and what Pro adds to a preview. */

import { counted, type Noun } from '#lib/i18n/counts.ts';
import type { Language } from '#lib/i18n/message.ts';
import { wholeNumber } from '#lib/i18n/numbers.ts';
import { textsOf } from '#locales/texts.ts';
import { listDownloads, type PageOfList, paging } from '#transports/web/components/lists.ts';
import { alert, proBox } from '#transports/web/components/notices.ts';
import { type Html, html } from '#transports/web/html.ts';
import type { Settled } from '#transports/web/routing/settle.ts';

import { seapOf } from './seap-sources.ts';

/** What an operation told of a list; of a preview its first rows. */
interface ToldList {
  preview: boolean;
  meta: { page?: PageOfList; sources: Parameters<typeof seapOf>[0] };
}

export interface DealSheet<Told extends ToldList> {
  title: string;
  noun: Noun;
  /** Of the operation, for downloads. */
  path: string;
  query: Readonly<Record<string, string | number | boolean | undefined>>;
  /** Null: it has none. */
  form: Html | null;
  isFiltered: boolean;
  asked: Settled<Told>;
  rows(told: Told): Html;
  at(cursor: string | undefined): string;
  /** Instead of the list, where it needs Pro and shows no preview. */
  proOnly?: string;
}

export function dealSheet<Told extends ToldList>(list: DealSheet<Told>, now: number, language: Language): Html {
  const { asked, form } = list;
  const texts = textsOf(language).procurement.deal;
  const isForPro = asked.error?.code === 'PRO_KEY_REQUIRED';
  const isPreview = asked.result?.preview ?? true;
  // A preview takes no filters: they would promise what is not done.
  const margin =
    asked.result && !isPreview
      ? html`${form && html`<details class="filter"><summary>${texts.filters}</summary><div>${form}</div></details>`}${listDownloads(list.path, list.query, language)}`
      : asked.error && !isForPro && form
        ? html`<details class="filter" open><summary>${texts.filters}</summary><div>${form}</div></details>`
        : null;
  return html`<section class="sheet listing" id="lista" aria-labelledby="lista-title"><header><h2 id="lista-title">${list.title}</h2>${asked.result && seapOf(asked.result.meta.sources, now, language)}${margin}</header><div>
${isForPro && proBox(list.proOnly ?? '', language)}${asked.error && !isForPro && alert({ grade: 'check', heading: asked.error.in(language).message, lines: [] })}
${asked.result && body(list, asked.result, language)}</div></section>`;
}

function body<Told extends ToldList>(
  { rows, noun, at, isFiltered }: DealSheet<Told>,
  told: Told,
  language: Language,
): Html {
  const texts = textsOf(language).procurement.deal;
  const { page } = told.meta;
  const total = page?.total ?? 0;
  if (total === 0 && (page?.returned ?? 0) === 0)
    return html`<p class="nothing">${isFiltered && !told.preview ? texts.none : texts.noneAtAll}</p>`;
  const all = counted(total, noun, language);
  const isCut = told.preview && total > (page?.returned ?? 0);
  return html`${rows(told)}${told.preview ? isCut && html`<p class="quiet aside">${texts.previewOf(wholeNumber(page?.returned ?? 0, language), all)}</p>${proBox(texts.previewPro(all), language)}` : paging(page, at, language)}`;
}
