/** The statement of a receipt. Its members are signed and keep their names. */

import { type TSchema, Type } from 'typebox';
import { about, closed, field } from '#lib/schema/fields.ts';
import type { Static } from '#lib/schema/static.ts';
import type { Day } from '#lib/values/date.ts';
import { sha256 } from '#lib/values/hash.ts';

/** The query and its answer, from the module of companies. */
export interface Receipted {
  cui: string;
  day: Day;
  /** The source's record in its own words. */
  raw: string;
  found: boolean;
  fetchedAt: string;
  /** What we read out of it and of what else we know. */
  onDate: object;
}

export interface ReceiptRequest {
  account: string;
  requestId: string;
  /** Instant of the call, or of the answer where that came later: a statement is never older than its answer. */
  at: string;
}

export const statementOf = <OnDate extends TSchema>(onDate: OnDate) =>
  Type.Object(
    {
      issuer: field(Type.String(), {
        en: 'Address of the service that signed it.',
        ro: 'Adresa serviciului care a semnat-o.',
      }),
      dataset: field(Type.String(), {
        en: '`romania`, or `demo`: an invented country, which proves nothing.',
        ro: '`romania` sau `demo`: o țară inventată, care nu dovedește nimic.',
      }),
      id: field(Type.String(), {
        en: 'Id of the request, and the fiscal code.',
        ro: 'Identificatorul cererii și codul fiscal.',
      }),
      signedAt: field(Type.String(), {
        en: 'Instant of the call, or of the source’s answer where that came later.',
        ro: 'Momentul apelului sau al răspunsului sursei, dacă acela a venit mai târziu.',
      }),
      account: field(Type.String(), { en: 'The account that requested it.', ro: 'Contul pentru care s-a cerut.' }),
      asked: Type.Object(
        {
          cui: field(Type.String(), { en: 'Fiscal code.', ro: 'Codul fiscal.' }),
          date: field(Type.String(), { en: 'The requested day.', ro: 'Ziua cerută.' }),
        },
        { ...closed, title: 'ReceiptQuestion', ...about({ en: 'As requested.', ro: 'Cererea.' }) },
      ),
      answered: Type.Object(
        {
          source: field(Type.String(), { en: 'The source: `anaf`.', ro: 'Sursa: `anaf`.' }),
          found: field(Type.Boolean(), {
            en: 'False: the source has no such taxpayer on that day.',
            ro: 'Fals: sursa nu are un asemenea contribuabil în acea zi.',
          }),
          sha256: field(Type.String(), {
            en: 'SHA-256 of the source’s record of this fiscal code as it came: its JSON without blanks, fields in the source’s order.',
            ro: 'SHA-256 al înregistrării sursei pentru acest cod fiscal, așa cum a venit: JSON-ul ei fără spații, câmpurile în ordinea sursei.',
          }),
          at: field(Type.String(), { en: 'Instant of the answer.', ro: 'Momentul răspunsului.' }),
        },
        { ...closed, title: 'ReceiptAnswer', ...about({ en: 'What the source answered.', ro: 'Ce a răspuns sursa.' }) },
      ),
      told: onDate,
      note: field(Type.String(), {
        en: 'What the receipt proves, and what it does not.',
        ro: 'Ce dovedește dovada și ce nu.',
      }),
    },
    { ...closed, title: 'ReceiptStatement', description: 'What the receipt states.' },
  );

export type Statement = Static<ReturnType<typeof statementOf>>;

export const statementFor = (
  { cui, day, raw, found, fetchedAt, onDate }: Receipted,
  { account, requestId, at }: ReceiptRequest,
  { issuer, dataset, note }: { issuer: string; dataset: string; note: string },
): Statement => ({
  issuer,
  dataset,
  id: `${requestId}/${cui}`,
  signedAt: at,
  account,
  asked: { cui, date: day },
  answered: { source: 'anaf', found, sha256: sha256(raw), at: fetchedAt },
  told: onDate,
  note,
});
