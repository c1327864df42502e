/**
 * What the lists of the procurement system said of one day, in files of our own: `sicap-purchases-2026-11-14.ndjson` holds one record a
 * line, as sources/procurement/records.ts has them. A day that is asked again replaces its file.
 */
import { mkdir, open, readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Day } from '#base/date.ts';
import { jsonWithoutNul } from '#base/without-nul.ts';
import type { ExportBatch, ExportKind, ExportRecords } from '#sources/procurement/exports/batch.ts';
import type { Skip } from '#sources/text-table.ts';

const NAME = /^sicap-(notices|contracts|purchases|awards|reports)-([0-9]{4}-[0-9]{2}-[0-9]{2})\.ndjson$/;

/** Where they lie inside the folder of publications. */
export const INCREMENTS = 'sicap';

/** Reports are collected with the documents, and lie by the day of their issue in our import format (collected-reports.ts). */
type IncrementKind = ExportKind | 'reports';

export interface IncrementName {
  kind: IncrementKind;
  day: Day;
}

export function parseIncrementName(name: string): IncrementName | null {
  const [, kind, day] = NAME.exec(name) ?? [];
  return kind === undefined || day === undefined ? null : { kind: kind as IncrementKind, day };
}

export const nameOf = ({ kind, day }: IncrementName): string => `sicap-${kind}-${day}.ndjson`;

/** Complete or not at all. `cut`: what the list could not show of the day; it stands in the file, and in the report of whoever reads it. */
export async function writeIncrement<Kind extends ExportKind>(
  folder: string,
  { kind, day }: { kind: Kind; day: Day },
  records: AsyncIterable<ExportRecords[Kind]> | Iterable<ExportRecords[Kind]>,
  cut: readonly string[] = [],
): Promise<number> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, nameOf({ kind, day }));
  const aside = join(folder, `.${nameOf({ kind, day })}`);
  const file = await open(aside, 'w');
  let count = 0;
  try {
    for await (const record of records) {
      await file.appendFile(`${JSON.stringify(record)}\n`);
      count++;
    }
    for (const sentence of cut) await file.appendFile(`${JSON.stringify({ cut: sentence })}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(aside, path);
  return count;
}

/** Which days the folder holds. */
async function incrementsIn(folder: string): Promise<IncrementName[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return names.flatMap((name) => parseIncrementName(name) ?? []);
}

/** Records of one day, or none when it was never asked. */
export async function readDay<Kind extends ExportKind>(
  folder: string,
  name: IncrementName & { kind: Kind },
): Promise<ExportRecords[Kind][]> {
  const records: ExportRecords[Kind][] = [];
  if (!(await incrementsIn(folder)).some(({ kind, day }) => kind === name.kind && day === name.day)) return records;
  for await (const batch of readIncrement(join(folder, nameOf(name)), name.kind))
    records.push(...(batch.records as ExportRecords[Kind][]));
  return records;
}

/** Records of all days, day after day. */
export async function* everyRecord<Kind extends ExportKind>(
  folder: string,
  kind: Kind,
): AsyncGenerator<ExportRecords[Kind]> {
  for (const name of await incrementsIn(folder))
    if (name.kind === kind)
      for await (const batch of readIncrement(join(folder, nameOf(name)), kind))
        yield* batch.records as ExportRecords[Kind][];
}

const BATCH_LINES = 500;

type Amounts = Record<'value' | 'valueRon' | 'estimatedValue', number | null>;

/** What a record is worth, in bani. */
const AMOUNT: Record<ExportKind, (record: Partial<Amounts>) => number | null | undefined> = {
  contracts: ({ valueRon }) => valueRon,
  purchases: ({ value }) => value,
  awards: ({ value }) => value,
  notices: ({ estimatedValue }) => estimatedValue,
};

/** A line that is no record, after a disk error say, is a skip. */
export async function* readIncrement(path: string, kind: ExportKind): AsyncGenerator<ExportBatch> {
  const file = await open(path);
  try {
    let [records, lines, skips, number, bytesRead] = [[] as unknown[], [] as number[], [] as Skip[], 0, 0];
    const batch = (): ExportBatch => {
      const amounts = records.map((record) => AMOUNT[kind](record as Partial<Amounts>) ?? null);
      const done = { kind, records, lines, amounts, skips, bytesRead } as ExportBatch;
      [records, lines, skips] = [[], [], []];
      return done;
    };
    for await (const line of file.readLines()) {
      number++;
      bytesRead += Buffer.byteLength(line) + 1;
      try {
        const given = jsonWithoutNul(line) as { cut?: string };
        if (given.cut !== undefined)
          skips.push({ line: number, reason: 'the list was cut', found: given.cut, isMeant: true });
        else {
          records.push(given);
          lines.push(number);
        }
      } catch {
        skips.push({ line: number, reason: 'no JSON object', found: line.slice(0, 80) });
      }
      if (number % BATCH_LINES === 0) yield batch();
    }
    yield batch();
  } finally {
    await file.close();
  }
}
