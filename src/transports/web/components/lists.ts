/** Lists of records: rows of companies, deadlines, paging and downloads. */

import { counted } from '#lib/i18n/counts.ts';
import { dayAndMonth, hourOf, shortDay } from '#lib/i18n/dates.ts';
import type { Language } from '#lib/i18n/message.ts';
import { shortLei, wholeNumber } from '#lib/i18n/numbers.ts';
import { bucharestDay, daysBetween } from '#lib/values/date.ts';
import { textsOf } from '#locales/texts.ts';
import { append, type PageQuery, to } from '#transports/web/addresses.ts';
import { type Html, html } from '#transports/web/html.ts';
import { localityParts } from '#transports/web/locality.ts';
import { icon } from './icon.ts';

export interface CompanyRow {
  cui: string | null;
  name: string | null;
  locality: string | null;
  county: string | null;
  caenCode: string | null;
  active: boolean | null;
  turnover: number | null;
  employees: number | null;
  year: number | null;
  /** Of rankings. */
  rank?: number;
}

export const companyLink = ({ cui, name }: Pick<CompanyRow, 'cui' | 'name'>, language: Language): Html =>
  cui === null ? html`${name}` : html`<a href="${to('company', language, { cui })}">${name ?? cui}</a>`;

export const companyList = (rows: readonly CompanyRow[], language: Language): Html =>
  html`<ol class="ledger">${rows.map((row) => companyRow(row, language))}</ol>`;

function companyRow(row: CompanyRow, language: Language): Html {
  const texts = textsOf(language).components.companyList;
  const meta = [
    row.cui !== null && `CUI ${row.cui}`,
    ...localityParts(row),
    row.caenCode && `CAEN ${row.caenCode}`,
  ].filter(Boolean);
  return html`<li class="listed"><span>${row.rank !== undefined && html`<b>${row.rank}.</b> `}${companyLink(row, language)}</span><span class="meta">${meta.join(' · ')}${row.active === false && html` <span class="tag">${icon('closed')}${texts.closed}</span>`}</span>
${row.turnover === null ? html`<span class="right quiet">${texts.none}</span>` : html`<span class="right">${shortLei(row.turnover, language)}</span><span class="meta of-right">${texts.turnover(row.year)}${row.employees !== null && ` · ${counted(row.employees, texts.staff, language)}`}</span>`}</li>`;
}

/** A deadline within so many days is urgent. */
const URGENT_DAYS = 2;

export interface RemainingTime {
  /** `azi`, `44 de zile`. */
  word: string;
  isOver: boolean;
  isUrgent: boolean;
}

/** Null without a deadline. */
export function remainingTime(instant: string | null, now: number, language: Language): RemainingTime | null {
  if (instant === null) return null;
  const texts = textsOf(language).components.deadline;
  if (Date.parse(instant) < now) return { word: texts.over, isOver: true, isUrgent: false };
  const days = remainingDays(instant, now);
  const word = days === 0 ? texts.today : days === 1 ? texts.tomorrow : counted(days, texts.days, language);
  return { word, isOver: false, isUrgent: days <= URGENT_DAYS };
}

const remainingDays = (instant: string, now: number): number =>
  daysBetween(bucharestDay(now), bucharestDay(Date.parse(instant)));

/** Large, before a row of a list. */
export function deadline(instant: string | null, now: number, language: Language): Html {
  const texts = textsOf(language).components.deadline;
  const remaining = remainingTime(instant, now, language);
  if (remaining === null || instant === null) return html`<span class="left none">${texts.none}</span>`;
  const day = bucharestDay(Date.parse(instant));
  if (remaining.isOver)
    return html`<span class="left over">${remaining.word}<small>${shortDay(day, language)}</small></span>`;
  if (remainingDays(instant, now) < 2)
    return html`<span class="left amber">${remaining.word}<small>${texts.at(hourOf(instant))}</small></span>`;
  const [figure, ...unit] = remaining.word.split(/[\s\u00a0]/);
  return html`<span class="left${remaining.isUrgent && ' amber'}">${figure}<small>${unit.join(' ')}, ${dayAndMonth(day, language)}</small></span>`;
}

/** `at` returns the address of a page for a cursor. */
export const pager = (
  cursor: string | null | undefined,
  at: (cursor: string) => string,
  language: Language,
): Html | null =>
  cursor
    ? html`<nav class="pager"><a class="button second" rel="next" href="${at(cursor)}">${textsOf(language).components.pager.next}</a></nav>`
    : null;

export interface PageOfList {
  offset: number;
  returned: number;
  limit: number;
  /** Null: not counted. */
  total: number | null;
  totalRelation: 'exact' | 'atLeast';
  nextCursor: string | null;
}

/** With the position in the list: `31–60 din 318`. `at` without a cursor is the address of the first page. */
export function paging(
  page: PageOfList | undefined,
  at: (cursor: string | undefined) => string,
  language: Language,
): Html | null {
  if (!page || page.returned === 0) return null;
  const { offset, returned, limit, total, totalRelation, nextCursor } = page;
  const texts = textsOf(language).components.pager.page;
  const figure = (count: number): string => wholeNumber(count, language);
  const rest = total === null || totalRelation === 'atLeast' ? limit : Math.min(limit, total - offset - returned);
  const whole = total !== null && ` ${texts.of} ${totalRelation === 'atLeast' ? texts.least : ''}${figure(total)}`;
  return html`<nav class="pager list-position">${nextCursor !== null && html`<a class="button second" rel="next" href="${at(nextCursor)}">${texts.next(figure(rest))}</a>`}
<span class="quiet">${figure(offset + 1)}–${figure(offset + returned)}${whole}</span>${offset > 0 && html`<a href="${at(undefined)}">${texts.first}</a>`}</nav>`;
}

type FileFormat = 'CSV' | 'XLSX' | 'JSON';

interface Downloads {
  /** The content of the files, for screen readers. */
  content: string;
  /** The address of the operation: `/api/company/90000014/financials`. */
  path: string;
  query?: PageQuery;
  /** Lists have tables too; single records do not. */
  formats?: readonly FileFormat[];
}

const ALL: readonly FileFormat[] = ['CSV', 'XLSX', 'JSON'];

export const downloads = ({ content, path, query = {}, formats = ALL }: Downloads, language: Language): Html =>
  html`${formats.map((format) => html`<a rel="nofollow" href="${addressOf(path, query, format, language)}" aria-label="${content}, ${format}">${icon('download')}${format}</a>`)}`;

/** Downloads of the displayed list, with its filters. */
export const listDownloads = (
  path: string,
  query: PageQuery,
  language: Language,
  formats: readonly FileFormat[] = ALL,
): Html =>
  html`<ul class="tools" aria-label="${textsOf(language).components.downloads}">${formats.map((format) => html`<li><a rel="nofollow" href="${addressOf(path, query, format, language)}">${icon('download')}${format}</a></li>`)}</ul>`;

/** The column heads of tables are in the language of the page. */
function addressOf(path: string, query: PageQuery, format: FileFormat, language: Language): string {
  const search = new URLSearchParams();
  append(search, query);
  if (format !== 'JSON') search.set('format', format.toLowerCase());
  search.set('lang', language);
  return `${path}?${search.toString()}`;
}
