/** Tables whose columns are found by the name in the header: their order is free, and columns that nobody reads do no harm. */
import type { Refusal, TableShape } from './text-table.ts';

/** What we call a column → what the file calls it; several spellings are divided by `|`. */
type Names<Field extends string> = Readonly<Record<Field, string>>;

/** Where each column stands in a line. One that the file lacks points past the end and reads as undefined. */
export type Positions<Field extends string> = Readonly<Record<Field, number>>;

const PAST_THE_END = 10_000;

export function namedColumns<Needed extends string, Welcome extends string, Row>(
  delimiters: readonly string[],
  needed: Names<Needed>,
  welcome: Names<Welcome>,
  read: (cells: string[], at: Positions<Needed | Welcome>) => Row | Refusal | null,
): TableShape<Row> {
  return {
    delimiters,
    expected: `the columns ${Object.values(needed).join(', ')} divided by ${delimiters.join(' or ')}`,
    under(header) {
      const at: Record<string, number> = {};
      for (const [field, spellings] of Object.entries<string>({ ...needed, ...welcome })) {
        const position = header.findIndex((name) => spellings.split('|').includes(name));
        if (position < 0 && field in needed) return null;
        at[field] = position < 0 ? PAST_THE_END : position;
      }
      return (cells) => read(cells, at as Positions<Needed | Welcome>);
    },
  };
}
