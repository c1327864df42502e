/** Batches of records from an export, each of one table. */
import type {
  AwardRecord,
  ContractRecord,
  ModificationRecord,
  NoticeRecord,
  PurchaseRecord,
} from '#data/sources/procurement/records.ts';
import type { Batch, Refusal } from '#data/sources/text-table.ts';
import type { Cell } from '#lib/readers/workbook/worksheet.ts';

export interface ExportRecords {
  contracts: ContractRecord;
  purchases: PurchaseRecord;
  notices: NoticeRecord;
  awards: AwardRecord;
  modifications: ModificationRecord;
}

export type ExportKind = keyof ExportRecords;

/** Those that the lists of the system have, too. */
export type ListKind = Exclude<ExportKind, 'modifications'>;

/** Worksheets may have different tables, so every batch names its own. */
export type ExportBatch = { [Kind in ExportKind]: { kind: Kind } & Valued<Batch<ExportRecords[Kind]>> }[ExportKind];

/** `amounts[i]`: bani in the cells of `records[i]`, whatever the record's own value; null without an amount. */
type Valued<Of> = Of & { amounts: (number | null)[] };

export interface ReadRow<Kind extends ExportKind> {
  /** Learns the format of amounts: called with every row of a batch before the first `record`. */
  observe(cells: Cell[]): void;
  /** A row's cells to a record, or the reason why there is none. `monthFirst`: the file's format of days with slashes. */
  record(cells: Cell[], monthFirst: boolean): ExportRecords[Kind] | Refusal;
  /** The value of the row, in bani; null without one. */
  amount(cells: Cell[]): number | null;
}

/** One published table under all its headers. */
export interface ExportTable<Kind extends ExportKind> {
  kind: Kind;
  /** Describes its columns, for WrongShape. */
  expected: string;
  /** The reader of rows for this header (folded names) in this file; null for the header of another table. */
  readerFor(header: readonly string[], file: string): ReadRow<Kind> | null;
}
