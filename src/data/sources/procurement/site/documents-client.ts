/**
 * A client of the procurement system for the documents of a notice: its lists, and the files behind their links, which are valid in
 * the session of the lists. Links and cookies stay in memory.
 */
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createCookieJar } from '#data/sources/cookies.ts';
import { type JsonObject, objectOf, textOf } from '#data/sources/json.ts';
import { noticeNumber } from '#data/sources/procurement/exports/values.ts';
import type { DocumentationRecord, DocumentRecord } from '#data/sources/procurement/records.ts';
import { procurement } from '#data/sources/procurement/source.ts';
import { type Exchange, exchange, Failure, type Limits } from '#lib/safe-fetch/exchange.ts';
import { unavailable, unusable } from '#lib/safe-fetch/outcome.ts';
import { WrongShape } from '#lib/safe-fetch/wrong-shape.ts';
import { isAwardType, REPORTS_PATH, reportsPath } from './award-views.ts';
import {
  archivePath,
  archiveStateOf,
  CLARIFICATIONS_PATH,
  clarificationsQuery,
  documentationOf,
  isWhole,
  sectionFilesPath,
  supplierReportsOf,
} from './documents.ts';
import { noticeViewPath } from './notices.ts';
import { assertNotBlocked, createSite, PAGE_BYTES, type SiteOptions, siteHeaders } from './site.ts';
import { dayOf, keyOf } from './values.ts';

/** A notice with the system's own ids. */
export interface NoticeReference {
  notice: string;
  systemId: number;
  typeId: number;
}

export interface FetchedFile {
  sha256: string;
  sizeBytes: number;
}

export interface DocumentsClient {
  /** Starts a new session: earlier links may have expired. `withForm`: with the notice itself, where it is an electronic form. */
  lists(reference: NoticeReference, withForm?: boolean): Promise<DocumentationRecord>;
  /** Streams the file into `path`, which the caller deletes. Throws a `Failure` for an incomplete one. */
  file(link: string, path: string): Promise<FetchedFile>;
  /** The same for all of a notice's files but the clarifications, in one ZIP; null when the system does not create one in time. */
  archive(reference: NoticeReference, path: string): Promise<FetchedFile | null>;
}

export interface DocumentsClientOptions extends Omit<SiteOptions, 'jar'> {
  limits?: Partial<Limits>;
  /** The path of supplier-performance reports in the interface, with `{service}` and `{id}`. */
  reportsAt?: string;
}

/** Drawings of a building are archives of some hundreds of megabytes, at a megabyte a second. */
const FILE_LIMITS: Limits = {
  connectMs: 15_000,
  idleMs: 60_000,
  totalMs: 20 * 60_000,
  sizeBytesMax: 1_000_000_000,
  retries: 0,
};
/** A notice of the new electronic form (eForms), by its internal id. */
const FORM_PATH = 'ENotice/GetNoticeChangeView/';
const FORM_LINK = 'form:';
/** Each has fifty answers to bidders. */
const CLARIFICATION_PAGES_MAX = 40;
/** Polls of an archive in creation, and their interval. */
const ARCHIVE_POLLS_MAX = 20;
const ARCHIVE_POLL_MS = 5_000;

