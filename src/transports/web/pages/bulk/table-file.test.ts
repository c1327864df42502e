import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CheckedRow } from '#domain/bulk-checks/check.ts';
import { sourceRows } from './table-file.ts';

test('each source has its oldest and newest reading, in any order of rows', () => {
  const row = (anaf: string | null): Pick<CheckedRow, 'company'> => ({
    company: {
      sources: [
        { name: 'onrc', asOf: '2026-11-16' },
        { name: 'anaf', asOf: anaf },
      ],
    } as unknown as CheckedRow['company'],
  });
  const readings = [
    '2026-11-16T09:00:00Z',
    '2026-11-16T12:00:00Z',
    null,
    '2026-11-15T08:00:00Z',
    '2026-11-16T10:00:00Z',
  ];
  const rows = [...readings.map(row), { company: null }];
  assert.deepEqual(sourceRows({ createdAt: '2026-11-16T13:00:00Z' }, rows, 'en'), [
    ['Source', 'Oldest reading (UTC)', 'Newest reading (UTC)'],
    ['Trade registry', '2026-11-16', '2026-11-16'],
    ['Tax office (ANAF)', '2026-11-15T08:00:00Z', '2026-11-16T12:00:00Z'],
    ['Created at (UTC)', '2026-11-16T13:00:00Z'],
  ]);
});
