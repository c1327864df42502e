/** Room for every check that a test leaves in the state by itself. */
import type { CheckQuota } from '#domain/bulk-checks/quota-table.ts';

export const muchRoom: CheckQuota = {
  share: null,
  bytes: 10_000,
  openMax: 1_000,
  ownBytesMax: 1_000_000_000,
  allBytesMax: 1_000_000_000,
  settledBefore: '2000-01-01T00:00:00.000Z',
};
