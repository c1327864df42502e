/** A bulk check as CSV or XLSX: every line that was sent, in its order, with what became of it. */

import { ApiError } from '#api/api-error.ts';
import type { Cell } from '#api/tables/columns.ts';
import { csv } from '#api/tables/csv.ts';
import { tableFormats, tableTypes } from '#api/tables/format.ts';
import { workbook } from '#api/tables/workbook.ts';
import type { Check, CheckedRow } from '#domain/bulk-checks/check.ts';
import type { Checks } from '#domain/bulk-checks/checks.ts';
import { type Language, translator } from '#lib/i18n/message.ts';
import { messages } from '#locales/messages.ts';
import { addresses } from '#transports/web/addresses.ts';
import type { Page } from '#transports/web/routing/page.ts';
import { rowTexts } from './row-texts.ts';
import { reasonText } from './rows.ts';
import { sourceRows } from './source-rows.ts';

/** Names of the columns in CSV, the same in every language, and what stands over them in a workbook. */
const COLUMNS = {
  line: { ro: 'Rândul', en: 'Line' },
  sent: { ro: 'Trimis', en: 'Sent' },
  outcome: { ro: 'Ce s-a făcut', en: 'What was done' },
  cui: { ro: 'Cod fiscal', en: 'Fiscal code' },
  standing: { ro: 'Rezultat', en: 'Result' },
  reasons: { ro: 'De ce', en: 'Why' },
  name: { ro: 'Denumire', en: 'Name' },
  registry: { ro: 'Registrul comerțului', en: 'Trade registry' },
  date: { ro: 'Ziua verificată', en: 'Day checked' },
  vatRegistered: { ro: 'Plătitor de TVA în acea zi', en: 'Registered for VAT on that day' },
  vatUntil: { ro: 'TVA până la', en: 'VAT until' },
  inactive: { ro: 'Inactiv fiscal în acea zi', en: 'Tax-inactive on that day' },
  eInvoice: { ro: 'În RO e-Factura', en: 'In RO e-Factura' },
  debts: { ro: 'Datorii fiscale, lei', en: 'Tax debts, RON' },
  onrcAsOf: { ro: 'ONRC la data de', en: 'Registry as of' },
  anafAsOf: { ro: 'ANAF citit la (UTC)', en: 'Tax office read at (UTC)' },
  checkedAt: { ro: 'Verificat la (UTC)', en: 'Checked at (UTC)' },
  receipt: { ro: 'Dovada semnată', en: 'Signed receipt' },
} as const satisfies Record<string, Record<Language, string>>;

type TableRow = Record<keyof typeof COLUMNS, Cell>;

export const bulkTablePage = (checks: Checks): Page => ({
  path: addresses.bulkTable,
  async show({ params, context, now, language }) {
    const check = await checks.find(params.check ?? '', context.caller, now);
    const format = tableFormats.find((one) => one === params.format);
    if (format === undefined) throw new ApiError('NOT_FOUND', messages.checks.unknown());
    const rows = await checks.rows(check);
    const columns = Object.keys(COLUMNS).map((name) => [name]);
    async function* pages(): AsyncGenerator<TableRow[]> {
      yield tableRows(check, rows, language, format === 'xlsx');
    }
    const t = translator(language);
    return {
      file: {
        name: `firmoteca-${language === 'ro' ? 'verificare' : 'check'}-${check.day}.${format}`,
        type: tableTypes[format] + (format === 'csv' ? '; charset=utf-8' : ''),
        body: (signal) =>
          format === 'csv'
            ? csv(columns, pages())
            : workbook(
                {
                  columns,
                  headings: Object.values(COLUMNS).map((heading) => heading[language]),
                  pages: pages(),
                  cut: t(messages.table.cut()),
                  sheets: { rows: t(messages.table.rowsSheet()), sources: t(messages.table.sourcesSheet()) },
                  sources: () => sourceRows(check, rows, language),
                },
                signal,
              ),
      },
    };
  },
});

/** Workbooks are read by people, in their words; programs read CSV, and find the same words in every language. */
function tableRows({ lines, day }: Check, rows: readonly CheckedRow[], language: Language, isSpoken: boolean) {
  const words = rowTexts[language];
  const byCui = new Map(rows.map((row) => [row.cui, row]));
  return lines.map(({ line, text, cui, outcome }): TableRow => {
    const row = outcome === 'checked' || outcome === 'duplicate' ? byCui.get(cui ?? '') : undefined;
    const company = row?.company ?? null;
    const asOf = (name: string): string | null => company?.sources.find((one) => one.name === name)?.asOf ?? null;
    return {
      line,
      sent: text,
      outcome: isSpoken ? words.outcomes[outcome] : outcome,
      cui,
      standing: row ? (isSpoken ? words.standings[row.standing] : row.standing) : null,
      reasons:
        row?.reasons
          .map((reason) => (company ? reasonText(reason, company, language) : words.reasons[reason]))
          .join(' ') ?? null,
      name: company?.name ?? null,
      registry: company && (isSpoken ? words.registry[company.registry.state] : company.registry.state),
      date: row ? day : null,
      vatRegistered: company?.vat.payer ?? null,
      vatUntil: company?.vat.until ?? null,
      inactive: company?.inactive ?? null,
      eInvoice: company?.eInvoice ?? null,
      debts: company?.debts ?? null,
      onrcAsOf: asOf('onrc'),
      anafAsOf: asOf('anaf'),
      checkedAt: row?.checkedAt ?? null,
      receipt: row?.receipt ?? null,
    };
  });
}
