import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { readingSemaphore } from './reading-semaphore.ts';

/** Names of the readers in the order of their start; `through` ends one reading. */
function client() {
  const turns = readingSemaphore();
  const begun: string[] = [];
  const refused: string[] = [];
  const ends = new Map<string, () => void>();
  const send = (name: string, by: string, isPro: boolean, signal = new AbortController().signal): void => {
    void turns.acquire({ by, isPro, signal }).then((end) => {
      if (end === null) refused.push(name);
      else {
        begun.push(name);
        ends.set(name, end);
      }
    });
  };
  const through = async (name: string): Promise<void> => {
    ends.get(name)?.();
    await turn();
  };
  return { begun, refused, send, through };
}

test('files of visitors occupy one slot at most, and the other stays free for accounts', async () => {
  const { begun, send, through } = client();
  for (const name of ['v1', 'v2', 'v3']) send(name, name, false);
  await turn();
  assert.deepEqual(begun, ['v1']);
  send('p1', 'account', true);
  await turn();
  assert.deepEqual(begun, ['v1', 'p1'], 'an account does not wait for visitors');
  await through('v1');
  assert.deepEqual(begun, ['v1', 'p1', 'v2']);
});

test('accounts use both slots while no visitor waits, and a waiting visitor comes next', async () => {
  const { begun, send, through } = client();
  for (const name of ['p1', 'p2', 'p3', 'p4']) send(name, name, true);
  await turn();
  send('v1', 'home', false);
  await through('p1');
  assert.deepEqual(begun, ['p1', 'p2', 'v1']);
  await through('p2');
  assert.deepEqual(begun, ['p1', 'p2', 'v1', 'p3']);
});

test('queued files alternate between client networks', async () => {
  const { begun, send, through } = client();
  for (const name of ['a1', 'a2', 'a3']) send(name, 'a', false);
  send('b1', 'b', false);
  send('c1', 'c', false);
  await turn();
  for (const name of ['a1', 'a2', 'b1', 'c1', 'a3']) await through(name);
  assert.deepEqual(begun, ['a1', 'a2', 'b1', 'c1', 'a3']);
});

test('a full queue refuses a file, an aborted one frees its position, and a slot is released once', async () => {
  const { begun, refused, send, through } = client();
  for (let n = 0; n < 24; n++) send(`v${n}`, `home ${n}`, false);
  await turn();
  assert.deepEqual([begun, refused], [['v0'], ['v21', 'v22', 'v23']]);
  const leaving = new AbortController();
  send('p1', 'account', true);
  send('p2', 'account', true, leaving.signal);
  send('p3', 'another', true);
  leaving.abort();
  await turn();
  assert.ok(refused.includes('p2'));
  await through('p1');
  await through('p1');
  assert.deepEqual(begun, ['v0', 'p1', 'p3'], 'a repeated release frees one slot only');
  send('late', 'account', true, AbortSignal.abort());
  await turn();
  assert.ok(refused.includes('late'));
});
