/** Lists that an operation reads piece by piece: as many rows of a piece as fit, and a signed cursor that holds the operation's own. */

import type { Meta } from '#api/operation-result.ts';
import type { ToolCall } from '#transports/mcp/tool.ts';
import { type Fitted, fitted, scopeOf } from './lists.ts';

/** Where to go on: the operation's cursor of the piece, and how many of its rows were told before. */
export interface Place {
  cursor: string | undefined;
  skip: number;
}

type Asked = { cursor?: string | undefined };

/** A cursor of another tool or question is refused. */
export function placeOf(call: Pick<ToolCall, 'cursors'>, tool: string, input: Asked): Place {
  if (input.cursor === undefined) return { cursor: undefined, skip: 0 };
  const text = call.cursors.read(scopeOf(tool, input), input.cursor);
  const [skip = ''] = text.split(' ', 1);
  return { cursor: text.slice(skip.length + 1) || undefined, skip: Number(skip) };
}

/** Of the rows of one piece, with the operation's `meta`: those that fit, and where the next ones are. A preview has no next. */
export function pieced<Row>(
  call: Pick<ToolCall, 'cursors'>,
  tool: string,
  input: Asked,
  {
    rows,
    meta,
    place,
    besides,
    most,
  }: { rows: readonly Row[]; meta: Meta; place: Place; besides?: unknown; most?: number },
): Fitted<Row> {
  const left = rows.slice(place.skip);
  // What an operation gives at once may be more than was asked for.
  const { rows: shown } = fitted(call, tool, {}, { rows: left.slice(0, most), start: 0, total: null, besides });
  const next = nextOf(place, shown.length, left.length, meta);
  const total = totalOf(meta);
  const isCut = meta.preview === true && total !== null && total > rows.length;
  return {
    rows: shown,
    total,
    truncated: next !== null || isCut,
    nextCursor: next === null ? null : call.cursors.make(scopeOf(tool, input), `${next.skip} ${next.cursor ?? ''}`),
  };
}

function nextOf({ cursor, skip }: Place, shown: number, left: number, { page }: Meta): Place | null {
  if (shown < left) return { cursor, skip: skip + shown };
  return page?.nextCursor ? { cursor: page.nextCursor, skip: 0 } : null;
}

/** What is only known to be more is no total. */
const totalOf = ({ page }: Meta): number | null => (page?.totalRelation === 'exact' ? page.total : null);
