/** The table of the part `gazette`, a part group of its own. `rank` is the order of all lists: the newest issue first. */

import { bigint, ddlOf, flag, integer, table, text } from '#data/store/table.ts';

export const DECISION_WORDS = 'decision_words';

export const decision = table('decision', {
  rank: integer().primaryKey(),
  id: text().bytewise().notNull(),
  part: text().notNull(),
  number: integer().notNull(),
  bis: flag().notNull(),
  day: text().notNull(),
  page: integer(),
  kind: text().notNull(),
  title: text().notNull(),
  text: text().notNull(),
  company_name: text().notNull(),
  cui: bigint(),
  registration_number: text(),
  stated_cui: text(),
  stated_registration_number: text(),
  confidence: text(),
  url: text(),
});
export const decisionTables = ddlOf(decision);

export const decisionIndexes = `
create unique index decision_id on decision (id);
create index decision_cui on decision (cui, rank);
`;

/** How sure it is that a decision is about a company. */
export const confidences = ['exact', 'high', 'low'] as const;
export type Confidence = (typeof confidences)[number];
