/** A bulk check as CSV or XLSX: every input line in its order, with its result. */
import { ApiError } from '#api/api-error.ts';
import { sourceName } from '#api/source-names.ts';
import type { Cell } from '#api/tables/columns.ts';
import { csv } from '#api/tables/csv.ts';
import { tableFormats, tableTypes } from '#api/tables/format.ts';
import { workbook } from '#api/tables/workbook.ts';
import type { Check, CheckedRow } from '#domain/bulk-checks/check.ts';
import type { Checks } from '#domain/bulk-checks/checks.ts';
import { type Language, translator } from '#lib/i18n/message.ts';
import { messages } from '#locales/messages.ts';
import { type Texts, textsOf } from '#locales/texts.ts';
import type { Page } from '#transports/web/routing/page.ts';
import { reasonText } from './rows.ts';

type TableRow = Record<keyof Texts['bulk']['columns'], Cell>;

export const bulkTablePage = (checks: Checks): Page => ({
  async show({ params, context, now, language }) {
    const check = await checks.find(params.check ?? '', context.caller, now);
    const format = tableFormats.find((one) => one === params.format);
    if (format === undefined) throw new ApiError('NOT_FOUND', messages.checks.unknown());
    const rows = await checks.rows(check);
    const columns = Object.keys(textsOf('en').bulk.columns).map((name) => [name]);
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
                  headings: Object.values(textsOf(language).bulk.columns),
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

/** A workbook has words of the reader's language; CSV has codes for programs. */
function tableRows({ lines, day }: Check, rows: readonly CheckedRow[], language: Language, isTranslated: boolean) {
  const texts = textsOf(language).bulk.row;
  const byCui = new Map(rows.map((row) => [row.cui, row]));
  return lines.map(({ line, text, cui, outcome }): TableRow => {
    const row = outcome === 'checked' || outcome === 'duplicate' ? byCui.get(cui ?? '') : undefined;
    const company = row?.company ?? null;
    const asOf = (name: string): string | null => company?.sources.find((one) => one.name === name)?.asOf ?? null;
    return {
      line,
      sent: text,
      outcome: isTranslated ? texts.outcomes[outcome] : outcome,
      cui,
      standing: row ? (isTranslated ? texts.statuses[row.status] : row.status) : null,
      reasons:
        row?.reasons
          .map((reason) => (company ? reasonText(reason, company, language) : texts.reasons[reason]))
          .join(' ') ?? null,
      name: company?.name ?? null,
      registry: company && (isTranslated ? texts.registry[company.registry.state] : company.registry.state),
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

/** Each source with the oldest and newest reading among the rows. */
export function sourceRows(
  { createdAt }: Pick<Check, 'createdAt'>,
  rows: readonly Pick<CheckedRow, 'company'>[],
  language: Language,
): Cell[][] {
  const t = translator(language);
  const readings = new Map<string, { oldest: string; newest: string }>();
  for (const { name, asOf } of rows.flatMap(({ company }) => company?.sources ?? [])) {
    if (asOf === null) continue;
    const { oldest, newest } = readings.get(name) ?? { oldest: asOf, newest: asOf };
    readings.set(name, { oldest: asOf < oldest ? asOf : oldest, newest: asOf > newest ? asOf : newest });
  }
  return [
    [t(messages.table.source()), t(messages.table.oldest()), t(messages.table.newest())],
    ...[...readings].map(([name, { oldest, newest }]): Cell[] => [sourceName(name, language), oldest, newest]),
    [t(messages.table.madeInstant()), createdAt],
  ];
}
