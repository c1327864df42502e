import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onBothEngines } from '#test/support/both-engines.ts';
import { Conditions } from './conditions.ts';
import { dayNumber } from './day-number.ts';
import { positionsAlongAll } from './list-walk-table.ts';

onBothEngines((engine) => {
  test('a page at any offset over two lists equals the page of the merged list, each row once', async () => {
    const db = await (await engine.place()).database();
    await db.write([
      { sql: 'create table deal (key integer primary key, day integer, buyer integer, seller integer)' },
    ]);
    const rows = Array.from({ length: 300 }, (_, key) => ({
      key,
      day: key % 7 === 0 ? '' : `2024-01-0${1 + (key % 5)}`,
      buyer: key % 3,
      seller: key % 4,
    }));
    await db.write(
      rows.map(({ key, day, buyer, seller }) => ({
        sql: 'insert into deal values ($1, $2, $3, $4)',
        params: [key, dayNumber(day), buyer, seller],
      })),
    );
    const walks = ['buyer', 'seller'].map((side) => ({
      from: 'deal',
      key: 'key',
      conditions: new Conditions().add(`${side} = ?`, 1).add('key >= ?', 5),
    }));
    const all = rows
      .filter(({ key, buyer, seller }) => key >= 5 && (buyer === 1 || seller === 1))
      .sort((a, b) => (a.day === b.day ? b.key - a.key : a.day < b.day ? 1 : -1))
      .map(({ day, key }) => ({ day, key }));
    for (const skip of [0, 1, 50, 139, 140, 1_000])
      assert.deepEqual(await positionsAlongAll(db, walks, null, skip, 10), all.slice(skip, skip + 10));
    const after = all[20] ?? null;
    assert.deepEqual(await positionsAlongAll(db, walks, after, 30, 10), all.slice(51, 61));
    await db.close();
  });
});
