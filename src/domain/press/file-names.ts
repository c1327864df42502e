/** How press files are called in questions and answers: by their address. Those of the demo, which nobody published, by a name that leads nowhere. */
import { demoUrn } from '#api/provenance.ts';
import { PRESS_HOST } from '#data/sources/press/file-address.ts';

const HOST = `https://${PRESS_HOST}`;
const DEMO = demoUrn('press');

/** For schemas, of both; blanks may stand in it: an address put into a query as it is arrives decoded. */
export const FILE_NAME = String.raw`^(https://static\.anaf\.ro|urn:firmoteca:demo:press)/static/.+$`;

/** As answers call a file that is stored by its address. */
export const shownName = (url: string, { isDemo }: { isDemo: boolean }): string =>
  isDemo && url.startsWith(`${HOST}/`) ? DEMO + url.slice(HOST.length) : url;

/** The address that was meant. On real data a name of the demo is none, and stays as it came. */
export const addressMeant = (name: string, { isDemo }: { isDemo: boolean }): string =>
  isDemo && name.startsWith(`${DEMO}/`) ? HOST + name.slice(DEMO.length) : name;
