/** From where something is done on a page of an account. */

import type { Origin } from '#platform/accounts/events.ts';
import { originOf as originAt } from '#platform/accounts/network-label.ts';
import type { Asking } from '#platform/accounts/sign-in-context.ts';
import type { PageRequest } from '#transports/web/routing/page.ts';

export const originOf = ({ context, userAgent }: Pick<PageRequest, 'context' | 'userAgent'>): Origin =>
  originAt(context.caller.address, userAgent);

export const askingOf = ({ origin, now }: Pick<PageRequest, 'origin' | 'now'>): Asking => ({ site: origin, now });
