import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError } from '#api/api-error.ts';
import { withDeadline } from './deadline.ts';

const never = (): Promise<never> => new Promise(() => {});

test('a call that takes too long is aborted, and its caller gets a timeout error', async () => {
  let given: AbortSignal | undefined;
  const late = withDeadline(
    { signal: new AbortController().signal },
    ({ signal }) => {
      given = signal;
      return never();
    },
    1,
  );
  await assert.rejects(late, (error) => error instanceof ApiError && error.code === 'UPSTREAM_TIMEOUT');
  assert.equal(given?.aborted, true);
});

test('a call is aborted when its caller disconnects, and not after it has finished', async () => {
  const caller = new AbortController();
  const left = withDeadline({ signal: caller.signal }, async ({ signal }) => {
    caller.abort();
    return signal.aborted;
  });
  assert.equal(await left, true);
  const patient = new AbortController();
  let given: AbortSignal | undefined;
  const answer = await withDeadline({ signal: patient.signal }, async ({ signal }) => {
    given = signal;
    return 'answer';
  });
  assert.equal(answer, 'answer');
  patient.abort();
  assert.equal(given?.aborted, false, 'no abort after the answer');
  await assert.rejects(
    withDeadline({ signal: patient.signal }, () => Promise.reject(new Error('ours'))),
    /ours/,
  );
});
