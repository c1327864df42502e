/** Answers of tools held against answers of the API, field by field: each field of a tool is one of an operation, or said to be the tool's own. */
import assert from 'node:assert/strict';

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape are held against one another.
type Answer = any;

/**
 * From a JSON pointer into a tool's answer, `*` for the rows of a list, to that into an API answer; the longest that fits counts, and
 * the rest of the way is the same in both. Null: the tool's own.
 */
export type Pointers = Readonly<Record<string, string | null>>;

/** Of every answer: the citation is held by tests of its own, cursors are the tool's. */
const OWN: Pointers = { '/url': null, '/sources': null, '/notes': null, '/nextCursor': null, '/truncated': null };

/** Every value that the tool tells stands in the operation's answer, where the pointers say. */
export function assertSameValues(result: Answer, api: Answer, pointers: Pointers): void {
  const all = { ...OWN, ...pointers };
  let compared = 0;
  for (const [path, value] of leavesOf(result, '')) {
    const target = targetOf(path, all);
    if (target === null) continue;
    assert.deepEqual(value, valueAt(api, target), `${path} is not ${target} of the API`);
    compared++;
  }
  assert.ok(compared > 0, 'nothing was compared');
}

function* leavesOf(value: Answer, path: string): Generator<[string, unknown]> {
  if (typeof value !== 'object' || value === null) yield [path, value];
  else for (const [name, inside] of Object.entries(value)) yield* leavesOf(inside, `${path}/${name}`);
}

function targetOf(path: string, pointers: Pointers): string | null {
  const steps = path.split('/');
  for (let length = steps.length; length > 1; length--) {
    const before = steps.slice(0, length);
    const name = before.map((step) => (/^[0-9]+$/.test(step) ? '*' : step)).join('/');
    const target = pointers[name];
    if (target === null) return null;
    if (target !== undefined) return [withRows(target, before), ...steps.slice(length)].join('/');
  }
  throw new Error(`Nobody says where ${path} comes from.`);
}

/** The numbers of the rows on the way, in the places of the stars. */
function withRows(target: string, steps: readonly string[]): string {
  const rows = steps.filter((step) => /^[0-9]+$/.test(step)).values();
  return target.replaceAll('*', () => rows.next().value ?? '*');
}

/** Null where a group on the way is. A way that leads nowhere is a mistake of the test. */
function valueAt(answer: Answer, pointer: string): unknown {
  let value = answer;
  for (const step of pointer.split('/').slice(1)) {
    if (value === null) return null;
    assert.ok(Object.hasOwn(value, step), `The API has no ${pointer}.`);
    value = value[step];
  }
  return value;
}
