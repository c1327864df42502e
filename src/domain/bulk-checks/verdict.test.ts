import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cuiOf } from '#lib/values/cui.ts';
import { type AnsweredCompany, isIncomplete, verdictOf } from './verdict.ts';

const CUI = cuiOf(9_000_001);
const DAY = '2026-10-30';

const good: AnsweredCompany = {
  cui: CUI,
  name: 'ZIMBRUL AURIU SA',
  onrcStatus: '1048',
  onrcStatusLabel: 'funcțiune',
  onrcStatuses: [{ code: '1048', since: null }],
  active: true,
  insolvency: false,
  dissolution: false,
  suspended: false,
  struckOff: false,
  deregistrationDate: null,
  inTradeRegistry: true,
  vatPeriods: [{ start: '2010-01-01', end: null, canceledAt: null }],
  vatCheckedAt: '2026-11-15T10:00:00.000Z',
  inactive: false,
  inactiveSince: null,
  eFacturaRegistered: true,
  datoriiAnaf: null,
  provenance: { registry: { source: 'onrc', asOf: '2026-09-02' } },
  onDate: { vatRegistered: true, inactive: false, registered: true },
};

const of = (change: Partial<AnsweredCompany>, pending = false) => {
  const { status: standing, reasons } = verdictOf(
    CUI,
    { cui: CUI, company: { ...good, ...change }, error: null, pending },
    DAY,
    '',
  );
  return [standing, ...reasons];
};
const on = (change: Partial<NonNullable<AnsweredCompany['onDate']>>) => ({
  onDate: { ...good.onDate, ...change } as never,
});

test('an active company that is registered for VAT is fine', () => {
  assert.deepEqual(of({}), ['fine']);
});

test('a fact that forbids booking an invoice stops it, and the most severe reason is first', () => {
  assert.deepEqual(of({ struckOff: true, active: false, ...on({ registered: false }) }), ['stop', 'struckOff']);
  assert.deepEqual(of({ onrcStatus: '1070', insolvency: true, active: false }), ['stop', 'bankruptcy']);
  assert.deepEqual(of(on({ inactive: true })), ['stop', 'inactive']);
  assert.deepEqual(of(on({ registered: false })), ['stop', 'notRegisteredThen']);
  const ended = { start: '2010-01-01', end: '2026-07-18', canceledAt: null };
  assert.deepEqual(of({ ...on({ vatRegistered: false }), vatPeriods: [ended] }), ['stop', 'vatEnded']);
  const canceled = { ...ended, canceledAt: '2026-07-18' };
  assert.deepEqual(of({ ...on({ vatRegistered: false }), vatPeriods: [canceled], suspended: true }), [
    'stop',
    'vatCanceled',
    'suspended',
  ]);
});

test('a fact for the accountant to check is no stop: no VAT registration, insolvency, debts', () => {
  assert.deepEqual(of({ ...on({ vatRegistered: false }), vatPeriods: [] }), ['check', 'noVat']);
  // Registered only after the day.
  const later = { start: '2026-11-01', end: null, canceledAt: null };
  assert.deepEqual(of({ ...on({ vatRegistered: false }), vatPeriods: [later] }), ['check', 'noVat']);
  assert.deepEqual(of({ insolvency: true }), ['check', 'insolvency']);
  assert.deepEqual(of({ dissolution: true }), ['check', 'dissolution']);
  assert.deepEqual(of({ suspended: true }), ['check', 'suspended']);
  assert.deepEqual(of({ datoriiAnaf: { total: 5 } }), ['check', 'debts']);
});

test('a change since the day is marked as later, and does not stop an invoice of that day', () => {
  assert.deepEqual(of({ struckOff: true, active: false }), ['check', 'struckOffSince']);
  assert.deepEqual(of({ inactive: true }), ['check', 'inactiveNow']);
});

test('an unknown fact is never taken as good', () => {
  assert.deepEqual(of(on({ vatRegistered: null, inactive: null })), ['check', 'vatUnknown']);
  assert.deepEqual(of(on({ vatRegistered: null, inactive: null }), true), ['check', 'silent']);
  assert.deepEqual(of(on({ inactive: null })), ['check', 'fiscalUnknown']);
  assert.deepEqual(of({ active: null, inTradeRegistry: true }), ['check', 'registryUnknown']);
});

test('a code without a company is mistyped, unknown or not answered', () => {
  const none = (cui: string, code: string) =>
    verdictOf(cui, { cui, company: null, error: { code }, pending: false }, DAY, '');
  assert.deepEqual(none('90000015', 'NOT_FOUND').reasons, ['wrongDigit']);
  assert.deepEqual(none(CUI, 'NOT_FOUND').reasons, ['unknownCode']);
  assert.deepEqual(
    [none(CUI, 'UPSTREAM_TIMEOUT').reasons, isIncomplete(none(CUI, 'UPSTREAM_TIMEOUT'))],
    [['silent'], true],
  );
  assert.deepEqual(verdictOf(CUI, undefined, DAY, '').reasons, ['silent']);
});
