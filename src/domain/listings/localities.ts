/** Finds the county and town that a user names; a 404 with near names when there is none. */

import { ApiError } from '#api/api-error.ts';
import type { Database } from '#data/store/database.ts';
import type { Message } from '#lib/i18n/message.ts';
import { type County, counties, findCounty } from '#lib/values/county.ts';
import { localitySlug } from '#lib/values/locality.ts';
import { nearest } from '#lib/values/nearest.ts';
import { slug } from '#lib/values/text.ts';
import { messages } from '#locales/messages.ts';
import { listSize, localitiesOf } from './listings-table.ts';

const bySlug = new Map(counties.map((county) => [county.slug, county]));

export function countyOrThrow(text: string): County {
  const county = findCounty(text);
  if (county) return county;
  const near = nearest(slug(text), [...bySlug.keys()]).map((each) => bySlug.get(each)?.name ?? each);
  throw unknownLocality(messages.listings.noCounty({ text: quoted(text) }), near);
}

/** The capital is both a county and a town; its firms have their seats in its sectors. */
const CAPITAL = 'bucuresti';

/** The slug of a locality that has firms; '' for all of the county. */
export async function localityOrThrow(db: Database, county: County, text: string): Promise<string> {
  const locality = localitySlug(text);
  if (locality === CAPITAL && county.slug === CAPITAL) return '';
  const all = { county: county.slug, locality, activity: null, active: false };
  if (locality !== '' && (await listSize(db, all)) !== null) return locality;
  const near = nearest(locality, await localitiesOf(db, county.slug));
  throw unknownLocality(messages.listings.noFirmIn({ text: quoted(text), county: county.name }), near);
}

const QUOTED_MAX = 60;
const quoted = (text: string): string => text.slice(0, QUOTED_MAX);

const unknownLocality = (problem: Message, near: string[]): ApiError =>
  new ApiError('NOT_FOUND', near.length === 0 ? problem : messages.listings.near({ problem, near: near.join(', ') }));
