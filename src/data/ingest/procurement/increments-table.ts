/** Increments in the live store: the requested days of each list, the time of the request, and the records. */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { ExportRecords, ListKind } from '#data/sources/procurement/exports/batch.ts';
import type { Database } from '#data/store/database.ts';
import type { Day } from '#lib/values/date.ts';
import { type IncrementName, nameOf, type PublishedIncrement, readIncrement } from './increments.ts';

/** The busiest day of a list has some ten thousand records, and a few megabytes. */
const CONTENT_BYTES_MAX = 256 * 1024 * 1024;

interface Request {
  /** The day of the request. */
  on: Day;
  /** The start of the request, in milliseconds by the database's clock. */
  at: number;
  url: string | null;
}

/** Stores a day as a whole. The result of a later request stays: it is more complete. */
export async function storeIncrement(
  live: Database,
  name: IncrementName,
  text: string,
  request: Request,
): Promise<void> {
  await live.write([
    {
      sql: `${INSERT} where procurement_increment.asked_at <= excluded.asked_at`,
      params: [name.kind, name.day, request.on, request.at, 0, request.url, ...(await pack(Buffer.from(text)))],
    },
  ]);
}

/** Stores a file. It replaces an older file only: the result of a request is newer, whatever the time of the file. */
export async function storeFromFile(
  live: Database,
  name: IncrementName,
  content: Buffer,
  request: Request,
): Promise<void> {
  await live.write([
    {
      sql: `${INSERT} where procurement_increment.is_from_file = 1 and procurement_increment.asked_at < excluded.asked_at`,
      params: [name.kind, name.day, request.on, request.at, 1, request.url, ...(await pack(content))],
    },
  ]);
}

const INSERT = `insert into procurement_increment (kind, day, asked_on, asked_at, is_from_file, url, size_bytes, sha256, content)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
  on conflict (kind, day) do update set asked_on = excluded.asked_on, asked_at = excluded.asked_at,
    is_from_file = excluded.is_from_file, url = excluded.url, size_bytes = excluded.size_bytes, sha256 = excluded.sha256,
    content = excluded.content`;

/** Compresses off this thread, which may be the only writer. */
const pack = async (content: Buffer): Promise<[number, string, Uint8Array]> => [
  content.length,
  createHash('sha256').update(content).digest('hex'),
  await promisify(gzip)(content),
];

/** The last request of each increment, by its name. */
export async function incrementRequests(
  live: Database,
): Promise<Map<string, { on: Day; at: number; isFromFile: boolean }>> {
  const rows = await live.all<IncrementName & { asked_on: Day; asked_at: number; is_from_file: number }>(
    'select kind, day, asked_on, asked_at, is_from_file from procurement_increment',
  );
  return new Map(
    rows.map((row) => [nameOf(row), { on: row.asked_on, at: row.asked_at, isFromFile: row.is_from_file === 1 }]),
  );
}

/** The newest first. */
export async function storedIncrements(live: Database): Promise<PublishedIncrement[]> {
  const rows = await live.all<IncrementName & { url: string | null; bytes: number; sha256: string }>(
    'select kind, day, url, size_bytes as bytes, sha256 from procurement_increment order by day desc, kind desc',
  );
  return rows.map(({ kind, day, url, bytes, sha256 }) => ({
    kind,
    day,
    bytes,
    name: nameOf({ kind, day }),
    path: null,
    url: async () => url,
    sha256: async () => sha256,
    read: () => storedContent(live, { kind, day }),
  }));
}

export async function* storedContent(live: Database, increment: IncrementName): AsyncGenerator<Buffer> {
  const content = await contentOf(live, increment);
  if (content === null) throw new Error(`${nameOf(increment)} is not in the store any more.`);
  yield content;
}

/** Null when it was never requested. */
export async function contentOf(live: Database, { kind, day }: IncrementName): Promise<Buffer | null> {
  const row = await live.one<{ content: Uint8Array }>(
    'select content from procurement_increment where kind = $1 and day = $2',
    [kind, day],
  );
  return row && promisify(gunzip)(row.content, { maxOutputLength: CONTENT_BYTES_MAX });
}

/** Records of one day; none when it was never requested. */
export async function recordsOfDay<Kind extends ListKind>(
  live: Database,
  { kind, day }: { kind: Kind; day: Day },
): Promise<ExportRecords[Kind][]> {
  const content = await contentOf(live, { kind, day });
  return content === null ? [] : Array.fromAsync(recordsIn(content, kind));
}

/** Records of all days, day after day. */
export async function* everyRecord<Kind extends ListKind>(
  live: Database,
  kind: Kind,
): AsyncGenerator<ExportRecords[Kind]> {
  const rows = await live.all<{ day: Day }>('select day from procurement_increment where kind = $1 order by day', [
    kind,
  ]);
  for (const { day } of rows) yield* await recordsOfDay(live, { kind, day });
}

async function* recordsIn<Kind extends ListKind>(content: Buffer, kind: Kind): AsyncGenerator<ExportRecords[Kind]> {
  const read = async function* () {
    yield content;
  };
  for await (const batch of readIncrement({ read }, kind)) yield* batch.records as ExportRecords[Kind][];
}
