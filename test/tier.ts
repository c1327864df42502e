/** Which tier runs: a file named in SMOKE (test/run/tiers.ts) runs a sample of its cases in `npm test` and all of them in `test:long`. */
import { test } from 'node:test';

export const isLongTier = process.env.FIRMOTECA_TEST_TIER === 'long';

/** A test that only the long tier runs. */
export const longTest = ((...args: Parameters<typeof test>) => (isLongTier ? test(...args) : undefined)) as typeof test;
