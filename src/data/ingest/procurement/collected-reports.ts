/**
 * Supplier-performance reports that were collected with the documents of award notices, as increments in the import format of reports: one
 * for each day of issue, beside the increments of the lists, so that one load reads all of them.
 */

import type { PartyRecord } from '#data/sources/procurement/records.ts';
import type { Database } from '#data/store/database.ts';
import { databaseNow } from '#data/store/database-time.ts';
import type { Dataset } from '#data/store/dataset.ts';
import {
  type AwardedContract,
  type CollectedReport,
  type ReportRejection,
  reportLine,
} from '#domain/documents/report-line.ts';
import { openedReports, reportText } from '#domain/documents/tables/documents-table.ts';
import { suppliersOf } from '#domain/procurement/contracts-table.ts';
import { addTexts } from '#domain/procurement/rows-table.ts';
import { bucharestDay } from '#lib/values/date.ts';
import { linesOf } from './increments.ts';
import { contentOf, storeIncrement } from './increments-table.ts';

interface CollectedReportsOptions {
  documents: Database;
  dataset: Dataset;
  /** Documents that the operator withholds. */
  withheld: ReadonlySet<string>;
  /** The store of increments. */
  live: Database;
}

export interface CollectedReports {
  stored: number;
  /** Reports that gave no line, by reason. */
  rejected: Partial<Record<ReportRejection | 'withheld', number>>;
}

interface Line {
  ackDocId: string;
  issuedOn: string;
}

export async function storeCollectedReports(options: CollectedReportsOptions): Promise<CollectedReports> {
  const { documents, withheld, live } = options;
  const collected: CollectedReports = { stored: 0, rejected: {} };
  const reports = await Array.fromAsync(openedReports(documents));
  if (reports.length === 0) return collected;
  const awards = await awardsOf(options.dataset, new Set(reports.map(({ notice }) => notice)));
  const days = new Map<string, Line[]>();
  const reject = (why: ReportRejection | 'withheld'): void => {
    collected.rejected[why] = (collected.rejected[why] ?? 0) + 1;
  };
  for (const { id, notice, ack_doc_id, name, published_on, content_sha256 } of reports) {
    if (withheld.has(id)) {
      reject('withheld');
      continue;
    }
    const text = content_sha256 === null ? null : await reportText(documents, content_sha256);
    const report: CollectedReport = { ackDocId: ack_doc_id, documentId: id, name, issuedOn: published_on, text };
    const line = reportLine(report, awards.get(notice) ?? []);
    if (typeof line === 'string') reject(line);
    else {
      const { issuedOn } = line as Line;
      days.getOrInsertComputed(issuedOn, () => []).push(line as Line);
      collected.stored++;
    }
  }
  for (const [day, lines] of days) await storeDay(live, day, lines);
  return collected;
}

/** Stores a day as a whole, unless it is unchanged. */
async function storeDay(live: Database, day: string, lines: readonly Line[]): Promise<void> {
  const at = await databaseNow(live);
  const text = linesOf(lines);
  if ((await contentOf(live, { kind: 'reports', day }))?.toString() === text) return;
  await storeIncrement(live, { kind: 'reports', day }, text, { on: bucharestDay(at), at, url: null });
}

interface ContractRow {
  key: number;
  number: string | null;
  day: string;
  notice: string | null;
  award_notice: string;
  authority_code: string | null;
  authority_name: string;
}

/** Contracts of these award notices: a scan of the table, because no request needs an index of award notices. */
async function awardsOf(dataset: Dataset, notices: ReadonlySet<string>): Promise<Map<string, AwardedContract[]>> {
  const db = dataset.partGroup('procurement');
  const awards = new Map<string, AwardedContract[]>();
  if (db === null) return awards;
  const rows: ContractRow[] = [];
  for await (const row of db.stream<ContractRow>(
    'select key, number, day, notice, award_notice, authority_id, authority_spelling from contract where award_notice is not null',
  ))
    if (notices.has(row.award_notice)) rows.push(row);
  await addTexts(db, rows);
  const suppliers = await suppliersOf(
    db,
    rows.map(({ key }) => key),
  );
  for (const row of rows)
    awards
      .getOrInsertComputed(row.award_notice, () => [])
      .push({
        number: row.number,
        date: row.day || null,
        notice: row.notice,
        authority: partyOf(row.authority_code, row.authority_name),
        suppliers: (suppliers.get(row.key) ?? []).map(({ supplier_code, supplier_name, city, county }) =>
          partyOf(supplier_code, supplier_name, city, county),
        ),
      });
  return awards;
}

const partyOf = (
  code: string | null,
  name: string,
  city: string | null = null,
  county: string | null = null,
): PartyRecord => ({ code, name, city, county, country: null });
