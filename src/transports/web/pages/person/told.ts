/** What the operations tell that the person page is made of. */
import type { PageRequest } from '#transports/web/routing/page.ts';

type Client = PageRequest['client'];

export type ToldPerson = Awaited<ReturnType<Client['getPerson']>>;
export type Person = ToldPerson['data'];
export type PersonFirm = Awaited<ReturnType<Client['getPersonCompanies']>>['data'][number];
