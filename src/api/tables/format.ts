/** Which answers are available as tables for spreadsheets, and in which formats. */
import type { TSchema } from 'typebox';
import type { AnyEndpoint } from '#api/endpoint.ts';

export const tableFormats = ['csv', 'xlsx'] as const;
export type TableFormat = (typeof tableFormats)[number];

/** The parameter of every list that selects the format. */
export const FORMAT = 'format';
export const formats = ['json', ...tableFormats] as const;

export const tableTypes: Record<TableFormat, string> = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** Only lists of records are tables: their schema has the columns. */
export const isTabular = ({ data, file }: AnyEndpoint): boolean => !file && rowSchema(data) !== null;

/** Whether a list has cursors, by which all of it can be read. */
export const isPaged = ({ query }: AnyEndpoint): boolean => query?.properties.cursor !== undefined;

interface Shape {
  type?: string;
  items?: TSchema;
  anyOf?: Shape[];
  properties?: object;
}

/** The schema of one row; null where the answer is no list of records. */
export function rowSchema(data: TSchema): TSchema | null {
  const shape = data as Shape;
  const list = [shape, ...(shape.anyOf ?? [])].find(({ type }) => type === 'array');
  const row = list?.items as Shape | undefined;
  return row?.properties ? (row as TSchema) : null;
}
