/** The words of the rankings. */
export const METRICS = ['cifra', 'profit', 'angajati'] as const;
export type Metric = (typeof METRICS)[number];
