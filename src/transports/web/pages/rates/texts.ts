/** The words of the page of exchange rates. */
import type { PageRequest } from '#transports/web/routing/page.ts';

export type Day = Awaited<ReturnType<PageRequest['client']['getRates']>>['data'];
