/** The facts of one company, as rows of the dataset: the input of rendering. */
import type { FiscalRecord } from '#data/sources/anaf/records.ts';
import type { StoredRow } from '#data/store/table.ts';
import type { firm } from './tables.ts';

export type FirmRow = Omit<StoredRow<typeof firm>, 'sort_key'>;

/** Of the column `codes` of `firm_activities`. */
export const activitiesIn = (codes: string): ActivityRow[] =>
  codes.split(' ').flatMap((group) => {
    const [revision = '', list = ''] = group.split(':');
    return list.split(',').map((code) => ({ code, revision }));
  });

export interface ActivityRow {
  code: string;
  revision: string;
}

export interface OfficerRow {
  person_id: string;
  name: string;
  title: string | null;
  kind: 'person' | 'company';
  cui: number | null;
}

export interface OfficerSinceRow {
  person_id: string;
  title: string | null;
  since: string;
}

export interface BranchRow {
  kind: string | null;
  name: string | null;
  euid: string | null;
  fiscal_code: string | null;
  country: string | null;
}

export interface FormerNameRow {
  name: string;
  until: string;
}

/** A change of the statuses between two snapshots: codes separated by commas; null for none. */
export interface StatusChangeRow {
  day: string;
  before: string | null;
  after: string | null;
}

export interface ShareholderRow {
  person_id: string;
  name: string;
  kind: 'person' | 'company';
  holder_cui: number | null;
  country: string | null;
  percent: number | null;
  since: string | null;
}

export interface DebtRow {
  total: number;
  as_of: string;
}

export interface RegistryFacts {
  firm: FirmRow;
  statuses: string[];
  statusChanges: StatusChangeRow[];
  activities: ActivityRow[];
  officers: OfficerRow[];
  officersSince: OfficerSinceRow[];
  branches: BranchRow[];
  formerNames: FormerNameRow[];
}

/** A record of the tax authority and the instant of its fetch. */
export interface FiscalFacts {
  record: FiscalRecord;
  fetchedAt: string;
}

export interface CompanyFacts {
  cui: string;
  /** Null for entities outside the trade registry. */
  registry: RegistryFacts | null;
  /** Null before the first query to the tax authority. */
  fiscal: FiscalFacts | null;
  /** Null when no list of shareholders is loaded. */
  shareholders: ShareholderRow[] | null;
  /** Undefined without a loaded list of debts; null when the list does not name the company. */
  debt: DebtRow | null | undefined;
  /** Main activity as filed with the newest balance sheet. */
  filedActivity: ActivityRow | null;
}

/** Dataset-wide input of rendering; read once per generation. */
export interface Names {
  status(code: string): string | null;
  caen(revision: string, code: string): string | null;
  /** Two snapshots of the registry were compared. */
  hasHistory: boolean;
  /** Days that the registry and the import files describe. */
  asOf: { registry: string | null; shareholders: string | null; debts: string | null };
}
