/** A company's main activity, the same in its own answer and in every list: a class and its revision. */
import { revisionOf, revisionsByAge } from '#lib/values/caen-revision.ts';
import type { ActivityRow } from './facts.ts';

export interface ActivityFacts {
  /** Of the newest balance sheet that names one. */
  filed: ActivityRow | null;
  /** The registry does not publish which of these is the main one. */
  authorised: readonly ActivityRow[];
  /** The main activity as the tax authority reports it, without a revision. */
  reported: string | null;
}

export interface MainActivity extends ActivityRow {
  from: 'filed' | 'authorised' | 'reported';
}

/**
 * A filed activity comes first: its year determines the revision. A firm that never filed has its only registered activity,
 * else the one that the tax authority reports. A code without a known revision is no activity.
 */
export function mainActivity({ filed, authorised, reported }: ActivityFacts): MainActivity | null {
  if (filed) return { code: filed.code, revision: filed.revision, from: 'filed' };
  const newest = revisionsByAge.find((each) => authorised.some(({ revision }) => revision === each));
  const [only, ...others] = authorised.filter(({ revision }) => revision === newest);
  if (only && others.every(({ code }) => code === only.code))
    return { code: only.code, revision: only.revision, from: 'authorised' };
  if (reported === null) return null;
  const revision =
    revisionsByAge.find((each) => authorised.some((one) => one.code === reported && one.revision === each)) ??
    revisionOf(reported);
  return revision === null ? null : { code: reported, revision, from: 'reported' };
}
