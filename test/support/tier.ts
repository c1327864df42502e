/** The running tier: a file in SMOKE (test/run/tiers.ts) runs some of its cases in `npm test` and all of them in `test:long`. */
import { test } from 'node:test';

export const isLongTier = process.env.FIRMOTECA_TEST_TIER === 'long';

/** A test that only the long tier runs. */
export const longTest = ((...args: Parameters<typeof test>) => (isLongTier ? test(...args) : undefined)) as typeof test;

/** All cases in the long tier; in `npm test` one of `oneIn`, with an offset of `turn`, so that consecutive turns cover all cases. */
export const sampled = <Case>(cases: readonly Case[], oneIn: number, turn = 0): Case[] =>
  cases.filter((_, i) => isLongTier || (i + turn) % oneIn === 0);
