/** Client of data.gov.ro, a CKAN catalogue of datasets. */

import { type Client, isAnswer } from '#data/sources/client.ts';
import {
  dayOf,
  excerpt,
  isObject,
  type JsonObject,
  numberOf,
  objectOf,
  parseJson,
  textOf,
} from '#data/sources/json.ts';
import { type Answer, type Unavailable, unavailable, unusable, type WholeOutcome } from '#lib/safe-fetch/outcome.ts';
import type { Day } from '#lib/values/date.ts';
import { ckan as portal } from './source.ts';

export interface Dataset {
  slug: string;
  title: string;
  licence: string | null;
  modified: Day | null;
  /** Null when the catalogue's list omits them; `showDataset` has them. */
  resources: Resource[] | null;
}

/** A file of a dataset, under the name it is downloaded by. */
export interface Resource {
  name: string;
  /** Slug of the dataset that it belongs to. */
  dataset: string;
  /** The publisher's description. */
  title: string | null;
  url: string;
  modified: Day | null;
  /** The time of modification, in the catalogue's own format: of two uploads with one name the later counts. */
  modifiedAt: string;
  sizeBytes: number | null;
}

const PAGE_ROWS = 100;

/** More than ten pages mean that the catalogue ignored the query. */
const PAGES_MAX = 10;

/** Every dataset that matches, the last changed first. `query` holds CKAN's own parameters, such as `q` and `fq`. */
export async function searchDatasets(
  client: Client,
  ckan: string,
  query: Readonly<Record<string, string>>,
): Promise<WholeOutcome<Dataset[]>> {
  const datasets: Dataset[] = [];
  for (let page = 0; page < PAGES_MAX; page++) {
    const parameters = new URLSearchParams({
      ...query,
      sort: 'metadata_modified desc',
      rows: String(PAGE_ROWS),
      start: String(page * PAGE_ROWS),
    });
    const answer = await send(client, `${ckan}/api/3/action/package_search?${parameters}`);
    const outcome = isAnswer(answer) ? parseSearch(answer) : answer;
    if (outcome.outcome !== 'found') return outcome;
    datasets.push(...outcome.value.datasets);
    if (datasets.length >= outcome.value.count) return { outcome: 'found', value: datasets };
    if (outcome.value.datasets.length < PAGE_ROWS) {
      return unavailable('malformed', `${datasets.length} of ${outcome.value.count} datasets`);
    }
  }
  return unavailable('malformed', `more than ${PAGES_MAX * PAGE_ROWS} datasets for ${JSON.stringify(query)}`);
}

async function showDataset(client: Client, ckan: string, slug: string): Promise<WholeOutcome<Dataset>> {
  const answer = await send(client, `${ckan}/api/3/action/package_show?${new URLSearchParams({ id: slug })}`);
  return isAnswer(answer) ? parseShow(answer) : answer;
}

/** The list usually has the resources; a dataset without them is requested on its own. */
export async function withResources(
  client: Client,
  ckan: string,
  query: Readonly<Record<string, string>>,
  select: (datasets: Dataset[]) => Dataset[],
): Promise<WholeOutcome<Dataset[]>> {
  const found = await searchDatasets(client, ckan, query);
  if (found.outcome !== 'found') return found;
  const datasets: Dataset[] = [];
  for (const dataset of select(found.value)) {
    const detailed = dataset.resources ? null : await showDataset(client, ckan, dataset.slug);
    if (detailed && detailed.outcome !== 'found') return detailed;
    datasets.push(detailed?.value ?? dataset);
  }
  return { outcome: 'found', value: datasets };
}

/** The web page of a dataset, for citations. */
export const datasetPage = (ckan: string, slug: string): string => `${ckan}/dataset/${encodeURIComponent(slug)}`;

const send = (client: Client, url: string): Promise<Answer | Unavailable> =>
  client.send({ url, userAgent: portal.userAgent }, portal.limits);

export function parseSearch(answer: Answer): WholeOutcome<{ count: number; datasets: Dataset[] }> {
  const result = readResult(answer);
  if (result.outcome !== 'found') return result;
  const { count, results } = result.value;
  const datasets = Array.isArray(results) ? results.map(readDataset) : [null];
  if (typeof count !== 'number' || !datasets.every((dataset) => dataset !== null)) {
    return unavailable('malformed', excerpt(answer.bytes));
  }
  return { outcome: 'found', value: { count, datasets } };
}

export function parseShow(answer: Answer): WholeOutcome<Dataset> {
  const result = readResult(answer);
  if (result.outcome !== 'found') return result;
  const value = readDataset(result.value);
  return value ? { outcome: 'found', value } : unavailable('malformed', excerpt(answer.bytes));
}

/** CKAN's envelope `{ success, result }`; an unknown dataset is a 404 with `success: false`. */
function readResult(answer: Answer): WholeOutcome<JsonObject> {
  const refusal = unusable(answer);
  if (refusal) return refusal;
  const body = parseJson(answer.bytes);
  if (!isObject(body)) return unavailable('malformed', excerpt(answer.bytes));
  if (body.success === true && isObject(body.result)) return { outcome: 'found', value: body.result };
  if (answer.status === 404) return { outcome: 'notFound' };
  return unavailable('rejected', textOf(objectOf(body.error).message) ?? `HTTP ${answer.status}`);
}

function readDataset(value: unknown): Dataset | null {
  const { name, title, license_title, license_id, metadata_modified, resources } = objectOf(value);
  const slug = textOf(name);
  if (slug === null) return null;
  return {
    slug,
    title: textOf(title) ?? slug,
    licence: textOf(license_title) ?? textOf(license_id),
    modified: dayOf(metadata_modified),
    resources: Array.isArray(resources)
      ? resources.map((one) => readResource(one, slug)).filter((resource) => resource !== null)
      : null,
  };
}

function readResource(value: unknown, dataset: string): Resource | null {
  const { name, url, last_modified, metadata_modified, created, size } = objectOf(value);
  const address = URL.parse(textOf(url) ?? '');
  if (address?.protocol !== 'http:' && address?.protocol !== 'https:') return null;
  return {
    name: fileName(textOf(name), address),
    dataset,
    title: textOf(name),
    url: address.href,
    modified: dayOf(last_modified) ?? dayOf(metadata_modified) ?? dayOf(created),
    modifiedAt: textOf(last_modified) ?? textOf(metadata_modified) ?? textOf(created) ?? '',
    // The portal reports a size of 0 for uploads that it has not measured.
    sizeBytes: numberOf(size) || null,
  };
}

/**
 * The name when it is one of a file; else the end of the address, since people also write titles there, and names without an ending.
 * Typing errors (`WEB_ONG_AN2019;.txt`) are removed from both.
 */
function fileName(name: string | null, address: URL): string {
  const typed = (name ?? '').replace(STRAYS, '');
  return /^[^\s/]+\.[a-z]{3,4}$/i.test(typed) ? typed : (address.pathname.split('/').at(-1) ?? '').replace(STRAYS, '');
}

const STRAYS = /%3B|%2C|[;,'"`]/gi;
