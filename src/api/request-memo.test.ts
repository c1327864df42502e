import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Call } from './endpoint.ts';
import { requestMemo } from './request-memo.ts';

const call = (context: object | undefined, wantsFresh = false): Call => ({ context, wantsFresh }) as unknown as Call;

function counted() {
  const names: string[] = [];
  const make = requestMemo(async (name, _call, length: number) => {
    names.push(name);
    if (name === 'none') throw new Error('there is none');
    return name.slice(0, length);
  });
  return { names, make };
}

test('operations of one visit share what was made, also while it is being made', async () => {
  const { names, make } = counted();
  const context = {};
  const both = await Promise.all([make('first', call(context), 2), make('first', call(context), 2)]);
  assert.deepEqual([both, await make('first', call(context), 2), names], [['fi', 'fi'], 'fi', ['first']]);
});

test('another visit has its own made, and so has another name', async () => {
  const { names, make } = counted();
  const context = {};
  await make('first', call(context), 2);
  await make('second', call(context), 2);
  await make('first', call({}), 2);
  assert.deepEqual(names, ['first', 'second', 'first']);
});

test('whoever wants to be told anew is, and nobody shares without a visit', async () => {
  const { names, make } = counted();
  const context = {};
  await make('first', call(context), 2);
  await make('first', call(context, true), 2);
  await make('first', call(undefined), 2);
  assert.equal(names.length, 3);
});

test('what could not be made is told to all of the visit alike', async () => {
  const { names, make } = counted();
  const context = {};
  await assert.rejects(make('none', call(context), 2), /there is none/);
  await assert.rejects(make('none', call(context), 2), /there is none/);
  assert.deepEqual(names, ['none']);
});

test('a visit about many things keeps the last few only', async () => {
  const { names, make } = counted();
  const context = {};
  for (const name of ['a', 'b', 'c', 'd', 'e']) await make(name, call(context), 1);
  await make('e', call(context), 1);
  await make('a', call(context), 1);
  assert.deepEqual(names, ['a', 'b', 'c', 'd', 'e', 'a']);
});
