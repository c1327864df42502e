/** Signed list cursors, bound to their query: a caller cannot choose the position at which a scan starts. */

import { timingSafeEqual } from 'node:crypto';
import { keyedDigest } from '#lib/values/hash.ts';
import { messages } from '#locales/messages.ts';
import { ApiError } from './api-error.ts';
import type { Page } from './endpoint.ts';

/** The query that a cursor is valid for. */
export interface CursorScope {
  path: string;
  /** The query without the cursor. */
  query: Record<string, string | number | boolean | readonly string[] | undefined>;
  /** For lists whose order changes with the dataset: a cursor of an older generation is refused. */
  generation?: string;
}

export interface Cursors {
  make(scope: CursorScope, position: string): string;
  /** Returns the position, or throws 400 for a cursor that is forged, of another query or of an older generation. */
  read(scope: CursorScope, cursor: string): string;
  /** A page of a list that is in memory as a whole. */
  page(scope: CursorScope, cursor: string | undefined, limit: number, total: number, truncated: boolean): Page;
  /** A page of a list that is read by position: `position` is where the next page starts, null at the end. */
  positionPage(scope: CursorScope, page: PositionPage): Page;
}

export interface PositionPage extends Pick<Page, 'limit' | 'offset' | 'returned' | 'total' | 'totalRelation'> {
  position: string | null;
}

const SIGNATURE_LENGTH = 16;

export function cursors(secret: string): Cursors {
  const sign = (scope: CursorScope, position: string): string =>
    keyedDigest(
      secret,
      JSON.stringify([scope.path, Object.entries(scope.query).toSorted(), scope.generation, position]),
    ).slice(0, SIGNATURE_LENGTH);
  const make = (scope: CursorScope, position: string): string =>
    `${Buffer.from(position).toString('base64url')}.${sign(scope, position)}`;
  const read = (scope: CursorScope, cursor: string): string => {
    const [encoded = '', signature = ''] = cursor.split('.');
    const position = Buffer.from(encoded, 'base64url').toString();
    const expected = Buffer.from(sign(scope, position));
    const actual = Buffer.from(signature);
    if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) throw invalidCursor();
    return position;
  };
  const positionPage = (scope: CursorScope, { position, ...page }: PositionPage): Page => {
    const nextCursor = position === null ? null : make(scope, position);
    const next = nextCursor === null ? null : nextPath(scope, nextCursor);
    return { ...page, ...correctedTotal(page, position !== null), nextCursor, next };
  };
  return {
    make,
    read,
    positionPage,
    page(scope, cursor, limit, total, truncated) {
      const offset = cursor === undefined ? 0 : Number(read(scope, cursor));
      const end = offset + limit;
      return positionPage(scope, {
        limit,
        offset,
        returned: Math.max(0, Math.min(limit, total - offset)),
        total,
        totalRelation: truncated ? 'atLeast' : 'exact',
        position: end < total ? String(end) : null,
      });
    },
  };
}

/**
 * Corrects a total that is less than the rows already returned, because counting stopped early. A page behind the end has no
 * rows.
 */
function correctedTotal({ offset, returned, total, totalRelation }: Omit<PositionPage, 'position'>, more: boolean) {
  const reached = offset + returned + (more ? 1 : 0);
  if (returned === 0 || total === null || total >= reached) return { total, totalRelation };
  return { total: reached, totalRelation: more ? ('atLeast' as const) : totalRelation };
}

function nextPath({ path, query }: CursorScope, cursor: string): string {
  const parameters = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [value].flat().map((each): [string, string] => [name, String(each)]),
  );
  return `${path}?${new URLSearchParams([...parameters, ['cursor', cursor]])}`;
}

const invalidCursor = (): ApiError =>
  new ApiError('INVALID_PARAMETER', messages.operations.cursorElsewhere(), {
    details: [{ in: 'query', name: 'cursor', problem: messages.wrong.cursorElsewhere() }],
  });
