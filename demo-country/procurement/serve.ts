/** The public interface of the procurement system, `/api-pub/…`: access rules and routes. */
import type { IncomingHttpHeaders } from 'node:http';
import { type Answer, json, plain } from '#demo-country/answer.ts';
import { dayNumber } from '#demo-country/days.ts';
import type { FileLinks, LinkSession } from '#demo-country/documents/file-links.ts';
import {
  archiveStep,
  downloadArchive,
  listClarifications,
  listSectionFiles,
  openFile,
} from '#demo-country/documents/serve.ts';
import type { Day } from '#lib/values/date.ts';
import { awardView, directAwardView, purchaseView } from './award-details.ts';
import { listAwards, listContracts } from './list-awards.ts';
import { listNotices } from './list-notices.ts';
import { listDirectAwards, listPurchases } from './list-purchases.ts';
import {
  authorityView,
  cpvCategories,
  searchAuthorities,
  searchCpv,
  searchCpvs,
  searchSuppliers,
  supplierView,
} from './lookups.ts';
import { noticeForm, noticeGeneralInfo, noticeLots, noticeSection, noticeView } from './notice-details.ts';
import type { Procurement } from './system.ts';
import { type Body, instant } from './wire.ts';

export const PROCUREMENT_PATH = '/api-pub/';

/** Most rows of a list. Tests set lower caps, so that a quiet country has crowded days. */
export interface Caps {
  purchases: number;
  notices: number;
}

export const CAPS: Caps = { purchases: 2_000, notices: 3_000 };

export interface SiteRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  body: string;
  headers: IncomingHttpHeaders;
  /** Of the site itself: `http://127.0.0.1:4100`. */
  address: string;
}

/** State of one site besides the country: its caps and its file links. */
export interface SiteState {
  caps: Caps;
  fileLinks: FileLinks;
}

export async function answerProcurement(
  system: Procurement,
  request: SiteRequest,
  on: Day,
  { caps, fileLinks }: SiteState,
): Promise<Answer> {
  const rejection = rejectionOf(request);
  if (rejection) return rejection;
  const today = dayNumber(on);
  const path = request.path.slice(PROCUREMENT_PATH.length).replace(/\/$/, '').toLowerCase();
  const session = fileLinks.openSession(request.headers.cookie);
  const token = /^files\/noticedoc\/([0-9a-f]{32})$/.exec(path)?.[1];
  if (token) return openFile(token, session);
  const archive = /^noticecommon\/(?:(add)archivefornotice|(get)archivestatus|downloadarchive)$/.exec(path);
  if (archive) {
    const [, add, get] = archive;
    const step = add ?? get;
    const noticeId = noticeIdIn(request);
    return step ? archiveStep(step, fileLinks, noticeId) : downloadArchive(system, fileLinks, noticeId, today);
  }
  if (request.method === 'POST') {
    const body = readBody(request.body);
    if (!body) return plain('The request is invalid.', 400);
    if (path === 'noticedocument/getall') return listClarifications(system, body, today, session);
    return answerPost(system, path, body, today, caps) ?? plain('Not Found', 404);
  }
  if (path === 'noticecommon/getdfnoticesectionfiles')
    return listSectionFiles(system, noticeIdIn(request), today, session);
  return answerGet(system, path, request.query, today, session) ?? plain('Not Found', 404);
}

const noticeIdIn = ({ query }: SiteRequest): number => Number(query.get('initNoticeId'));

/** Only the site's own pages have access, by the headers. */
function rejectionOf({ headers, address, method }: SiteRequest): Answer | null {
  if (!headers.referer) return plain('Referrer cannot be null', 403);
  if (URL.parse(headers.referer)?.origin !== address) return plain('Forbidden', 403);
  if (headers.origin !== undefined && headers.origin !== address) return plain('Forbidden', 403);
  if (method === 'POST' && !headers['content-type']?.startsWith('application/json'))
    return plain('Unsupported Media Type', 415);
  return method === 'GET' || method === 'POST' ? null : plain('Method Not Allowed', 405);
}

function answerPost(system: Procurement, path: string, body: Body, today: number, caps: Caps): Answer | null {
  switch (path) {
    case 'noticecommon/getcnoticelist':
      return listNotices(system, body, today, caps.notices);
    case 'noticecommon/getcanoticelist':
      return listAwards(system, body, today, caps.notices);
    case 'directacquisitioncommon/getdirectacquisitionlist':
      return listPurchases(system, body, today, caps.purchases);
    case 'daawardnoticecommon/getdaawardnoticelist':
      return listDirectAwards(system, body, today, caps.purchases);
    case 'noticecommon/getsection22lotlist':
      return noticeLots(system, body, today);
    case 'enotice/getnoticechangeview':
      return noticeForm(system, body, today);
  }
  return /^(c|pc|dc|rfq)_public_canotice\/getcanoticecontracts$/.test(path) ? listContracts(system, body, today) : null;
}

function answerGet(
  system: Procurement,
  path: string,
  query: URLSearchParams,
  today: number,
  session: LinkSession,
): Answer | null {
  switch (path) {
    case 'combopub/searchsuppliers':
      return searchSuppliers(system, query);
    case 'combopub/searchcontractingauthorities':
      return searchAuthorities(system, query);
    case 'combopub/searchcpvs':
      return searchCpvs(query);
    case 'combopub/getcpvcategories':
      return cpvCategories();
    case 'cpv/searchcpv':
      return searchCpv(query);
    case 'combopub/getnoticegeneralinfo':
      return noticeGeneralInfo(system, query, today);
    case 'publiccnotice/getpubcnoticeview':
    case 'publicrfqinvitation/getrfqinvitationview':
    case 'publicdcnotice/getdcnoticeview':
    case 'publicpcnotice/getpcnoticeview':
      return noticeView(system, query, today);
    case 'time/getservertime':
      return json(instant(today, 12 * 3_600));
  }
  const section = /^noticecommon\/getsection(\d+)view$/.exec(path)?.[1];
  if (section) return noticeSection(system, section, query, today);
  const [, view, id] = /^(.+)\/(\d+)$/.exec(path) ?? [];
  return view ? answerView(system, view, Number(id), today, session) : null;
}

function answerView(system: Procurement, view: string, id: number, today: number, session: LinkSession): Answer | null {
  if (/^(c|pc|dc|rfq)_public_canotice\/get(_v1)?$/.test(view)) return awardView(system, id, today, session);
  switch (view) {
    case 'publicdirectacquisition/getview':
      return purchaseView(system, id, today);
    case 'publicdaawardnotice/getview':
      return directAwardView(system, id, today);
    case 'entity/getcaentityview':
      return authorityView(system, id);
    case 'entity/getsuentityview':
      return supplierView(system, id);
  }
  return null;
}

function readBody(text: string): Body | null {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as Body) : null;
  } catch {
    return null;
  }
}
