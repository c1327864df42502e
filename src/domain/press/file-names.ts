/** Names of press files in queries and answers: the address, or in the demo a URN, because its files have no public address. */
import { demoUrn } from '#api/provenance.ts';
import { PRESS_HOST } from '#data/sources/press/file-address.ts';

const HOST = `https://${PRESS_HOST}`;
const DEMO = demoUrn('press');

/** Pattern of both kinds. Spaces are allowed: an address that a client does not encode arrives decoded. */
export const FILE_NAME = String.raw`^(https://static\.anaf\.ro|urn:firmoteca:demo:press)/static/.+$`;

/** The name in answers of a file that is stored by its address. */
export const publicName = (url: string, { isDemo }: { isDemo: boolean }): string =>
  isDemo && url.startsWith(`${HOST}/`) ? DEMO + url.slice(HOST.length) : url;

/** The address of a name in a query. On real data a demo URN is no address and is returned unchanged. */
export const addressOf = (name: string, { isDemo }: { isDemo: boolean }): string =>
  isDemo && name.startsWith(`${DEMO}/`) ? HOST + name.slice(DEMO.length) : name;
