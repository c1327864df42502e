/** Press releases, their files, and the words for searching them. */

import type { PressFile } from '#data/sources/press/press-file.ts';
import type { PressRelease } from '#data/sources/press/releases-page.ts';
import type { Database, Statement, Value } from '#data/store/database.ts';
import { bytewise } from '#data/store/ddl.ts';
import { indexedWords, type SearchWord } from '#lib/values/indexed-words.ts';
import type { Observation } from './refresh-result.ts';

const SOURCE = 'press';

/** When the page of releases was last read, ISO instant; null before the first time. */
export const lastPressFetch = async (db: Database): Promise<string | null> =>
  (await db.one<{ at: string }>('select fetched_at as at from press_look where source = $1', [SOURCE]))?.at ?? null;

/** A release with a corrected title keeps its slug; one that left the page stays. */
export const storeReleases = (releases: readonly PressRelease[], fetchedAt: string): Statement[] => [
  ...releases.map(({ url, slug, title, publishedAt, office, attachments }) => ({
    sql: `insert into press_release (url, slug, title, published_at, office, attachments) values ($1, $2, $3, $4, $5, $6)
      on conflict (url) do update set title = excluded.title, attachments = excluded.attachments`,
    params: [url, slug, title, publishedAt, office, JSON.stringify(attachments)],
  })),
  {
    sql: `insert into press_look (source, fetched_at) values ($1, $2)
      on conflict (source) do update set fetched_at = excluded.fetched_at`,
    params: [SOURCE, fetchedAt],
  },
];

interface StoredRelease {
  url: string;
  slug: string;
  title: string;
  publishedAt: string;
  office: string;
  /** JSON. */
  attachments: string;
  /** Null before it was read, or when it has none. */
  text: string | null;
  /** JSON. */
  ocrPages: string | null;
  /** 1 when its file was requested. */
  looked: number;
  /** 1 when pages of its file are unread pictures. */
  waiting: number | null;
}

const COLUMNS = `r.url, r.slug, r.title, r.published_at as "publishedAt", r.office, r.attachments, f.text,
  f.ocr_pages as "ocrPages", f.waiting,
  case when f.url is null then 0 else 1 end as looked from press_release r left join press_file f on f.url = r.url`;
const NEWEST = 'order by r.published_at desc, r.url';

/** Excludes some releases in the query, so that a page of the list has no gaps. */
const but = (urls: readonly string[], before: number): string =>
  urls.length === 0 ? 'r.url is not null' : `r.url not in (${urls.map((_, i) => `$${before + i + 1}`).join(', ')})`;

const storedReleases = (
  db: Database,
  limit: number,
  offset: number,
  without: readonly string[],
): Promise<StoredRelease[]> =>
  db.all<StoredRelease>(`select ${COLUMNS} where ${but(without, 2)} ${NEWEST} limit $1 offset $2`, [
    limit,
    offset,
    ...without,
  ]);

const storedArticles = (
  db: Database,
  limit: number,
  offset: number,
  without: readonly string[],
): Promise<StoredRelease[]> =>
  db.all<StoredRelease>(
    `select ${COLUMNS} where f.text is not null and ${but(without, 2)} ${NEWEST} limit $1 offset $2`,
    [limit, offset, ...without],
  );

const addresses = (db: Database): Promise<{ url: string; slug: string }[]> =>
  db.all('select url, slug from press_release');

/** Changes with what is stored. */
const pressVersion = async (db: Database): Promise<string> => {
  const [look, read] = await Promise.all([
    lastPressFetch(db),
    db.one<{ files: number; newest: string | null }>(
      'select count(*) as files, max(fetched_at) as newest from press_file',
    ),
  ]);
  return `${look} ${read?.files} ${read?.newest}`;
};

const releaseOfSlug = (db: Database, slug: string): Promise<StoredRelease | null> =>
  db.one<StoredRelease>(`select ${COLUMNS} where r.slug = $1`, [slug]);

export const titleOfRelease = async (db: Database, url: string): Promise<string | null> =>
  (await db.one<{ title: string }>('select title from press_release where url = $1', [url]))?.title ?? null;

/** Attachments are JSON, in which an address stands between quotes. */
const isListed = async (db: Database, url: string): Promise<boolean> =>
  (await db.one(
    "select 1 as listed from press_release where url = $1 or replace(attachments, $2, '') <> attachments limit 1",
    [url, JSON.stringify(url)],
  )) !== null;

interface PressCounts {
  releases: number;
  articles: number;
  /** Releases whose file was not requested yet. */
  unread: number;
}

const pressCounts = async (db: Database, without: readonly string[]): Promise<PressCounts> =>
  (await db.one<PressCounts>(
    `select count(*) as releases, count(f.text) as articles, count(*) - count(f.url) as unread
     from press_release r left join press_file f on f.url = r.url where ${but(without, 0)}`,
    without,
  )) ?? { releases: 0, articles: 0, unread: 0 };

/** Addresses of releases whose file was never requested, newest first. */
export const unreadReleases = async (db: Database, limit: number): Promise<string[]> =>
  (
    await db.all<{ url: string }>(
      `select r.url from press_release r left join press_file f on f.url = r.url where f.url is null ${NEWEST} limit $1`,
      [limit],
    )
  ).map(({ url }) => url);

interface FileRow {
  fetched_at: string;
  found: number;
  size_bytes: number | null;
  pages: number | null;
  text: string | null;
  problem: PressFile['problem'];
  waiting: number;
  /** JSON. */
  ocr_pages: string;
}

