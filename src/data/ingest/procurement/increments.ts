/**
 * One day of a list of the procurement system: `sicap-purchases-2026-11-14.ndjson` has one record a line (sources/procurement/records.ts).
 * Increments are in the live store (increments-table.ts), which all hosts share. Operators import them as files, and earlier versions
 * stored them as files.
 */
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import type { ExportBatch, ListKind } from '#data/sources/procurement/exports/batch.ts';
import type { Skip } from '#data/sources/text-table.ts';
import type { Day } from '#lib/values/date.ts';
import { jsonWithoutNul } from '#lib/values/text.ts';

const NAME = /^sicap-(notices|contracts|purchases|awards|reports)-([0-9]{4}-[0-9]{2}-[0-9]{2})\.ndjson$/;

/** Reports are collected with the documents, by the day of their issue, in the import format (collected-reports.ts). */
type IncrementKind = ListKind | 'reports';

export interface IncrementName {
  kind: IncrementKind;
  day: Day;
}

export interface Increment extends IncrementName {
  /** The name as a file. */
  name: string;
  /** Uncompressed. */
  bytes: number;
  read(): AsyncIterable<Uint8Array>;
}

export interface PublishedIncrement extends Increment {
  /** Null: it lies in the live store. */
  path: string | null;
  sha256(): Promise<string>;
  /** The address of the list; null when unknown. */
  url(): Promise<string | null>;
}

export function parseIncrementName(name: string): IncrementName | null {
  const [, kind, day] = NAME.exec(name) ?? [];
  return kind === undefined || day === undefined ? null : { kind: kind as IncrementKind, day };
}

export const nameOf = ({ kind, day }: IncrementName): string => `sicap-${kind}-${day}.ndjson`;

/** A line for each record. `cut`: messages about records that the list left out; they follow the records, and the report of the load names them. */
export const linesOf = (records: readonly unknown[], cut: readonly string[] = []): string =>
  [...records, ...cut.map((message) => ({ cut: message }))].map((line) => `${JSON.stringify(line)}\n`).join('');

const BATCH_LINES = 500;

type Amounts = Record<'value' | 'valueRon' | 'estimatedValue', number | null>;

/** The value of a record, in bani. */
const AMOUNT: Record<ListKind, (record: Partial<Amounts>) => number | null | undefined> = {
  contracts: ({ valueRon }) => valueRon,
  purchases: ({ value }) => value,
  awards: ({ value }) => value,
  notices: ({ estimatedValue }) => estimatedValue,
};

/** A line that is no record, after a disk error for example, is a skip. */
export async function* readIncrement(increment: Pick<Increment, 'read'>, kind: ListKind): AsyncGenerator<ExportBatch> {
  let [records, lines, skips, number, bytesRead] = [[] as unknown[], [] as number[], [] as Skip[], 0, 0];
  const batch = (): ExportBatch => {
    const amounts = records.map((record) => AMOUNT[kind](record as Partial<Amounts>) ?? null);
    const done = { kind, records, lines, amounts, skips, bytesRead } as ExportBatch;
    [records, lines, skips] = [[], [], []];
    return done;
  };
  const input = Readable.from(increment.read(), { objectMode: false });
  for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    number++;
    bytesRead += Buffer.byteLength(line) + 1;
    try {
      const value = jsonWithoutNul(line) as { cut?: string };
      if (value.cut !== undefined)
        skips.push({ line: number, reason: 'the list was cut', found: value.cut, isIntended: true });
      else {
        records.push(value);
        lines.push(number);
      }
    } catch {
      skips.push({ line: number, reason: 'no JSON object', found: line.slice(0, 80) });
    }
    if (number % BATCH_LINES === 0) yield batch();
  }
  yield batch();
}
