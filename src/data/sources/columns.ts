/** Tables with columns by header name, in any order; other columns are ignored. */
import type { Refusal, TableShape } from './text-table.ts';

/** The field of a column → its name in the file; alternative spellings are separated by `|`. */
type Names<Field extends string> = Readonly<Record<Field, string>>;

/** The position of each column in a line. A missing column has a position past the end and reads as undefined. */
export type Positions<Field extends string> = Readonly<Record<Field, number>>;

const PAST_THE_END = 10_000;

export function namedColumns<Required extends string, Optional extends string, Row>(
  delimiters: readonly string[],
  required: Names<Required>,
  optional: Names<Optional>,
  read: (cells: string[], at: Positions<Required | Optional>) => Row | Refusal | null,
): TableShape<Row> {
  return {
    delimiters,
    expected: `the columns ${Object.values(required).join(', ')} divided by ${delimiters.join(' or ')}`,
    columns: { required: Object.values(required), optional: Object.values(optional) },
    readerFor(header) {
      const at: Record<string, number> = {};
      for (const [field, spellings] of Object.entries<string>({ ...required, ...optional })) {
        const position = header.findIndex((name) => spellings.split('|').includes(name));
        if (position < 0 && field in required) return null;
        at[field] = position < 0 ? PAST_THE_END : position;
      }
      return (cells) => read(cells, at as Positions<Required | Optional>);
    },
  };
}
