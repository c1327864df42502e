/** Lists in answers: as many rows as fit, and a signed cursor to the next; so an answer never outgrows a conversation. */

import Type from 'typebox';
import type { Meta } from '#api/operation-result.ts';
import type { ToolCall } from '#transports/mcp/tool.ts';
import { BYTES_USUAL, sizeOf } from './result.ts';

/** An input of every tool with a list. */
export const CursorArgument = Type.Optional(
  Type.String({ maxLength: 600, description: '`nextCursor` of the answer before; all else as in that call.' }),
);

/** The input for the number of rows. */
export const LimitArgument = Type.Integer({ minimum: 1, maximum: 50, default: 20, description: 'Rows at most.' });

/** The output of every tool with a list. */
export const PageFields = {
  total: Type.Union([Type.Integer(), Type.Null()], { description: 'Rows in all; null: not counted.' }),
  truncated: Type.Boolean({
    description:
      'There are more rows: go on with `nextCursor`; where that is null, `notes` say why they are not shown.',
  }),
  nextCursor: Type.Union([Type.String(), Type.Null()], {
    description: '`cursor` of the next call; null: none follows.',
  }),
};

export interface FittingRows<Row> {
  rows: Row[];
  total: number | null;
  truncated: boolean;
  nextCursor: string | null;
}

/** A cursor belongs to its tool and to the other arguments. */
export const scopeOf = (tool: string, input: Record<string, unknown>) => {
  const { cursor: _, ...query } = input;
  return {
    path: `/mcp/${tool}`,
    query: Object.fromEntries(Object.entries(query).map(([name, value]) => [name, JSON.stringify(value)])),
  };
};

/** The index of the first row. A cursor of another tool or query is refused. */
export const startOf = (call: Pick<ToolCall, 'cursors'>, tool: string, input: { cursor?: string }): number =>
  input.cursor === undefined ? 0 : Number(call.cursors.read(scopeOf(tool, input), input.cursor));

/** The first rows that fit beside the rest of the answer, at least one. `rows` begin at index `start` of the list. */
export function fittingRows<Row>(
  call: Pick<ToolCall, 'cursors'>,
  tool: string,
  input: { cursor?: string },
  list: { rows: readonly Row[]; start: number; total: number | null; besides?: unknown; bytesMax?: number },
): FittingRows<Row> {
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

/** A position in a list that an operation reads page by page: its cursor, and the rows of that page already returned. */
export interface ListPosition {
  cursor: string | undefined;
  skip: number;
}

type CursorInput = { cursor?: string | undefined };

/** A cursor of another tool or query is refused. */
export function positionOf(call: Pick<ToolCall, 'cursors'>, tool: string, input: CursorInput): ListPosition {
  if (input.cursor === undefined) return { cursor: undefined, skip: 0 };
  const text = call.cursors.read(scopeOf(tool, input), input.cursor);
  const [skip = ''] = text.split(' ', 1);
  return { cursor: text.slice(skip.length + 1) || undefined, skip: Number(skip) };
}

/** The rows of one page of an operation that fit, and a cursor to the next ones. A preview has no next page. */
export function pageOf<Row>(
  call: Pick<ToolCall, 'cursors'>,
  tool: string,
  input: CursorInput,
  {
    rows,
    meta,
    position,
    besides,
    most,
  }: { rows: readonly Row[]; meta: Meta; position: ListPosition; besides?: unknown; most?: number },
): FittingRows<Row> {
  const remaining = rows.slice(position.skip);
  // An operation may return more rows than requested.
  const { rows: visible } = fittingRows(
    call,
    tool,
    {},
    { rows: remaining.slice(0, most), start: 0, total: null, besides },
  );
  const next = nextOf(position, visible.length, remaining.length, meta);
  const total = totalOf(meta);
  const isCut = meta.preview === true && total !== null && total > rows.length;
  return {
    rows: visible,
    total,
    truncated: next !== null || isCut,
    nextCursor: next === null ? null : call.cursors.make(scopeOf(tool, input), `${next.skip} ${next.cursor ?? ''}`),
  };
}

function nextOf(
  { cursor, skip }: ListPosition,
  visible: number,
  remaining: number,
  { page }: Meta,
): ListPosition | null {
  if (visible < remaining) return { cursor, skip: skip + visible };
  return page?.nextCursor ? { cursor: page.nextCursor, skip: 0 } : null;
}

/** A lower bound is no total. */
const totalOf = ({ page }: Meta): number | null => (page?.totalRelation === 'exact' ? page.total : null);
