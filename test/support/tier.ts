/** Which tier runs: a file named in SMOKE (test/run/tiers.ts) runs a sample of its cases in `npm test` and all of them in `test:long`. */
import { test } from 'node:test';

export const isLongTier = process.env.FIRMOTECA_TEST_TIER === 'long';

/** A test that only the long tier runs. */
export const longTest = ((...args: Parameters<typeof test>) => (isLongTier ? test(...args) : undefined)) as typeof test;

/** All cases in the long tier; in `npm test` one in so many, from another one on for each `turn`, so that many turns take all of them. */
export const sampled = <Case>(cases: readonly Case[], oneIn: number, turn = 0): Case[] =>
  cases.filter((_, i) => isLongTier || (i + turn) % oneIn === 0);
