/** Reads a list to its end by its links. */
import assert from 'node:assert/strict';
import type { DemoService } from './demo-service.ts';

/** A bound for a list with endless links. */
const PAGES_MAX = 2_000;

/** The rows in order. */
export async function pageThrough<Row>(service: DemoService, path: string, limit: number): Promise<Row[]> {
  const rows: Row[] = [];
  const and = path.includes('?') ? '&' : '?';
  let next: string | null = `${path}${and}limit=${limit}`;
  for (let page = 0; next !== null; page++) {
    assert.ok(page < PAGES_MAX, `${path} never ends`);
    const { status, body } = await service.get(next);
    assert.equal(status, 200, JSON.stringify(body));
    const { offset, returned, total, totalRelation } = body.meta.page;
    assert.equal(offset, rows.length);
    assert.equal(returned, body.data.length);
    if (totalRelation === 'exact') assert.ok(total >= offset + returned);
    rows.push(...(body.data as Row[]));
    next = body.meta.page.next;
    if (next === null && totalRelation === 'exact') assert.equal(total, rows.length);
  }
  return rows;
}
