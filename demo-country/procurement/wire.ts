/** How the procurement system writes things in its answers: instants with their offset, coded values, lei, pages. */

import { type Answer, json } from '#demo-country/answer.ts';
import { dayNumber, dayText, timeText, yearOfDay } from '#demo-country/days.ts';
import { isDay } from '#lib/values/date.ts';

/** In place of a missing instant. */
export const NO_INSTANT = '0001-01-01T00:00:00+02:00';

/** `2026-04-04T01:54:35+03:00` */
export function instant(day: number, seconds: number): string {
  return `${dayText(day)}T${timeText(seconds)}+0${isSummer(day) ? 3 : 2}:00`;
}

/** From the last Sunday of March to the last of October. */
function isSummer(day: number): boolean {
  const year = yearOfDay(day);
  return day >= lastSunday(`${year}-03-31`) && day < lastSunday(`${year}-10-31`);
}

/** 1970-01-01 was a Thursday. */
const lastSunday = (lastOfMonth: string): number => {
  const day = dayNumber(lastOfMonth);
  return day - ((day + 4) % 7);
};

export const coded = (id: number, text: string) => ({ id, text, localeKey: null });

export const lei = (bani: number): number => bani / 100;

export type Body = Readonly<Record<string, unknown>>;

/** The day of a filter, sent as a day or an instant; null for no filter. */
export function dayIn(body: Body, name: string): number | null {
  const value = body[name];
  const text = typeof value === 'string' ? value.slice(0, 10) : '';
  return isDay(text) ? dayNumber(text) : null;
}

export const numberIn = (body: Body, name: string): number | null =>
  typeof body[name] === 'number' ? body[name] : null;

/** Whether a value passes an optional filter. */
export const passes = (filter: number | null, value: number): boolean => filter === null || filter === value;

const PAGE_SIZE_DEFAULT = 10;
const PAGE_SIZE_MAX = 2_000;

/** Rows beyond the cap are unreachable: later pages repeat the last one. */
export function page<Row>(rows: readonly Row[], body: Body, cap: number, item: (row: Row) => object): Answer {
  const size = Math.min(Math.max(1, numberIn(body, 'pageSize') ?? PAGE_SIZE_DEFAULT), PAGE_SIZE_MAX);
  const tooLong = rows.length > cap;
  const reachable = tooLong ? rows.slice(0, cap) : rows;
  const last = Math.max(0, Math.ceil(reachable.length / size) - 1);
  const requested = numberIn(body, 'pageIndex') ?? 0;
  const index = tooLong ? Math.min(requested, last) : requested;
  const items = reachable.slice(index * size, (index + 1) * size).map(item);
  return json({ total: reachable.length, items, searchTooLong: tooLong });
}
