/** From where something is done on a page of an account. */

import { type Origin, originOf as originAt } from '#platform/accounts/events.ts';
import type { SiteContext } from '#platform/accounts/sign-in.ts';
import type { PageRequest } from '#transports/web/routing/page.ts';

export const originOf = ({ context, userAgent }: Pick<PageRequest, 'context' | 'userAgent'>): Origin =>
  originAt(context.caller.address, userAgent);

export const askingOf = ({ origin, now }: Pick<PageRequest, 'origin' | 'now'>): SiteContext => ({ site: origin, now });
