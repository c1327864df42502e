/** The authorization server at the address by which readers reach us. Where nobody said which that is, only this machine's own names are. */
import type { Provider } from 'oidc-provider/lib/provider.js';
import { isOwnHost } from '#lib/values/own-host.ts';
import { openProvider, type ProviderNeeds } from './provider.ts';

/** `localhost` and the loopback addresses, at some ports. */
const PROVIDERS_MAX = 8;

export interface Providers {
  /** Null for an address that may be anybody's. */
  at(origin: string): Provider | null;
}

export function providers(publicUrl: string | null, needs: ProviderNeeds): Providers {
  const open = new Map<string, Provider>();
  return {
    at(origin) {
      if (publicUrl === null ? !isOwnHost(new URL(origin).host) : origin !== publicUrl) return null;
      if (open.size >= PROVIDERS_MAX && !open.has(origin)) open.clear();
      return open.getOrInsertComputed(origin, () => openProvider(origin, needs));
    },
  };
}
