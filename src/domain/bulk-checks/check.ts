/** A bulk check: what was sent, what is to be looked up, and what was found, in words for programs; pages say it to people. */

import type { Language } from '#lib/i18n/message.ts';
import type { Day } from '#lib/values/date.ts';

/** What became of a line that was sent. Every line is one of these, and their counts add up to all that was sent. */
export type LineOutcome = 'checked' | 'duplicate' | 'refused' | 'overLimit';

export interface CheckLine {
  line: number;
  text: string;
  cui: string | null;
  outcome: LineOutcome;
}

/** `running`: also what nobody has begun yet. `notPro`: its account was not Pro any more. `failed`: for a fault of ours. */
export type CheckState = 'running' | 'done' | 'notPro' | 'failed';

export interface Check {
  id: string;
  /** Null for a visitor's: whoever knows the id may look. */
  account: string | null;
  language: Language;
  day: Day;
  withReceipts: boolean;
  lines: CheckLine[];
  heading: string | null;
  /** How many of the lines are to be looked up, and how many were. */
  codes: number;
  done: number;
  state: CheckState;
  createdAt: string;
  finishedAt: string | null;
  expiresAt: string;
}

/** Gravest first, as the page shows them. */
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

/** What is known of a company that was checked. Null: not known. */
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

/** `asOf`: a day, or an instant where a service was asked. */
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
