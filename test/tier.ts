/** Which tier runs: a file named in SMOKE (test/run/tiers.ts) runs a sample of its cases in `npm test` and all of them in `test:long`. */
export const isLongTier = process.env.FIRMOTECA_TEST_TIER === 'long';
