/** One decision of the Official Gazette, in the shape that answers will have. */
import { Type } from 'typebox';
import { closed, oneOf, orNull } from '#base/schema.ts';

const Issue = Type.Object(
  {
    part: Type.String({ description: 'Part of the Gazette: `IV`.' }),
    number: Type.Integer({ description: 'Number of the issue.' }),
    bis: Type.Boolean({ description: 'A second issue under the same number.' }),
    date: Type.String({ description: 'Day of the issue.' }),
  },
  { ...closed, title: 'GazetteIssue', description: 'The issue of the Official Gazette that carries it.' },
);

export const Decision = Type.Object(
  {
    id: Type.String({ description: 'Identifier for /api/decisions/{id}.' }),
    issue: Issue,
    kind: orNull(Type.String(), 'Kind of decision.'),
    title: Type.String({ description: 'Heading.' }),
    text: orNull(Type.String(), 'Text as published.'),
    companyName: orNull(Type.String(), 'Company named in the heading.'),
    cui: orNull(Type.String(), 'Fiscal code.'),
    registrationNumber: orNull(Type.String(), 'Trade-register number.'),
    matchConfidence: orNull(
      oneOf(['exact', 'high', 'low'], 'How sure.'),
      'How sure it is that the decision is about this company.',
    ),
    url: orNull(Type.String(), 'Where it was published.'),
  },
  { ...closed, title: 'Decision' },
);
