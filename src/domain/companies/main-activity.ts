/** A company's main activity, the same in its own answer and in every list: a class, and the revision that it is of. */
import { revisionOf, revisionsByAge } from '#lib/values/caen-revision.ts';
import type { ActivityRow } from './facts.ts';

export interface ActivityFacts {
  /** As filed with the newest balance sheet that names one. */
  filed: ActivityRow | null;
  /** What the registry authorises it for; which of them is the main one is not published. */
  authorised: readonly ActivityRow[];
  /** What the tax authority calls its main activity, without a revision. */
  told: string | null;
}

export interface MainActivity extends ActivityRow {
  from: 'filed' | 'authorised' | 'told';
}

/**
 * What was filed counts first: it says the year, and so the revision, and everybody knows it. Who never filed has the one
 * activity it is registered for, else what the tax authority names. A code whose revision nobody can tell is no activity.
 */
export function mainActivity({ filed, authorised, told }: ActivityFacts): MainActivity | null {
  if (filed) return { code: filed.code, revision: filed.revision, from: 'filed' };
  const newest = revisionsByAge.find((each) => authorised.some(({ revision }) => revision === each));
  const codes = new Set(authorised.filter(({ revision }) => revision === newest).map(({ code }) => code));
  const [only] = codes;
  if (newest && only !== undefined && codes.size === 1) return { code: only, revision: newest, from: 'authorised' };
  if (told === null) return null;
  const revision =
    revisionsByAge.find((each) => authorised.some((one) => one.code === told && one.revision === each)) ??
    revisionOf(told);
  return revision === null ? null : { code: told, revision, from: 'told' };
}
