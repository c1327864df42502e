/** A trusted list (ETSI TS 119 612), as member states publish it: which authorities of signatures and of time are qualified now. */
import { SaxesParser } from 'saxes';

export interface TrustedService {
  kind: 'authority' | 'time';
  name: string;
  /** Its certificates, DER. */
  certificates: Buffer[];
}

/** Another list that a list points to. */
export interface ListPointer {
  /** Two letters of the country. */
  territory: string;
  address: string;
}

export interface TrustedList {
  territory: string | null;
  sequence: number | null;
  /** Of the European list of lists, which names no authorities; empty for that of a country. */
  pointers: ListPointer[];
  services: TrustedService[];
  /** Of the same kinds, and not qualified any more. */
  withdrawn: TrustedService[];
  /** Services that are withdrawn, not yet qualified, or of a kind that signs no documents. */
  leftOut: number;
  /** When the next list is due; null: absent, as in the last one of a scheme that has ended. */
  nextUpdate: Date | null;
}

const TYPE = 'http://uri.etsi.org/TrstSvc/Svctype/';
const STATUS = /\/Svcstatus\/(?:granted|undersupervision|accredited)$/i;
const FOR_DOCUMENTS = /\/SvcInfoExt\/(?:ForeSignatures|ForeSeals)$/;
const KINDS: Record<string, TrustedService['kind']> = { [`${TYPE}CA/QC`]: 'authority', [`${TYPE}TSA/QTST`]: 'time' };
/** Of the list of lists. */
const LIST_OF_LISTS = /\/TrstSvc\/TrustedList\/TSLType\/EUlistofthelists$/;
const MEDIA_TYPE = 'application/vnd.etsi.tsl+xml';
const SERVICES_MAX = 20_000;
const POINTERS_MAX = 500;
const TEXT_LENGTH_MAX = 100_000;
/** Of real lists: some twenty. */
const DEPTH_MAX = 100;

interface Service {
  type: string;
  status: string;
  name: string;
  /** Of the status; null: absent. */
  since: Date | null;
  certificates: Buffer[];
  uses: string[];
}

const empty = (): Service => ({ type: '', status: '', name: '', since: null, certificates: [], uses: [] });

/** Only what a service is now counts: its history lies in elements of the same names beside. Throws what is no such list. */
export function readTrustedList(text: string, now: Date): TrustedList {
  const list: TrustedList = {
    territory: null,
    sequence: null,
    pointers: [],
    services: [],
    withdrawn: [],
    leftOut: 0,
    nextUpdate: null,
  };
  let pointer: Pointer = { territory: '', address: '', mediaType: '' };
  let type = '';
  const open: string[] = [];
  let service = empty();
  let content = '';
  let isList = false;
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name }) => {
    if (open.push(local(name)) > DEPTH_MAX) throw new Error('The elements of the list are nested too deeply.');
    content = '';
    if (open.length === 1) isList = local(name) === 'TrustServiceStatusList';
    if (local(name) === 'ServiceInformation') service = empty();
    if (local(name) === 'OtherTSLPointer') pointer = { territory: '', address: '', mediaType: '' };
  });
  parser.on('text', (part) => {
    if (content.length < TEXT_LENGTH_MAX) content += part;
  });
  parser.on('closetag', ({ name }) => {
    const element = local(name);
    if (open.includes('ServiceInformation')) take(service, element, content.trim(), open);
    if (element === 'ServiceInformation') add(list, service, now);
    if (open.includes('OtherTSLPointer')) takePointer(pointer, element, content.trim());
    else if (open.at(-2) === 'SchemeInformation') {
      if (element === 'SchemeTerritory') list.territory = content.trim();
      if (element === 'TSLSequenceNumber') list.sequence = Number(content.trim()) || null;
      if (element === 'TSLType') type = content.trim();
    }
    if (element === 'OtherTSLPointer' && pointer.mediaType === MEDIA_TYPE && list.pointers.length < POINTERS_MAX)
      list.pointers.push({ territory: pointer.territory, address: pointer.address });
    if (element === 'dateTime' && open.at(-2) === 'NextUpdate') list.nextUpdate = dateOf(content.trim());
    open.pop();
    content = '';
  });
  parser.write(text).close();
  if (!isList) throw new Error('This is no trusted list: its first element is not TrustServiceStatusList.');
  // A country's list points to the list of lists.
  if (!LIST_OF_LISTS.test(type)) list.pointers = [];
  return list;
}

interface Pointer extends ListPointer {
  mediaType: string;
}

function takePointer(pointer: Pointer, element: string, text: string): void {
  if (element === 'TSLLocation') pointer.address = text;
  else if (element === 'SchemeTerritory') pointer.territory = text;
  else if (element === 'MimeType') pointer.mediaType = text;
}

const local = (name: string): string => name.slice(name.indexOf(':') + 1);

function take(service: Service, element: string, text: string, open: string[]): void {
  if (element === 'ServiceTypeIdentifier') service.type = text;
  else if (element === 'ServiceStatus') service.status = text;
  else if (element === 'StatusStartingTime') service.since = dateOf(text);
  else if (element === 'Name' && open.includes('ServiceName')) service.name ||= text;
  else if (element === 'X509Certificate') service.certificates.push(Buffer.from(text, 'base64'));
  else if (element === 'URI' && open.includes('AdditionalServiceInformation')) service.uses.push(text);
}

function dateOf(text: string): Date {
  const date = new Date(text);
  if (Number.isNaN(date.getTime())) throw new Error(`The list has a time that cannot be read: ${text}`);
  return date;
}

function add(list: TrustedList, { type, status, name, since, certificates, uses }: Service, now: Date): void {
  if (list.services.length + list.leftOut >= SERVICES_MAX)
    throw new Error('The list names more services than are read.');
  const kind = KINDS[type];
  const documentUses = uses.filter((each) => each.includes('/SvcInfoExt/For'));
  // Authorities for web sites alone are of the same type.
  const isForDocuments =
    kind === 'time' || documentUses.length === 0 || documentUses.some((each) => FOR_DOCUMENTS.test(each));
  const isBegun = since === null || since <= now;
  const isQualified = STATUS.test(status);
  if (kind && isForDocuments && isQualified && isBegun && certificates.length > 0) {
    list.services.push({ kind, name, certificates });
    return;
  }
  list.leftOut += 1;
  if (kind && isForDocuments && !isQualified) list.withdrawn.push({ kind, name, certificates });
}
