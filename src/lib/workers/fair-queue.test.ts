import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { FairQueue, type QueueItem } from './fair-queue.ts';

interface Thing extends QueueItem {
  name: string;
}

const thing = (name: string): Thing => ({ name, callers: new Set() });

function lineOf(all = 100, each = 50) {
  const out: string[] = [];
  const line = new FairQueue<Thing>({ all, each }, ({ name }) => out.push(name));
  const takeAll = (): string => {
    let names = '';
    for (let next = line.take(); next; next = line.take()) names += next.name;
    return names;
  };
  const joins = (asker: string, names: string): boolean[] => [...names].map((name) => line.add(thing(name), asker));
  return { line, out, takeAll, joins };
}

test('callers are served in turn, whatever their order and number of items', () => {
  const { takeAll, joins } = lineOf();
  joins('much', 'abcdef');
  joins('little', 'x');
  joins('some', 'yz');
  assert.equal(takeAll(), 'axybzcdef');
});

test('the items of a caller keep their order when another caller joins', () => {
  const { line, takeAll, joins } = lineOf();
  joins('much', 'abc');
  assert.equal(line.take()?.name, 'a');
  joins('late', 'x');
  assert.equal(line.take()?.name, 'b');
  assert.equal(takeAll(), 'xc');
});

test('an item of several callers is served once, at the first of their turns', () => {
  const { line, takeAll, joins } = lineOf();
  joins('much', 'abc');
  const shared = thing('s');
  line.add(shared, 'much');
  line.add(shared, 'other');
  assert.equal(line.size, 4);
  assert.equal(takeAll(), 'asbc');
  assert.equal(line.size, 0);
});

test('each caller has a share of the places, and joining a queued item takes none', () => {
  const { line, joins } = lineOf(10, 2);
  assert.deepEqual(joins('one', 'abc'), [true, true, false]);
  const shared = thing('s');
  assert.equal(line.add(shared, 'two'), true);
  assert.equal(line.add(shared, 'one'), true);
  assert.deepEqual([...shared.callers], ['two']);
});

test('a full queue drops an item of the largest caller for a smaller one', () => {
  const { line, out, joins, takeAll } = lineOf(4, 4);
  joins('much', 'abcd');
  assert.deepEqual(joins('one', 'x'), [true]);
  assert.deepEqual(joins('two', 'yz'), [true, false]);
  assert.deepEqual(out, ['d', 'c']);
  assert.equal(line.size, 4);
  assert.equal(takeAll(), 'axyb');
});

test('a removed item frees its place, and returned items come first', () => {
  const { line, joins, takeAll } = lineOf(3, 3);
  joins('one', 'abc');
  const first = line.take() as Thing;
  const second = line.take() as Thing;
  joins('one', 'd');
  line.putBack([first, second]);
  const left = thing('l');
  line.remove(left);
  assert.equal(takeAll(), 'abcd');
});

test('no caller waits for more than one turn of each other caller', () => {
  const steps = fc.array(fc.tuple(fc.constantFrom('p', 'q', 'r', 's'), fc.boolean()), { maxLength: 200 });
  fc.assert(
    fc.property(steps, (requested) => {
      const { line } = lineOf(1_000, 1_000);
      for (const [asker] of requested) line.add(thing(asker), asker);
      const served: string[] = [];
      for (let next = line.take(); next; next = line.take()) served.push(next.name);
      assert.equal(served.length, requested.length);
      for (const [i, name] of served.entries()) {
        const before = served.lastIndexOf(name, i - 1);
        const between = i === 0 || before < 0 ? [] : served.slice(before + 1, i);
        assert.equal(new Set(between).size, between.length, served.join(''));
      }
    }),
  );
});
