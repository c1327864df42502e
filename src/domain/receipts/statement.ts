/** What a receipt states: its fields, and how they come about. */

import { type TSchema, Type } from 'typebox';
import type { Day } from '#lib/values/date.ts';
import { sha256 } from '#lib/values/hash.ts';
import { closed } from '#lib/values/schema.ts';
import type { Static } from '#lib/values/static.ts';

/** What was asked and answered; the slice that asked knows it. */
export interface Receipted {
  cui: string;
  day: Day;
  /** The source's record in its own words. */
  raw: string;
  found: boolean;
  fetchedAt: string;
  /** What we read out of it and of what else we know. */
  told: object;
}

export interface Asker {
  account: string;
  requestId: string;
  /** Instant of the call, or of the answer where that came later: nobody signs what has not been answered. */
  at: string;
}

export const statementOf = <Told extends TSchema>(told: Told) =>
  Type.Object(
    {
      issuer: Type.String({ description: 'Address of the service that signed it.' }),
      dataset: Type.String({ description: '`romania`, or `demo`: an invented country, which proves nothing.' }),
      id: Type.String({ description: 'Id of the request, and the fiscal code.' }),
      signedAt: Type.String({ description: 'Instant of the call, or of the source’s answer where that came later.' }),
      account: Type.String({ description: 'Account for which it was asked.' }),
      asked: Type.Object(
        {
          cui: Type.String({ description: 'Fiscal code.' }),
          date: Type.String({ description: 'The day that was asked for.' }),
        },
        { ...closed, title: 'ReceiptQuestion', description: 'What was asked.' },
      ),
      answered: Type.Object(
        {
          source: Type.String({ description: 'Who answered: `anaf`.' }),
          found: Type.Boolean({ description: 'False: the source has no such taxpayer on that day.' }),
          sha256: Type.String({
            description:
              'SHA-256 of the source’s record of this fiscal code as it came: its JSON without blanks, fields in the source’s order.',
          }),
          at: Type.String({ description: 'Instant of the answer.' }),
        },
        { ...closed, title: 'ReceiptAnswer', description: 'What the source answered.' },
      ),
      told,
      note: Type.String({ description: 'What the receipt proves, and what it does not.' }),
    },
    { ...closed, title: 'ReceiptStatement', description: 'What the receipt states.' },
  );

export type Statement = Static<ReturnType<typeof statementOf>>;

export const statementFor = (
  { cui, day, raw, found, fetchedAt, told }: Receipted,
  { account, requestId, at }: Asker,
  { issuer, dataset, note }: { issuer: string; dataset: string; note: string },
): Statement => ({
  issuer,
  dataset,
  id: `${requestId}/${cui}`,
  signedAt: at,
  account,
  asked: { cui, date: day },
  answered: { source: 'anaf', found, sha256: sha256(raw), at: fetchedAt },
  told,
  note,
});
