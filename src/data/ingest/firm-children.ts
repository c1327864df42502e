/** Rows that hang on a firm: statuses, officers, activities, branches. Their files name it by registration number. */
import type { Input } from '#data/sources/lines.ts';
import type { Batch } from '#data/sources/text-table.ts';
import type { PartBuild } from '#data/store/dataset.ts';
import type { Row, Table } from '#data/store/table.ts';
import { type Reading, readPublished } from './file-reading.ts';
import type { PublishedFile } from './publications.ts';

export interface FirmIds {
  /** 0 when no firm has the number. */
  idOf(registrationNumber: string): number;
  /** Firms whose line came more than once; their rows in the other files come as often. */
  repeated: ReadonlySet<number>;
}

export function loadChildren<Child extends { registrationNumber: string }, T extends Table>(
  part: PartBuild,
  firms: FirmIds,
  reading: Reading,
  file: PublishedFile,
  read: (input: Input) => AsyncIterable<Batch<Child>>,
  table: T,
  rowOf: (record: Child, firmId: number) => Row<T>,
): Promise<void> {
  const seen = new Set<string>();
  const isSecond = (firmId: number, record: Child): boolean => {
    if (!firms.repeated.has(firmId)) return false;
    const key = JSON.stringify(record);
    if (seen.has(key)) return true;
    seen.add(key);
    return false;
  };
  return readPublished(
    reading,
    file,
    (input) => ofKnownFirms(read(input), firms),
    async ({ records, lines }) => {
      const rows: Row<T>[] = [];
      for (const [i, record] of records.entries()) {
        const firmId = firms.idOf(record.registrationNumber);
        if (isSecond(firmId, record)) reading.tally.skip(file.name, 'repeated line', lines[i] ?? 0);
        else rows.push(rowOf(record, firmId));
      }
      const loaded = await part.load(table, rows);
      reading.tally.store(table.name, loaded);
      return loaded;
    },
  );
}

/** A row of a firm that nobody knows is not understood: a file whose numbers changed their shape would lead nowhere, row by row. */
async function* ofKnownFirms<Child extends { registrationNumber: string }>(
  batches: AsyncIterable<Batch<Child>>,
  firms: FirmIds,
): AsyncGenerator<Batch<Child>> {
  for await (const { records, lines, skips, bytesRead } of batches) {
    const known: Batch<Child> = { records: [], lines: [], skips, bytesRead };
    for (const [i, record] of records.entries()) {
      const line = lines[i] ?? 0;
      if (firms.idOf(record.registrationNumber) === 0) {
        known.skips.push({ line, reason: 'no firm has this registration number', found: record.registrationNumber });
      } else {
        known.records.push(record);
        known.lines.push(line);
      }
    }
    yield known;
  }
}
