import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  connectionsProblem,
  crowdedProblem,
  leastConnections,
  shareConnections,
  standbyConnections,
} from './connections.ts';

const roomy = { max: 10_000, reserved: 3, places: 9_997, taken: 0 };

test('a process never exceeds its connection limit and uses what the limit permits', () => {
  for (let workers = 1; workers <= 64; workers++) {
    const { total: most } = shareConnections(workers, null);
    for (let max = leastConnections(workers); max < most + 10; max++) {
      const { thread, total } = shareConnections(workers, max);
      assert.ok(thread >= 2 && thread <= 6 && total <= max);
      assert.ok(thread === 6 || total + workers + 1 > max);
      assert.equal(connectionsProblem({ workers, max }, roomy), null);
    }
  }
  assert.deepEqual(shareConnections(4, null), { thread: 6, total: 56 });
});

test('a limit too low for the threads or the server is reported with the settings to change', () => {
  assert.equal(
    connectionsProblem({ workers: 4, max: 10 }, roomy),
    'DATABASE_CONNECTIONS is 10, but with 4 serving threads it takes 36 at least: raise it, or FIRMOTECA_WORKERS to fewer.',
  );
  const usual = { max: 100, reserved: 3, places: 97, taken: 5 };
  assert.match(
    connectionsProblem({ workers: 16, max: null }, usual) ?? '',
    /up to 152: set max_connections to at least 155 there, or DATABASE_CONNECTIONS to 97 here, or FIRMOTECA_WORKERS to fewer\.$/,
  );
  assert.match(
    connectionsProblem({ workers: 1, max: null }, { ...usual, max: 20, places: 17 }) ?? '',
    /with 1 serving thread this service holds up to 32: set max_connections to at least 35 there\.$/,
  );
  assert.match(
    connectionsProblem({ workers: 1, max: null }, { ...usual, places: 20 }) ?? '',
    /has a lower limit\), .+: raise the connection limit of its user or of its database .+ to at least 32 there\.$/,
  );
  assert.equal(connectionsProblem({ workers: 4, max: null }, usual), null);
});

test('too few free connections on the server are reported with the settings to change', () => {
  const room = { reserved: 3, places: 97 };
  assert.equal(crowdedProblem({ server: 'The database', total: 56, held: 41 }, room), null);
  assert.equal(
    crowdedProblem({ server: 'The database', total: 56, held: 42 }, room),
    'The database lets 97 connections in, of which others hold 42 now, and this service holds up to 56: set max_connections to at least 101 there, or DATABASE_CONNECTIONS to fewer here.',
  );
  assert.equal(standbyConnections(4, null), 34);
  assert.match(
    crowdedProblem({ server: 'The standby', total: 34, held: 0 }, { ...room, places: 17 }) ?? '',
    /least 37/,
  );
});
