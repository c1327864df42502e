/** County and town as people write them, found in the listing; a 404 with near names when there is no such place. */

import { ApiError } from '#api/api-error.ts';
import type { Database } from '#data/store/database.ts';
import type { Message } from '#lib/i18n/message.ts';
import { type County, counties, findCounty } from '#lib/values/county.ts';
import { localitySlug } from '#lib/values/locality.ts';
import { nearest } from '#lib/values/near.ts';
import { slug } from '#lib/values/text.ts';
import { messages } from '#locales/messages.ts';
import { listSize, localitiesOf } from './listings-table.ts';

const bySlug = new Map(counties.map((county) => [county.slug, county]));

export function countyOrNone(text: string): County {
  const county = findCounty(text);
  if (county) return county;
  const near = nearest(slug(text), [...bySlug.keys()]).map((each) => bySlug.get(each)?.name ?? each);
  throw noPlace(messages.listings.noCounty({ text: shown(text) }), near);
}

/** The capital is a county and a town in one; its firms sit in its sectors. */
const CAPITAL = 'bucuresti';

/** The slug of a place that has firms; '' for all of the county. */
export async function localityOrNone(db: Database, county: County, text: string): Promise<string> {
  const wanted = localitySlug(text);
  if (wanted === CAPITAL && county.slug === CAPITAL) return '';
  const all = { county: county.slug, locality: wanted, activity: null, active: false };
  if (wanted !== '' && (await listSize(db, all)) !== null) return wanted;
  const near = nearest(wanted, await localitiesOf(db, county.slug));
  throw noPlace(messages.listings.noFirmIn({ text: shown(text), county: county.name }), near);
}

const SHOWN_MAX = 60;
const shown = (text: string): string => text.slice(0, SHOWN_MAX);

const noPlace = (problem: Message, near: string[]): ApiError =>
  new ApiError('NOT_FOUND', near.length === 0 ? problem : messages.listings.near({ problem, near: near.join(', ') }));