/** The stored file; null when it was never requested. */
export async function storedFile(db: Database, url: string): Promise<Observation<PressFile> | null> {
  const row = await db.one<FileRow>('select * from press_file where url = $1', [url]);
  if (row === null) return null;
  const { fetched_at: fetchedAt, found, size_bytes: sizeBytes, pages, text, problem } = row;
  if (found === 0) return { outcome: 'notFound', fetchedAt };
  const [waiting, ocrPages] = [row.waiting === 1, JSON.parse(row.ocr_pages)];
  return { outcome: 'found', fetchedAt, record: { sizeBytes, pages, text, ocrPages, waiting, problem } };
}

/** Indexed words of a release: its first pages have the subject. */
const WORDS_MAX = 2_000;
/** Files that callers requested and no release links are stored for a day, as the answer is. */
const STRAY_MS = 86_400_000;

export function storeFile(url: string, title: string, observation: Observation<PressFile>): Statement[] {
  const { fetchedAt } = observation;
  const file = observation.outcome === 'found' ? observation.record : null;
  const words = indexedWords(file?.text ? `${title} ${file.text}` : '', WORDS_MAX);
  return [
    {
      sql: `insert into press_file (url, fetched_at, found, size_bytes, pages, text, problem, waiting, ocr_pages)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
        on conflict (url) do update set fetched_at = excluded.fetched_at, found = excluded.found, size_bytes = excluded.size_bytes,
          pages = excluded.pages, text = excluded.text, problem = excluded.problem, waiting = excluded.waiting,
          ocr_pages = excluded.ocr_pages`,
      params: [
        url,
        fetchedAt,
        file ? 1 : 0,
        file?.sizeBytes ?? null,
        file?.pages ?? null,
        file?.text ?? null,
        file?.problem ?? null,
        file?.waiting ? 1 : 0,
        JSON.stringify(file?.ocrPages ?? []),
      ],
    },
    { sql: 'delete from press_word where url = $1', params: [url] },
    ...(words.length === 0 ? [] : [wordsStatement(url, words)]),
    {
      sql: 'delete from press_file where fetched_at < $1 and not exists (select 1 from press_release r where r.url = press_file.url)',
      params: [new Date(Date.parse(fetchedAt) - STRAY_MS).toISOString()],
    },
  ];
}

/** The result of reading a file's pictures. If they break the reader, the text of its other pages stays. */
export const storePictures = (url: string, title: string, observation: Observation<PressFile>): Statement[] =>
  observation.outcome === 'found' && observation.record.problem === null
    ? storeFile(url, title, observation)
    : [
        {
          sql: `update press_file set waiting = 0, problem = case when text is null then coalesce($2, 'broken') end where url = $1`,
          params: [url, observation.outcome === 'found' ? observation.record.problem : null],
        },
      ];

/** Addresses of files with unread pictures, those of the newest releases first. */
export const waitingFiles = async (db: Database, limit: number): Promise<string[]> =>
  (
    await db.all<{ url: string }>(
      `select f.url from press_file f left join press_release r on r.url = f.url where f.waiting = 1
       order by r.published_at desc, f.url limit $1`,
      [limit],
    )
  ).map(({ url }) => url);

const wordsStatement = (url: string, words: readonly string[]): Statement => ({
  sql: `insert into press_word (url, word) values ${words.map((_, i) => `($1, $${i + 2})`).join(', ')}`,
  params: [url, ...words],
});

/** Articles with all the words, the newest first. */
async function articlesByWords(
  db: Database,
  query: readonly SearchWord[],
  limit: number,
  offset: number,
  without: readonly string[],
): Promise<{ rows: StoredRelease[]; total: number }> {
  const word = `w.word ${bytewise[db.engine]}`;
  const params: Value[] = [];
  const has = query.map(({ word: each, prefix }) => {
    const test = prefix
      ? `${word} >= $${params.push(each)} and ${word} < $${params.push(`${each}\u{10ffff}`)}`
      : `${word} = $${params.push(each)}`;
    return `exists (select 1 from press_word w where w.url = r.url and ${test})`;
  });
  const where = `where f.text is not null and ${has.join(' and ')} and ${but(without, params.length)}`;
  params.push(...without);
  const rows = await db.all<StoredRelease>(
    `select ${COLUMNS} ${where} ${NEWEST} limit ${limit} offset ${offset}`,
    params,
  );
  const total = await db.one<{ count: number }>(
    `select count(*) as count from press_release r left join press_file f on f.url = r.url ${where}`,
    params,
  );
  return { rows, total: total?.count ?? 0 };
}

/** Reads of stored press data, for the press module. */
export const pressStored = (db: Database) => ({
  look: () => lastPressFetch(db),
  version: () => pressVersion(db),
  addresses: () => addresses(db),
  counts: (without: readonly string[]) => pressCounts(db, without),
  releases: (limit: number, offset: number, without: readonly string[]) => storedReleases(db, limit, offset, without),
  articles: (limit: number, offset: number, without: readonly string[]) => storedArticles(db, limit, offset, without),
  bySlug: (slug: string) => releaseOfSlug(db, slug),
  byWords: (query: readonly SearchWord[], limit: number, offset: number, without: readonly string[]) =>
    articlesByWords(db, query, limit, offset, without),
  title: (url: string) => titleOfRelease(db, url),
  file: (url: string) => storedFile(db, url),
  isListed: (url: string) => isListed(db, url),
});
