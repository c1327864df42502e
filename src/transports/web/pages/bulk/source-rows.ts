/** The second sheet of a checked list: how old what each source told is. */

import { sourceName } from '#api/source-names.ts';
import type { Cell } from '#api/tables/columns.ts';
import type { Check, CheckedRow } from '#domain/bulk-checks/check.ts';
import { type Language, translator } from '#lib/i18n/message.ts';
import { messages } from '#locales/messages.ts';

/** Each source with its oldest and newest reading among the rows. */
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
