/** The authorization server at the address by which readers reach us. Where nobody said which that is, only this machine's own names are. */
import type { Provider } from 'oidc-provider/lib/provider.js';
import { ipNumber, isLoopback } from '#base/ip.ts';
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
      if (publicUrl === null ? !isThisMachine(origin) : origin !== publicUrl) return null;
      if (open.size >= PROVIDERS_MAX && !open.has(origin)) open.clear();
      return open.getOrInsertComputed(origin, () => openProvider(origin, needs));
    },
  };
}

function isThisMachine(origin: string): boolean {
  const { hostname } = new URL(origin);
  if (hostname === 'localhost') return true;
  const number = ipNumber(hostname.replace(/^\[|\]$/g, ''));
  return number !== null && isLoopback(number);
}
