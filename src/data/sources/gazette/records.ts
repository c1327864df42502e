/** What the Official Gazette says of a company, one record per decision, whichever file it came from. */
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
  /** 13-digit form; null when the text does not give one that can be read. */
  registrationNumber: string | null;
  cui: string | null;
  title: string;
  text: string;
  url: string | null;
}

/** First words of a heading, folded → what it is. The first that fits counts. */
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

/** A decision of more than this is an attachment bound in by mistake; also, a line of the import format may not be longer. */
export const TEXT_LENGTH_MAX = 60_000;
