/** A supplier-performance report (document constatator): its shape, made of its row. */

import { Type } from 'typebox';
import { leiOrNull } from '#lib/values/money.ts';
import { closed, oneOf, orNull } from '#lib/values/schema.ts';
import type { Static } from '#lib/values/static.ts';
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
    ackDocId: Type.String({ description: 'Identifier of the report.' }),
    supplier: Party,
    authority: Party,
    contract: Type.Object(
      {
        number: orNull(Type.String(), 'Number of the contract.'),
        date: orNull(Type.String(), 'Day of the contract.'),
        notice: orNull(Type.String(), 'Notice that began the procedure.'),
      },
      { ...closed, title: 'ReportedContract', description: 'What the report is about.' },
    ),
    issuedAt: Type.String({ description: 'Day it was issued.' }),
    kind: Type.String({ description: 'Primary, final, or as the report calls itself.' }),
    rating: orNull(
      oneOf(['fulfilled', 'partly', 'notFulfilled'], 'How the supplier kept the contract.'),
      'Null when it does not say.',
    ),
    damages: Type.Object(
      {
        claimed: orNull(Type.Boolean(), 'Whether the authority claimed damages; null when the report does not say.'),
        amount: orNull(Type.Number(), 'How much, lei.'),
      },
      { ...closed, title: 'Damages', description: 'Damages.' },
    ),
    text: Type.String({ description: 'Text of the report; its beginning in lists.' }),
    documentId: orNull(Type.String(), 'The document itself, where it was collected.'),
  },
  { ...closed, title: 'SupplierReport' },
);

/** A list shows how a report begins. */
export const EXCERPT_LENGTH = 300;

/** `documents`: of reports whose files were collected, by their ids; those of an import say their own. */
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
