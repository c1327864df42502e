/** One decision of the Official Gazette. */

import { Type } from 'typebox';
import { decisionKinds } from '#data/sources/gazette/records.ts';
import type { HiddenNames } from '#lib/redaction/hidden-names.ts';
import { closed, oneOf, orNull } from '#lib/values/schema.ts';
import type { Static } from '#lib/values/static.ts';
import { confidences } from './confidence.ts';
import { DECISION_ID } from './decision-id.ts';
import type { DecisionRow } from './decisions-table.ts';

const Issue = Type.Object(
  {
    part: Type.String({ description: 'Part of the Gazette: `IV` for companies.' }),
    number: Type.Integer({ description: 'Number of the issue in its year.' }),
    bis: Type.Boolean({ description: 'A second issue under the same number.' }),
    date: Type.String({ description: 'Day of the issue.' }),
    page: orNull(Type.Integer(), 'Page on which the decision begins.'),
  },
  { ...closed, title: 'GazetteIssue', description: 'The issue of the Official Gazette that carries it.' },
);

export const Decision = Type.Object(
  {
    id: Type.String({ pattern: DECISION_ID, description: 'Identifier for /api/decisions/{id}; stays the same.' }),
    issue: Issue,
    kind: oneOf(decisionKinds, 'What it is, by its heading.'),
    title: Type.String({ description: 'Heading.' }),
    text: Type.String({ description: 'Text as published; `[…]` stands where a hidden person is named.' }),
    companyName: Type.String({ description: 'Company named in the heading, as printed.' }),
    cui: orNull(Type.String(), 'Fiscal code of the company it is about; null when that is not certain enough to say.'),
    registrationNumber: orNull(Type.String(), 'Trade-register number, 13-digit form.'),
    matchConfidence: orNull(
      oneOf(confidences, 'How sure.'),
      'How sure it is that it is about this company. `exact`: the text gives its code or number, and its name agrees. `high`: the text gives its code or number under a name that we do not know of it, or its name is borne by no other. `low`: the only operating company of that name, or a former name. Null: no company was recognised.',
    ),
    url: orNull(Type.String(), 'Where it was published.'),
  },
  { ...closed, title: 'Decision' },
);
export type Decision = Static<typeof Decision>;

/** Without the names of hidden persons; the company's own name stays, even a sole trader's. */
export const decision = (row: DecisionRow, { redacted }: HiddenNames): Decision => ({
  id: row.id,
  issue: { part: row.part, number: row.number, bis: row.bis === 1, date: row.day, page: row.page },
  kind: row.kind as Decision['kind'],
  title: redacted(row.title),
  text: redacted(row.text),
  companyName: row.company_name,
  cui: row.cui === null ? null : String(row.cui),
  registrationNumber: row.registration_number,
  matchConfidence: row.confidence,
  url: row.url,
});
