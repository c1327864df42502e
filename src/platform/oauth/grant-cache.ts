/** Grants that are kept at hand: an agent sends the same token with every message. What is revoked raises `access`, and stops within a second. */

import type { ChangeWatch } from '#data/store/changes/counter.ts';
import { copies } from '#platform/accounts/secret-row-cache.ts';
import type { Grant, Grants } from './grants.ts';

/** `watch`: of the topic `access`. */
export function cachedGrants<Read extends Grants>(grants: Read, watch: ChangeWatch): Read {
  // What it is good for now is judged below: the reading only finds it.
  const kept = copies<Grant>(watch, (token) => grants.grantOf(token, Date.now()));
  return {
    ...grants,
    async grantOf(token, now, permit) {
      const grant = await kept(token, permit);
      if (grant === null || grant.expiresAt <= now) return null;
      grants.noteUse(grant, now);
      return grant;
    },
  };
}
