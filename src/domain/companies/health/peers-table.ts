/** Reads the groups of peers that one company belongs to. */
import type { Database } from '#data/store/database.ts';
import type { Dataset } from '#data/store/dataset.ts';
import { generationMemo } from '#data/store/generation-memo.ts';
import { type PeerCriteria, type PeerGroup, peerKeys } from './peers.ts';

type Row = Omit<PeerGroup, 'quantiles'> & { ratio: string; quantiles: string };

type PeerGroups = ReadonlyMap<string, readonly PeerGroup[]>;

/** Ten kilobytes each; companies of one activity share them. */
const GROUPS_MAX = 300;
const groups = generationMemo<PeerGroups>(GROUPS_MAX);

export const peerGroupsOf = (dataset: Dataset, year: number, criteria: PeerCriteria): Promise<PeerGroups> =>
  groups(dataset, `${year} ${JSON.stringify(peerKeys(criteria))}`, () => peerGroups(dataset.db, year, criteria));

/** The narrowest group of each ratio; a group with too few firms does not exist. */
export async function peerGroups(db: Database, year: number, criteria: PeerCriteria): Promise<PeerGroups> {
  const keys = peerKeys(criteria);
  const either = keys.map((_, i) => `(level = $${2 * i + 2} and value = $${2 * i + 3})`).join(' or ');
  const rows = await db.all<Row>(
    `select level, value, ratio, firms, quantiles from peer_group where year = $1 and (${either})`,
    [year, ...keys.flatMap(({ level, value }) => [level, value])],
  );
  const narrowestFirst = keys.flatMap(({ level }) => rows.filter((row) => row.level === level));
  const narrowest = new Map<string, PeerGroup[]>();
  for (const row of narrowestFirst)
    if (!narrowest.has(row.ratio)) narrowest.set(row.ratio, [{ ...row, quantiles: JSON.parse(row.quantiles) }]);
  return narrowest;
}
