/** A supplier-performance report (document constatator): its shape, built from its row. */

import { Type } from 'typebox';
import { about, closed, field, oneOf, orNull } from '#lib/schema/fields.ts';
import type { Static } from '#lib/schema/static.ts';
import { leiOrNull } from '#lib/values/money.ts';
import { Party, partyOf } from './party.ts';
import { authorityOf } from './purchase.ts';

export interface ReportRow {
  key: number;
  ack_doc_id: string;
  supplier_code: string | null;
  supplier_cui: number | null;
  supplier_name: string;
  authority_code: string | null;
  authority_cui: number | null;
  authority_name: string;
  contract_number: string | null;
  contract_date: string | null;
  notice: string | null;
  day: string;
  kind: string;
  rating: 'fulfilled' | 'partly' | 'notFulfilled' | null;
  damages_claimed: number | null;
  damages_amount: number | null;
  text: string;
  document_id: string | null;
}

export const SupplierReport = Type.Object(
  {
    ackDocId: field(Type.String(), {
      en: 'Identifier of the report.',
      ro: 'Identificatorul documentului constatator.',
      heading: { en: 'Document number', ro: 'Nr. document constatator' },
    }),
    supplier: Party,
    authority: Party,
    contract: Type.Object(
      {
        number: orNull(Type.String(), { en: 'Number of the contract.', ro: 'Numărul contractului.' }),
        date: orNull(Type.String(), { en: 'Day of the contract.', ro: 'Ziua contractului.' }),
        notice: orNull(Type.String(), {
          en: 'Notice that began the procedure.',
          ro: 'Anunțul care a început procedura.',
        }),
      },
      {
        ...closed,
        title: 'ReportedContract',
        ...about({
          en: 'What the report is about.',
          ro: 'Despre ce este documentul constatator.',
          heading: { en: 'Contract', ro: 'Contract' },
        }),
      },
    ),
    issuedAt: field(Type.String(), {
      en: 'Day it was issued.',
      ro: 'Ziua emiterii.',
      heading: { en: 'Issued on', ro: 'Data emiterii' },
    }),
    kind: field(Type.String(), {
      en: 'Primary, final, or as the report calls itself.',
      ro: 'Primar, final sau cum se numește el însuși.',
    }),
    rating: orNull(oneOf(['fulfilled', 'partly', 'notFulfilled'], 'How the supplier kept the contract.'), {
      en: 'Null when it does not say.',
      ro: 'Null când nu precizează.',
      heading: { en: 'Rating', ro: 'Calificativ' },
    }),
    damages: Type.Object(
      {
        claimed: orNull(Type.Boolean(), {
          en: 'Whether the authority claimed damages; null when the report does not say.',
          ro: 'Dacă autoritatea a cerut despăgubiri; null când documentul nu precizează.',
          heading: { en: 'Claimed', ro: 'Pretinse' },
        }),
        amount: orNull(Type.Number(), { en: 'How much, lei.', ro: 'Cât, lei.', heading: { en: 'Amount', ro: 'Sumă' } }),
      },
      {
        ...closed,
        title: 'Damages',
        ...about({ en: 'Damages.', ro: 'Prejudicii.', heading: { en: 'Damages', ro: 'Prejudicii' } }),
      },
    ),
    text: field(Type.String(), {
      en: 'Text of the report; its beginning in lists.',
      ro: 'Textul documentului constatator; în liste, începutul lui.',
    }),
    documentId: orNull(Type.String(), {
      en: 'The document itself, where it was collected.',
      ro: 'Documentul însuși, unde a fost adunat.',
    }),
  },
  { ...closed, title: 'SupplierReport' },
);

/** A list has the beginning of each report. */
export const EXCERPT_LENGTH = 300;

/** `documents`: collected files, by the ids of their reports; imported rows have their own. */
export const report = (
  row: ReportRow,
  names: Map<number, string>,
  documents: ReadonlyMap<string, string>,
): Static<typeof SupplierReport> => ({
  ackDocId: row.ack_doc_id,
  supplier: partyOf({ code: row.supplier_code, cui: row.supplier_cui, name: row.supplier_name }, names),
  authority: authorityOf(row, names),
  contract: { number: row.contract_number, date: row.contract_date, notice: row.notice },
  issuedAt: row.day,
  kind: row.kind,
  rating: row.rating,
  damages: {
    claimed: row.damages_claimed === null ? null : row.damages_claimed === 1,
    amount: leiOrNull(row.damages_amount),
  },
  text: row.text,
  documentId: documents.get(row.ack_doc_id) ?? row.document_id,
});
