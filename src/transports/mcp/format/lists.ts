/** Lists in answers: as many rows as fit, and a signed cursor to the next; so an answer never outgrows a conversation. */
import Type from 'typebox';
import type { ToolCall } from '#transports/mcp/tool.ts';
import { BYTES_USUAL, sizeOf } from './result.ts';

/** Goes into the input of every tool that tells a list. */
export const CursorArgument = Type.Optional(
  Type.String({ maxLength: 600, description: '`nextCursor` of the answer before; all else as in that call.' }),
);

/** Goes there, too, where a reader may want only the first few. */
export const Rows = Type.Integer({ minimum: 1, maximum: 50, default: 20, description: 'Rows at most.' });

/** Goes into its output. */
export const Paged = {
  total: Type.Union([Type.Integer(), Type.Null()], { description: 'Rows in all; null: not counted.' }),
  truncated: Type.Boolean({
    description:
      'There are more rows: go on with `nextCursor`; where that is null, `notes` say why they are not shown.',
  }),
  nextCursor: Type.Union([Type.String(), Type.Null()], {
    description: '`cursor` of the next call; null: none follows.',
  }),
};

export interface Fitted<Row> {
  rows: Row[];
  total: number | null;
  truncated: boolean;
  nextCursor: string | null;
}

/** What a cursor of a tool belongs to: the tool, and what else was asked. */
export const scopeOf = (tool: string, input: Record<string, unknown>) => {
  const { cursor: _, ...query } = input;
  return {
    path: `/mcp/${tool}`,
    query: Object.fromEntries(Object.entries(query).map(([name, value]) => [name, JSON.stringify(value)])),
  };
};

/** Where to go on: the row that comes first. A cursor of another tool or question is refused. */
export const startOf = (call: Pick<ToolCall, 'cursors'>, tool: string, input: { cursor?: string }): number =>
  input.cursor === undefined ? 0 : Number(call.cursors.read(scopeOf(tool, input), input.cursor));

/** Of rows that are at hand from `start` on: those that fit beside the rest of the answer. At least one, where there is one. */
export function fitted<Row>(
  call: Pick<ToolCall, 'cursors'>,
  tool: string,
  input: { cursor?: string },
  list: { rows: readonly Row[]; start: number; total: number | null; besides?: unknown; bytesMax?: number },
): Fitted<Row> {
  const rows: Row[] = [];
  const { bytesMax = BYTES_USUAL } = list;
  let bytes = sizeOf(list.besides ?? {}) + 600;
  for (const row of list.rows) {
    bytes += sizeOf(row) + 1;
    if (rows.length > 0 && bytes > bytesMax) break;
    rows.push(row);
  }
  const end = list.start + rows.length;
  const isMore = rows.length < list.rows.length || (list.total !== null && end < list.total);
  return {
    rows,
    total: list.total,
    truncated: isMore,
    nextCursor: isMore ? call.cursors.make(scopeOf(tool, input), String(end)) : null,
  };
}
