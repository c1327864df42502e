/** What reading an export gives: batches that say which table they are of. */
import type { AwardRecord, ContractRecord, NoticeRecord, PurchaseRecord } from '#data/sources/procurement/records.ts';
import type { Batch, Refusal } from '#data/sources/text-table.ts';
import type { Cell } from '#lib/readers/workbook/sheet.ts';

export interface ExportRecords {
  contracts: ContractRecord;
  purchases: PurchaseRecord;
  notices: NoticeRecord;
  awards: AwardRecord;
}

export type ExportKind = keyof ExportRecords;

/** The sheets of a workbook may hold different tables, so every batch says its own. */
export type ExportBatch = { [Kind in ExportKind]: { kind: Kind } & Valued<Batch<ExportRecords[Kind]>> }[ExportKind];

/** `amounts[i]`: bani in the row of `records[i]`, as its cells say and whatever the record makes of them; null when there are none. */
type Valued<Of> = Of & { amounts: (number | null)[] };

export interface ReadRow<Kind extends ExportKind> {
  /** Sees how amounts are written: called with every row of a batch before the first of them is read. */
  see(cells: Cell[]): void;
  /** A row's cells to a record, or why there is none. `monthFirst`: how the file writes days with slashes. */
  record(cells: Cell[], monthFirst: boolean): ExportRecords[Kind] | Refusal;
  /** What the row is worth, in bani; null when it does not say. */
  amount(cells: Cell[]): number | null;
}

/** One published table under all its headers. */
export interface ExportTable<Kind extends ExportKind> {
  kind: Kind;
  /** Its columns in words, for WrongShape. */
  expected: string;
  /** How to read rows under this header (folded names), in a file of that name; null when it is the header of another table. */
  under(header: readonly string[], file: string): ReadRow<Kind> | null;
}
