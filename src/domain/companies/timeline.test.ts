import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type TimelineEvent, timelinePage } from './timeline.ts';

const event = (date: string, kind: TimelineEvent['kind'], title: string): TimelineEvent => ({
  date,
  eventDate: date,
  seenOn: null,
  kind,
  title,
  details: null,
  source: 'onrc',
  decisionId: null,
  contractId: null,
  purchaseId: null,
});

const events = [
  event('2026-05-01', 'balance', 'Balance'),
  event('2026-01-01', 'name', 'A name'),
  event('2026-01-01', 'officerAdded', 'Ana'),
  event('2026-01-01', 'officerAdded', 'Ion'),
  event('2026-01-01', 'officerAdded', 'Mihai'),
  event('2020-01-01', 'registration', 'Registered'),
];

test('pages follow each other to the end, also between events of one day and kind', () => {
  for (const limit of [1, 2, 3, 4, 5, 6, 7]) {
    const seen: TimelineEvent[] = [];
    let position: string | null = null;
    do {
      const page = timelinePage(events, position, limit);
      assert.equal(page.offset, seen.length);
      seen.push(...page.events);
      position = page.position;
    } while (position !== null);
    assert.deepEqual(seen, events, `limit ${limit}`);
  }
  assert.deepEqual(timelinePage([], null, 5), { events: [], offset: 0, position: null });
});

test('a new event between two pages causes no repeats or gaps', () => {
  const first = timelinePage(events, null, 3);
  const result = [event('2026-06-01', 'vatStart', 'VAT'), ...events];
  assert.deepEqual(timelinePage(result, first.position, 3).events, events.slice(3));
});

test('another order of the events of a day in another language moves no event of another day', () => {
  const first = timelinePage(events, null, 5);
  const otherwise = [events[0], events[1], events[4], events[2], events[3], events[5]] as TimelineEvent[];
  assert.deepEqual(timelinePage(otherwise, first.position, 5).events, [events[5]]);
});
