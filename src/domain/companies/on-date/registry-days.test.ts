import assert from 'node:assert/strict';
import { test } from 'node:test';
import { factsByRegistry, type RegisteredFirm } from './registry-days.ts';

const SNAPSHOTS = ['2025-03-01', '2025-09-01', '2026-03-01', '2026-09-01'];
const firm: RegisteredFirm = {
  name: 'NOU SRL',
  registeredOn: '2010-05-05',
  struckOff: false,
  formerNames: [],
  strikes: [],
};

const on = (day: string, ...firms: RegisteredFirm[]) => {
  const { registered, name } = factsByRegistry(firms, SNAPSHOTS, day);
  return [registered && `${registered.value} ${registered.basis}`, name && `${name.value} ${name.basis}`];
};

test('a firm is unregistered before its registration day and registered from that day on', () => {
  assert.deepEqual(on('2010-05-04', firm), ['false registry', undefined]);
  assert.deepEqual(on('2010-05-05', firm), ['true registry', undefined]);
});

test('after the newest snapshot there are no values', () => {
  assert.deepEqual(on('2026-09-01', firm), ['true registry', 'NOU SRL registry']);
  assert.deepEqual(on('2026-09-02', firm), [undefined, undefined]);
});

test('a name is known where the snapshots around the day agree on it', () => {
  const renamed = { ...firm, formerNames: [{ name: 'VECHI SRL', until: '2026-03-01' }] };
  assert.deepEqual(on('2025-02-28', renamed)[1], undefined);
  assert.deepEqual(on('2025-03-01', renamed)[1], 'VECHI SRL changeLog');
  assert.deepEqual(on('2025-06-01', renamed)[1], 'VECHI SRL changeLog');
  assert.deepEqual(on('2025-09-01', renamed)[1], 'VECHI SRL changeLog');
  assert.deepEqual(on('2025-12-01', renamed)[1], undefined);
  assert.deepEqual(on('2026-03-01', renamed)[1], 'NOU SRL changeLog');
});

test('a struck-off firm was registered before and not after; between two snapshots the status is unknown', () => {
  const struck = { ...firm, struckOff: true, strikes: [{ day: '2026-03-01', before: false, after: true }] };
  assert.deepEqual(on('2020-01-01', struck)[0], 'true changeLog');
  assert.deepEqual(on('2025-09-01', struck)[0], 'true changeLog');
  assert.deepEqual(on('2025-12-01', struck)[0], undefined);
  assert.deepEqual(on('2026-03-01', struck)[0], 'false changeLog');
  assert.deepEqual(on('2026-10-01', struck)[0], 'false changeLog');
  const long = { ...firm, struckOff: true };
  assert.deepEqual(on('2020-01-01', long)[0], undefined);
  assert.deepEqual(on('2025-03-01', long)[0], 'false registry');
});

test('after a re-registration the values come from the firm that existed on the day', () => {
  const before = {
    ...firm,
    name: 'INTAI SRL',
    struckOff: true,
    strikes: [{ day: '2025-09-01', before: false, after: true }],
  };
  const anew = { ...firm, registeredOn: '2025-11-11' };
  assert.deepEqual(on('2025-03-01', anew, before), ['true changeLog', 'INTAI SRL registry']);
  assert.deepEqual(on('2025-09-15', anew, before)[0], 'false registry');
  assert.deepEqual(on('2026-03-01', anew, before), ['true registry', 'NOU SRL registry']);
});
