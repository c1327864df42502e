/** The open-data portal: finds the published folder's datasets and streams their files. */
import { createHash } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Day } from '#lib/values/date.ts';
import { words } from '#lib/values/text.ts';
import { type Answer, html, json } from './answer.ts';
import type { PortalFolder, Upload } from './portal-folder.ts';
import { portalFolders } from './publish.ts';

/** The portal's own default and bound. */
const ROWS_DEFAULT = 10;
const ROWS_MAX = 1000;

/** A dataset, as its publisher declares it, and where its files lie. */
interface Published {
  name: string;
  title: string;
  modifiedOn: Day;
  folder: string;
  publisher: PortalFolder;
}

interface Portal {
  folder: string;
  /** Address that the files' links start with. */
  address: string;
  today: Day;
}

export async function answerCatalogue(portal: Portal, path: string, query: URLSearchParams): Promise<Answer> {
  const datasets = await publishedDatasets(portal);
  if (path === '/api/3/action/package_search') return search(portal, datasets, query);
  if (path === '/api/3/action/package_show') {
    const id = query.get('id') ?? '';
    const dataset = datasets.find(({ name }) => name === id || uuidOf(name) === id);
    return dataset ? action('package_show', await describe(portal, dataset)) : notFound();
  }
  return download(datasets, path);
}

async function search(portal: Portal, datasets: Published[], query: URLSearchParams): Promise<Answer> {
  const terms = words(query.get('q') ?? '');
  const organization = /organization:"?([\w-]+)"?/.exec(query.get('fq') ?? '')?.[1];
  const matching = datasets.filter((dataset) => {
    const text = words(`${dataset.name} ${dataset.title}`);
    return (
      (!organization || dataset.publisher.organization.name === organization) &&
      terms.every((word) => text.includes(word))
    );
  });
  const newestFirst = matching.sort((a, b) => (a.modifiedOn < b.modifiedOn ? 1 : -1));
  const start = Number(query.get('start') ?? 0);
  const rows = Math.min(Number(query.get('rows') ?? ROWS_DEFAULT), ROWS_MAX);
  const page = newestFirst.slice(start, start + rows);
  const results = await Promise.all(page.map((dataset) => describe(portal, dataset)));
  return action('package_search', { count: matching.length, sort: 'metadata_modified desc', facets: {}, results });
}

const action = (name: string, result: unknown): Answer =>
  json({ help: `/api/3/action/help_show?name=${name}`, success: true, result });

const notFound = (): Answer =>
  json({ success: false, error: { __type: 'Not Found Error', message: 'Nu a fost găsit' } }, 404);

async function describe({ address }: Portal, dataset: Published) {
  const files = await filesOf(dataset);
  const names = files.map(({ name }) => name);
  const { organization, licence, uploadsOf = wholeFiles } = dataset.publisher;
  const resources = uploadsOf(dataset.name, names, dataset.modifiedOn).map((upload, position) => {
    const { name, file, modifiedAt, isStale } = upload;
    const id = uuidOf(`${dataset.name}/${file}${isStale ? STALE : ''}`);
    return {
      id,
      package_id: uuidOf(dataset.name),
      name,
      format: file.split('.').at(-1)?.toUpperCase() ?? '',
      // The portal lower-cases file names in its links.
      url: `${address}/dataset/${dataset.name}/resource/${id}/download/${encodeURIComponent(file.toLowerCase())}`,
      size: isStale ? STALE_CONTENT.length : (files.find((each) => each.name === file)?.sizeBytes ?? null),
      position,
      datastore_active: false,
      last_modified: modifiedAt,
    };
  });
  return {
    id: uuidOf(dataset.name),
    name: dataset.name,
    title: dataset.title,
    organization,
    license_title: licence,
    metadata_modified: `${dataset.modifiedOn}T09:30:00.000000`,
    num_resources: resources.length,
    resources,
  };
}

/** Always the whole file: the portal ignores Range. */
async function download(datasets: Published[], path: string): Promise<Answer> {
  const [, name, id, file] = /^\/dataset\/([^/]+)\/resource\/([^/]+)\/download\/([^/]+)$/.exec(path) ?? [];
  const dataset = datasets.find((published) => published.name === name);
  const found =
    dataset && (await filesOf(dataset)).find((published) => published.name.toLowerCase() === file?.toLowerCase());
  if (!found) return html('<html><body><h1>404 Not Found</h1></body></html>', 404);
  const headers = { 'content-type': MEDIA_TYPES[file?.split('.').at(-1) ?? ''] ?? 'text/csv' };
  if (id === uuidOf(`${name}/${found.name}${STALE}`)) return { status: 200, headers, body: STALE_CONTENT };
  return { status: 200, headers, body: { path: found.path, sizeBytes: found.sizeBytes } };
}

/** Suffix for ids of truncated first uploads, and their content. */
const STALE = ' stale';
const STALE_CONTENT = Buffer.from('CUI,CAEN,I1\n');

/** By extension, as on the portal. */
const MEDIA_TYPES: Record<string, string> = {
  txt: 'text/plain',
  xls: 'application/vnd.ms-excel',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** Folders that the publishers have written; datasets dated after today are not out yet. */
async function publishedDatasets({ folder, today }: Portal): Promise<Published[]> {
  const datasets: Published[] = [];
  for (const publisher of portalFolders) {
    const published = join(folder, publisher.folder);
    for (const name of await foldersIn(published))
      for (const dataset of publisher.datasetsOf(name, today))
        if (dataset.modifiedOn <= today) datasets.push({ ...dataset, folder: join(published, name), publisher });
  }
  return datasets;
}

async function foldersIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []; // nothing published yet
    throw error;
  });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

async function filesOf({ folder }: Published): Promise<{ name: string; path: string; sizeBytes: number }[]> {
  const names = (await readdir(folder)).sort();
  return Promise.all(
    names.map(async (name) => ({ name, path: join(folder, name), sizeBytes: (await stat(join(folder, name))).size })),
  );
}

/** The portal has random ids; these are derived, the same at every start. */
function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-');
}

const wholeFiles = (_: string, files: readonly string[], day: Day): Upload[] =>
  files.map((file) => ({ name: file, file, modifiedAt: `${day}T09:00:00.000000`, isStale: false }));
