/** A quota large enough for all checks of a test. */
import type { CheckQuota } from '#domain/bulk-checks/quota-table.ts';

export const largeQuota: CheckQuota = {
  share: null,
  bytes: 10_000,
  openMax: 1_000,
  ownBytesMax: 1_000_000_000,
  allBytesMax: 1_000_000_000,
  settledBefore: '2000-01-01T00:00:00.000Z',
};
