/** Compares answers of tools with answers of the API: each field of a tool is a field of an operation or declared as the tool’s own. */
import assert from 'node:assert/strict';

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape are compared.
type Answer = any;

/**
 * From a JSON pointer into a tool’s answer, `*` for the rows of a list, to a pointer into an API answer. The longest match counts, and the
 * rest of the path is the same in both. Null: the tool’s own field.
 */
export type Pointers = Readonly<Record<string, string | null>>;

/** Fields of every answer: other tests cover the citation, and cursors belong to the tool. */
const OWN: Pointers = { '/url': null, '/sources': null, '/notes': null, '/nextCursor': null, '/truncated': null };

/** Every value of the tool is in the operation’s answer at the place of its pointer. */
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
  throw new Error(`No pointer matches ${path}.`);
}

/** Replaces the stars by the row numbers of the path. */
function withRows(target: string, steps: readonly string[]): string {
  const rows = steps.filter((step) => /^[0-9]+$/.test(step)).values();
  return target.replaceAll('*', () => rows.next().value ?? '*');
}

/** Null below a group that is null. A pointer to a missing field is an error of the test. */
function valueAt(answer: Answer, pointer: string): unknown {
  let value = answer;
  for (const step of pointer.split('/').slice(1)) {
    if (value === null) return null;
    assert.ok(Object.hasOwn(value, step), `The API has no ${pointer}.`);
    value = value[step];
  }
  return value;
}
