/** Supplier-performance reports: of one supplier, and one in full. */

import { Type } from 'typebox';
import { ApiError } from '#api/api-error.ts';
import { endpoint } from '#api/endpoint.ts';
import { Cui, Cursor, Limit, Offset, withPatternMessage } from '#api/parameters.ts';
import { closed, field } from '#lib/schema/fields.ts';
import { messages } from '#locales/messages.ts';
import { filtersOf } from './company-endpoints.ts';
import { Conditions } from './conditions.ts';
import type { ProcurementContext } from './context.ts';
import { list, namesOf, sourceMeta } from './list-page.ts';
import { assertLoaded, procurementGroup } from './procurement-database.ts';
import { EXCERPT_LENGTH, type ReportRow, report, SupplierReport } from './report.ts';
import { reportById } from './reports-table.ts';

export const supplierReports = (context: ProcurementContext) => ({
  getSupplierIssues: endpoint({
    path: '/api/seap/company/{cui}/supplier-issues',
    access: 'pro',
    fresh: '6h',
    title: { en: 'Performance reports of a supplier', ro: 'Documentele constatatoare ale unui furnizor' },
    about: {
      en: 'Reports of authorities on the supplier’s performance of its contracts, newest first, each with the beginning of its text. They are attachments of award notices, collected and read like other documents, or imported by the operator of this installation; rating and damages are set only where the text states them plainly.',
      ro: 'Documente emise de autorități despre cum și-a respectat furnizorul contractele, cele mai noi întâi, fiecare cu începutul textului. Sunt fișiere atașate anunțurilor de atribuire, adunate și citite ca alte documente, sau importate de operatorul acestei instalări; calificativul și prejudiciile apar doar unde textul le precizează limpede.',
    },
    params: Type.Object({ cui: Cui }, closed),
    query: Type.Object(
      {
        onlyDamages: field(Type.Boolean({ default: false }), {
          en: 'Only reports that claim damages.',
          ro: 'Doar documentele constatatoare care cer despăgubiri.',
        }),
        limit: Limit(200, 50),
        offset: Offset,
        cursor: Cursor,
      },
      closed,
    ),
    data: Type.Array(SupplierReport),
    examples: [
      {
        title: { en: 'A large supplier', ro: 'Un furnizor mare' },
        params: { cui: context.example.supplier },
        query: { limit: '5' },
      },
    ],
    async handle({ cui, ...request }, call) {
      const conditions = new Conditions().add('supplier_id = ?', Number(cui));
      if (request.onlyDamages) conditions.add('damages_claimed = 1');
      const scope = { path: `/api/seap/company/${cui}/supplier-issues`, query: filtersOf(request) };
      const walks = [{ from: 'report', key: 'key', conditions }];
      const { rows, meta } = await list<ReportRow>('report', walks, request, scope, call, context);
      const names = await namesOf(rows, call, context);
      const documents = await context.reportDocuments(rows.map((row) => row.ack_doc_id));
      const data = rows.map((row) => report({ ...row, text: row.text.slice(0, EXCERPT_LENGTH) }, names, documents));
      return { data, meta };
    },
  }),

  getSupplierIssue: endpoint({
    path: '/api/seap/supplier-issues/{ackDocId}',
    access: 'pro',
    fresh: '6h',
    title: { en: 'One performance report', ro: 'Un document constatator' },
    about: {
      en: 'A supplier-performance report in full.',
      ro: 'Un document constatator despre un furnizor, în întregime.',
    },
    params: Type.Object(
      {
        ackDocId: withPatternMessage(
          field(
            Type.String({
              pattern: '^[A-Za-z0-9_.~-]{1,100}$',
            }),
            {
              en: 'Identifier of the report, from the list of a supplier.',
              ro: 'Identificatorul documentului constatator, din lista unui furnizor.',
            },
          ),
          messages.wrong.noIdentifier(),
        ),
      },
      closed,
    ),
    data: SupplierReport,
    examples: [
      { title: { en: 'A report', ro: 'Un document constatator' }, params: { ackDocId: context.example.report } },
    ],
    async handle({ ackDocId }, call) {
      const db = procurementGroup(call.dataset);
      const row = await reportById(db, ackDocId);
      if (!row) await assertLoaded(db, 'report');
      if (!row)
        throw new ApiError(
          'NOT_FOUND',
          call.dataset.manifest.country === 'demo'
            ? messages.operations.inDemo({
                problem: messages.procurement.unknownReport({ id: ackDocId }),
                example: context.example.report,
              })
            : messages.procurement.unknownReport({ id: ackDocId }),
        );
      const documents = await context.reportDocuments([ackDocId]);
      return { data: report(row, await namesOf([row], call, context), documents), meta: sourceMeta(call) };
    },
  }),
});