export function openDocumentsClient({
  limits,
  reportsAt = REPORTS_PATH,
  ...options
}: DocumentsClientOptions): DocumentsClient {
  const jar = createCookieJar();
  const site = createSite({ ...options, jar });
  const { address, turn, hold, clock, signal } = options;

  async function fetchFile(url: string, path: string): Promise<FetchedFile> {
    await turn(signal);
    const pass = await hold?.enter();
    const { userAgent } = procurement;
    const request = { url, headers: siteHeaders(address, jar), userAgent, signal, follow: false };
    const answer = await exchange(request, { ...FILE_LIMITS, ...limits }).catch(async (error) => {
      await pass?.undecided();
      throw error;
    });
    await assertNotBlocked({ status: answer.status, bytes: await refusalOf(answer) }, pass);
    jar.store(answer.headers['set-cookie'] ?? []);
    const hash = createHash('sha256');
    let sizeBytes = 0;
    const received = async function* () {
      for await (const chunk of answer.body) {
        if (sizeBytes === 0) refuse(answer.status, chunk);
        hash.update(chunk);
        sizeBytes += chunk.length;
        yield chunk;
      }
    };
    await pipeline(received(), createWriteStream(path, { mode: 0o600 }), signal ? { signal } : {});
    if (sizeBytes === 0) refuse(answer.status, Buffer.alloc(0));
    if (sizeBytes === 0) throw new Failure(unavailable('malformed', 'an empty file'));
    const promised = answer.headers['content-length'];
    if (promised !== undefined && Number(promised) !== sizeBytes)
      throw new Failure(unavailable('network', `${sizeBytes} of ${promised} bytes`));
    return { sha256: hash.digest('hex'), sizeBytes };
  }

  async function clarificationsOf({ systemId, typeId }: NoticeReference): Promise<JsonObject[]> {
    const pages: JsonObject[] = [];
    while (!isWhole(pages)) {
      if (pages.length === CLARIFICATION_PAGES_MAX)
        throw new WrongShape(CLARIFICATIONS_PATH, `an end within ${CLARIFICATION_PAGES_MAX} pages`, 'more of them');
      pages.push(await site.post(CLARIFICATIONS_PATH, clarificationsQuery(systemId, typeId, pages.length)));
    }
    return pages;
  }

  /** An award notice of the new electronic form has no such view, so its reports are unknown. */
  async function reportsOf({ notice, systemId, typeId }: NoticeReference): Promise<DocumentationRecord> {
    const path = reportsPath(reportsAt, typeId, systemId);
    const view = await site.view(path);
    if (view === null) return { isWithdrawn: false, documents: [], announced: 0 };
    const number = noticeNumber(textOf(view.noticeNumber ?? view.noticeNo));
    if (number !== null && number !== notice) throw new WrongShape(path, `the award notice ${notice}`, number);
    return { isWithdrawn: false, ...supplierReportsOf(view) };
  }

  /** Null for a notice of the older format, which is no form. */
  async function formOf({ notice, systemId, typeId }: NoticeReference): Promise<DocumentRecord | null> {
    const path = noticeViewPath(typeId, systemId);
    const view = path === null ? null : await site.view(path);
    const id = keyOf(view?.noticeId);
    if (view?.hasEformsDocuments !== true || id === null || noticeNumber(textOf(view.noticeNo)) !== notice) return null;
    const publishedOn = dayOf(view.publicationDate);
    const link = `${FORM_LINK}${notice}/${id}`;
    return { code: `${notice}/eforms`, name: `${notice}.html`, section: 'notice', link, publishedOn, ackDocId: null };
  }

  /** Writes the form as a page of its own. */
  async function saveForm(link: string, path: string): Promise<FetchedFile> {
    const [notice, id] = link.slice(FORM_LINK.length).split('/');
    const { headerModel, changeNoticeHtml } = await site.post(FORM_PATH, {
      noticeId: Number(id),
      isNoticeChange: false,
    });
    const header = objectOf(headerModel);
    if (keyOf(header.noticeId) !== Number(id) || noticeNumber(textOf(header.noticeNumber)) !== notice)
      throw new WrongShape(FORM_PATH, `the form of ${notice}`, JSON.stringify(header).slice(0, 120));
    if (typeof changeNoticeHtml !== 'string' || changeNoticeHtml.trim() === '')
      throw new Failure(unavailable('malformed', 'an empty file'));
    const page = Buffer.from(`<!doctype html>\n<meta charset="utf-8">\n${changeNoticeHtml}`);
    await writeFile(path, page, { mode: 0o600 });
    return { sha256: createHash('sha256').update(page).digest('hex'), sizeBytes: page.length };
  }

  return {
    async lists(reference, withForm = false) {
      jar.empty();
      if (isAwardType(reference.typeId)) return reportsOf(reference);
      const files = await site.view(sectionFilesPath(reference.systemId, reference.typeId));
      const clarifications = await clarificationsOf(reference);
      // Neither list has the notice: its ids are wrong.
      if (files === null && clarifications.some(({ hasError }) => hasError === true))
        throw new WrongShape('NoticeCommon/GetDfNoticeSectionFiles', `lists of ${reference.notice}`, 'no such notice');
      const record = documentationOf(reference.notice, files, clarifications);
      // The form alone is no documentation.
      const form = withForm && record.documents.length > 0 ? await formOf(reference) : null;
      return form === null ? record : { ...record, documents: [...record.documents, form] };
    },

    file: (link, path) => (link.startsWith(FORM_LINK) ? saveForm(link, path) : fetchFile(`${address}/${link}`, path)),

    async archive({ systemId, typeId }, path) {
      const step = (name: Parameters<typeof archivePath>[0]): string => archivePath(name, systemId, typeId);
      for (let poll = 0; poll < ARCHIVE_POLLS_MAX; poll++) {
        const state = archiveStateOf(await site.get(step('GetArchiveStatus')));
        if (state === 'ready') return fetchFile(`${address}/api-pub/${step('DownloadArchive')}`, path);
        if (state === null) return null;
        if (state === 'absent') await site.get(step('AddArchiveForNotice'));
        else await clock.sleep(ARCHIVE_POLL_MS, signal);
      }
      return null;
    },
  };
}

/** The start of the body of a 403, which is no file; empty for other answers, whose body is read later. */
async function refusalOf({ status, body }: Exchange): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  if (status === 403)
    for await (const chunk of body) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes >= PAGE_BYTES) break;
    }
  return Buffer.concat(chunks);
}

/** An authority may upload a web page: HTML with status 200 is a file, except a firewall's page. */
function refuse(status: number, bytes: Uint8Array): void {
  const trouble = unusable({ status, contentType: '', bytes, retryAfterMs: null });
  if (trouble !== null && !(status === 200 && trouble.reason === 'html')) throw new Failure(trouble);
  if (status !== 200) throw new Failure(unavailable('rejected', `HTTP ${status}`));
}
