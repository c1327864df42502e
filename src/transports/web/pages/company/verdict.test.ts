import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { HealthResult } from './data.ts';
import { certaintyOf } from './verdict.ts';

type Health = HealthResult['data'];
type Altman = Partial<Pick<Health['altman'], 'z' | 'zLow' | 'zHigh' | 'zone' | 'zoneCertain'>>;

const thresholds = { distressBelow: 1.23, safeAbove: 2.9 };

function health(altman: Altman, code: Health['verdict']['code'], ...reasons: string[]): Health {
  return {
    year: 2025,
    ageMonths: 10,
    altman: { model: "Z'", z: null, zLow: null, zHigh: null, zone: null, zoneCertain: null, thresholds, ...altman },
    verdict: { code, label: code, reasons: reasons.map((reason) => ({ code: reason, label: `${reason}.` })) },
    flags: [],
  };
}

const grey = { z: 1.91, zLow: 1.91, zHigh: 2.48, zone: 'grey', zoneCertain: true } as const;
const crossing = { z: 2.4, zLow: 2.4, zHigh: 3.03, zone: 'grey', zoneCertain: false } as const;
const safe = { z: 3.8, zLow: 3.6, zHigh: 4.3, zone: 'safe', zoneCertain: true } as const;

test('a range within one zone is certain and displays its limits', () => {
  const sure = certaintyOf(health(grey, 'fair', 'zoneGrey'), '', 'ro');
  assert.equal(sure.word, 'Încadrare certă.');
  assert.match(sure.line, /poate urca scorul până la 2,48, dar nu îl scoate din zona gri/);
  assert.match(
    certaintyOf(health(safe, 'solid', 'zoneSafe'), '', 'en').line,
    /between 3\.60 and 4\.30, but not out of/,
  );
  const exact = certaintyOf(health({ ...safe, zLow: 3.8, zHigh: 3.8 }, 'solid', 'zoneSafe'), '', 'ro');
  assert.equal(exact.line, 'Tot intervalul este în zona de siguranță.');
});

test('a range across two zones is uncertain and names both', () => {
  const sure = certaintyOf(health(crossing, 'fair', 'zoneGrey'), '', 'ro');
  assert.deepEqual([sure.word, sure.line], ['Incert.', 'Intervalul trece din zona gri în cea de siguranță.']);
  assert.equal(sure.sign, 'uncertain');
});

test('a rule that applies to any score makes the verdict certain', () => {
  const wide = { z: 0.13, zLow: -1.03, zHigh: 1.7, zone: 'distress', zoneCertain: false } as const;
  const sure = certaintyOf(health(wide, 'distress', 'insolvency', 'zoneDistress'), 'În insolvență.', 'ro');
  assert.deepEqual([sure.word, sure.line], ['Scor incert, verdict cert.', 'În insolvență.']);
});

test('a rule that applies to a part of the range leaves the verdict uncertain', () => {
  const low = { z: 1.4, zLow: 0.9, zHigh: 1.8, zone: 'grey', zoneCertain: false } as const;
  const sure = certaintyOf(health(low, 'watch', 'losses', 'zoneGrey'), 'Pierderi.', 'ro');
  assert.equal(sure.word, 'Incert.');
});

test('a good score with a lower verdict displays the reason', () => {
  const sure = certaintyOf(health(safe, 'fair', 'taxDebt', 'zoneSafe'), 'Are obligații fiscale restante.', 'ro');
  assert.deepEqual([sure.word, sure.line], ['Scor bun, verdict coborât:', 'are obligații fiscale restante.']);
});

test('without a score the verdict displays the reason', () => {
  const sure = certaintyOf(health({}, 'undetermined', 'noRecentBalance', 'noBalance'), 'x', 'ro');
  assert.deepEqual([sure.word, sure.line, sure.sign], ['Fără scor.', 'noBalance.', 'unknown']);
});
