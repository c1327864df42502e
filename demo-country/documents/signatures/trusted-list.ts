/** The trust service of the invented country on the network: its trusted list (ETSI TS 119 612) and its authority's revocation list. */
import { existsSync } from 'node:fs';
import { type Answer, plain } from '#demo-country/answer.ts';
import { importBytes } from '#lib/signatures/trust-import.ts';
import { readTrustStore } from '#lib/signatures/trust-store.ts';
import { LIST_PATH, publishedListOn, qualifiedServices } from './authority.ts';

const TRUSTED_LIST_PATH = '/lista-de-incredere.xml';
const TRUSTED_LIST = `http://certificare-demo.example${TRUSTED_LIST_PATH}`;
const DAY_MS = 86_400_000;
/** Half a year, the longest time that the standard allows. */
const DUE_DAYS = 180;
const TYPES = 'http://uri.etsi.org/TrstSvc';

export const answerTrust = (path: string, day: number): Answer => {
  if (path === TRUSTED_LIST_PATH) return answer('application/vnd.etsi.tsl+xml', Buffer.from(trustedListOn(day)));
  return path === LIST_PATH ? answer('application/pkix-crl', publishedListOn(day)) : plain('Not Found', 404);
};

const answer = (type: string, body: Buffer): Answer => ({ status: 200, headers: { 'content-type': type }, body });

export const isTrustPath = (path: string): boolean => path === TRUSTED_LIST_PATH || path === LIST_PATH;

/** `day`: days since 1970. */
export const trustedListOn = (day: number): string => `<?xml version="1.0" encoding="UTF-8"?>
<TrustServiceStatusList xmlns="http://uri.etsi.org/02231/v2#" TSLTag="http://uri.etsi.org/19612/TSLTag"><SchemeInformation><TSLVersionIdentifier>5</TSLVersionIdentifier><TSLSequenceNumber>${day}</TSLSequenceNumber><SchemeTerritory>RO</SchemeTerritory><ListIssueDateTime>${instant(day)}</ListIssueDateTime><NextUpdate><dateTime>${instant(day + DUE_DAYS)}</dateTime></NextUpdate></SchemeInformation><TrustServiceProviderList><TrustServiceProvider><TSPServices>${qualifiedServices()
  .map(
    ({ kind, name, certificate }) =>
      `<TSPService><ServiceInformation><ServiceTypeIdentifier>${TYPES}/Svctype/${kind}</ServiceTypeIdentifier><ServiceName><Name xml:lang="ro">${name}</Name></ServiceName><ServiceDigitalIdentity><DigitalId><X509Certificate>${certificate.toString('base64')}</X509Certificate></DigitalId></ServiceDigitalIdentity><ServiceStatus>${TYPES}/TrustedList/Svcstatus/granted</ServiceStatus><StatusStartingTime>2016-07-01T00:00:00Z</StatusStartingTime></ServiceInformation></TSPService>`,
  )
  .join('')}</TSPServices></TrustServiceProvider></TrustServiceProviderList></TrustServiceStatusList>
`;

const instant = (day: number): string => new Date(day * DAY_MS).toISOString().replace('.000Z', 'Z');

/** What the country's authorities publish on a day: its trusted list, and the list of revoked certificates. */
export function writeDemoTrust(folder: string, at: number): void {
  const day = Math.floor(at / DAY_MS);
  importBytes(Buffer.from(trustedListOn(day)), 'the trusted list', folder, { address: TRUSTED_LIST });
  importBytes(publishedListOn(day), 'the revocation list', folder);
}

/** Before the country had a trusted list, a demo trusted its root only. */
export function completeDemoTrust(folder: string): void {
  if (existsSync(folder) && readTrustStore(folder).trustedLists.length === 0) writeDemoTrust(folder, Date.now());
}
