/** From where something was done, as the owner of an account reads it: the network, which many share, never the whole address. */
import { ipNumber, ipText } from '#lib/values/ip.ts';
import { browserName } from './browser-name.ts';
import type { Origin } from './events.ts';

/** What is left of IPv4 and IPv6: 256 addresses, and what a provider gives to a town. */
const V4_HIDDEN_BITS = 8n;
const V6_HIDDEN_BITS = 80n;

/** `192.0.2.*` or `2001:db8:1::*`; null for what is no address. */
export function networkOf(address: string): string | null {
  const number = ipNumber(address);
  if (number === null) return null;
  const isV4 = !ipText(number).includes(':');
  const hidden = isV4 ? V4_HIDDEN_BITS : V6_HIDDEN_BITS;
  const first = ipText((number >> hidden) << hidden);
  return isV4 ? `${first.slice(0, first.lastIndexOf('.'))}.*` : `${first}*`;
}

export const originOf = (address: string, userAgent: string | undefined): Origin => ({
  place: networkOf(address),
  agent: browserName(userAgent),
});
