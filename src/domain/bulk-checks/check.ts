/** A bulk check: the submitted list, its codes and the results, as codes that pages translate. */

import type { Language } from '#lib/i18n/message.ts';
import type { Day } from '#lib/values/date.ts';

/** The outcome of a submitted line. Every line has one, and their counts add up to all lines. */
export type LineOutcome = 'checked' | 'duplicate' | 'refused' | 'overLimit';

export interface CheckLine {
  line: number;
  text: string;
  cui: string | null;
  outcome: LineOutcome;
}

/** `running`: also before the first look-up. `notPro`: its account lost Pro. `failed`: an internal error. */
export type CheckState = 'running' | 'done' | 'notPro' | 'failed';

export interface Check {
  id: string;
  /** Null for a visitor's, which everyone with the id may read. */
  account: string | null;
  language: Language;
  day: Day;
  withReceipts: boolean;
  lines: CheckLine[];
  heading: string | null;
  /** How many lines are to be looked up, and how many were. */
  codes: number;
  done: number;
  state: CheckState;
  createdAt: string;
  finishedAt: string | null;
  expiresAt: string;
}

/** Most serious first, the order on the page. */
export const rowStatuses = ['stop', 'check', 'fine'] as const;
export type RowStatus = (typeof rowStatuses)[number];

export type Reason =
  | 'struckOff'
  | 'notRegisteredThen'
  | 'bankruptcy'
  | 'inactive'
  | 'vatCanceled'
  | 'vatEnded'
  | 'insolvency'
  | 'dissolution'
  | 'suspended'
  | 'notRunning'
  | 'struckOffSince'
  | 'inactiveNow'
  | 'noVat'
  | 'debts'
  | 'vatUnknown'
  | 'fiscalUnknown'
  | 'registryUnknown'
  | 'wrongDigit'
  | 'unknownCode'
  | 'silent';

export type RegistryState =
  | 'running'
  | 'struckOff'
  | 'bankruptcy'
  | 'insolvency'
  | 'dissolution'
  | 'suspended'
  | 'notRunning'
  | 'outside'
  | 'unknown';

/** A checked company. Null: unknown. */
export interface CheckedCompany {
  name: string;
  registry: { state: RegistryState; label: string | null; since: Day | null };
  vat: { payer: boolean | null; since: Day | null; until: Day | null };
  inactive: boolean | null;
  inactiveSince: Day | null;
  eInvoice: boolean | null;
  /** Tax debts in lei. */
  debts: number | null;
  sources: CheckedSource[];
}

/** `asOf`: a day, or an instant for a live service. */
export interface CheckedSource {
  name: string;
  asOf: string | null;
}

export interface CheckedRow {
  cui: string;
  status: RowStatus;
  reasons: Reason[];
  /** Null where there is no company. */
  company: CheckedCompany | null;
  receipt: string | null;
  checkedAt: string;
}

export const codesOf = ({ lines }: Pick<Check, 'lines'>): string[] =>
  lines.flatMap(({ outcome, cui }) => (outcome === 'checked' && cui !== null ? cui : []));
