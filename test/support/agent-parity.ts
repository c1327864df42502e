/** Compares tools with operations: the same names and values, or a text that is marked as truncated. */
import assert from 'node:assert/strict';
import { DEMO_KEY } from '#platform/accounts/keys.ts';

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape are compared.
type Answer = any;

/** The same request over HTTP with the demo key. */
export async function rest(origin: string, path: string): Promise<{ data: Answer; meta: Answer }> {
  const response = await fetch(origin + path, { headers: { 'x-api-key': DEMO_KEY } });
  const body = (await response.json()) as Answer;
  assert.equal(response.status, 200, `${path}: ${JSON.stringify(body.error)}`);
  return body;
}

/**
 * Every field of `result` is in `whole` under its name with the same value, at any depth; of lists, the rows that `result` has. `own`:
 * names that only the tool has. At least one value must be compared, so that an empty answer proves nothing.
 */
export function assertShown(result: Answer, whole: Answer, own: readonly string[] = []): void {
  assert.ok(compared(result, whole, new Set(own), '') > 0, 'nothing was compared');
}

function compared(result: Answer, whole: Answer, own: ReadonlySet<string>, path: string): number {
  if (Array.isArray(result)) {
    assert.ok(Array.isArray(whole) && whole.length >= result.length, `${path} has more rows than the operation`);
    return result.reduce((sum: number, each, i) => sum + compared(each, whole[i], own, `${path}/${i}`), 0);
  }
  if (typeof result === 'object' && result !== null) {
    assert.ok(typeof whole === 'object' && whole !== null, `${path} is no object in the operation`);
    const names = Object.keys(result).filter((name) => !own.has(name));
    for (const name of names) assert.ok(Object.hasOwn(whole, name), `${path}/${name} is missing in the operation`);
    return names.reduce((sum, name) => sum + compared(result[name], whole[name], own, `${path}/${name}`), 0);
  }
  const isCut = typeof result === 'string' && result.endsWith('…') && typeof whole === 'string';
  if (isCut) assert.ok(whole.startsWith(result.slice(0, -1)), `${path} is not the start of the operation’s text`);
  else assert.equal(result, whole, path);
  return 1;
}
