/** One decision about a company in the Official Gazette, from any format of file. */
import type { Day } from '#lib/values/date.ts';
import { fold } from '#lib/values/text.ts';

export interface GazetteIssue {
  /** `IV` for companies. */
  part: string;
  number: number;
  /** A second issue under the same number. */
  bis: boolean;
  date: Day;
}

export interface GazetteRecord extends GazetteIssue {
  page: number | null;
  kind: DecisionKind;
  /** As printed. */
  companyName: string;
  /** 13-digit form; null when the text has no readable one. */
  registrationNumber: string | null;
  cui: string | null;
  title: string;
  text: string;
  url: string | null;
}

/** The start of a folded heading → the kind of decision. The first match counts. */
const kinds = {
  shareholdersDecision: /^hotarare/,
  managementDecision: /^(decizi|dispozitia)/,
  summons: /^(convoca|convocator)/,
  registrarDecision: /^(rezolutia|mentiun)/,
  courtRuling: /^(incheierea|sentinta|hotarirea judecatoreasca)/,
  amendment: /^(act aditional|actul aditional|act constitutiv|actul constitutiv)/,
  notice: /^(notificare|anunt|comunicat|proiect)/,
} as const;

export const decisionKinds = [...(Object.keys(kinds) as (keyof typeof kinds)[]), 'other'] as const;
export type DecisionKind = (typeof decisionKinds)[number];

export function kindOf(title: string): DecisionKind {
  const folded = fold(title);
  const found = Object.entries(kinds).find(([, heading]) => heading.test(folded));
  return (found?.[0] as DecisionKind | undefined) ?? 'other';
}

/** A longer decision includes an attachment by mistake; lines of the import format have the same limit. */
export const TEXT_LENGTH_MAX = 60_000;
