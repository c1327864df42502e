/** From where something was done to an account: a network and a kind of browser, never a whole address. */
import { browserName } from '#accounts/browser-name.ts';
import type { Origin } from '#accounts/events.ts';
import { ipNumber, parseSubnet, subnetText } from '#base/ip.ts';
import type { PageRequest } from '#web/door/page.ts';

/** Enough to tell home from abroad, and not who it was. */
const BITS = { four: 24, six: 48 };

export function originOf({ visit, userAgent }: Pick<PageRequest, 'visit' | 'userAgent'>): Origin {
  const { address } = visit.caller;
  const bits = address.includes(':') ? BITS.six : BITS.four;
  const network = ipNumber(address) === null ? null : parseSubnet(`${address}/${bits}`);
  return { place: network && subnetText(network), agent: browserName(userAgent) };
}
