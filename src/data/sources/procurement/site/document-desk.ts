/**
 * One visit at the procurement system for the documents of a notice: its lists, and the files behind their links, which open for
 * the session that the lists were asked in. Links and cookies live as long as the visit and are kept nowhere.
 */
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createCookieJar } from '#data/sources/cookies.ts';
import { type JsonObject, textOf } from '#data/sources/json.ts';
import { noticeNumber } from '#data/sources/procurement/exports/values.ts';
import type { DocumentationRecord } from '#data/sources/procurement/records.ts';
import { procurement } from '#data/sources/procurement/source.ts';
import { type Exchange, exchange, Failure, type Limits } from '#lib/safe-fetch/exchange.ts';
import { unavailable, unusable } from '#lib/safe-fetch/outcome.ts';
import { WrongShape } from '#lib/safe-fetch/wrong-shape.ts';
import { isAwardType, REPORTS_PATH, reportsPath } from './award-views.ts';
import {
  archivePath,
  archiveStateOf,
  CLARIFICATIONS_PATH,
  clarificationsQuestion,
  documentationOf,
  isWhole,
  sectionFilesPath,
  supplierReportsOf,
} from './documents.ts';
import { assertLetIn, createSite, PAGE_BYTES, type SiteNeeds, siteHeaders } from './site.ts';

/** A notice as the system itself numbers it. */
export interface AskedNotice {
  notice: string;
  systemId: number;
  typeId: number;
}

export interface FetchedFile {
  sha256: string;
  sizeBytes: number;
}

export interface DocumentDesk {
  /** In a session of its own each time: links of before may be over. */
  lists(asked: AskedNotice): Promise<DocumentationRecord>;
  /** Streams the file into `path`, which its owner clears away. Throws a `Failure` when it did not come whole. */
  file(link: string, path: string): Promise<FetchedFile>;
  /** The same for all of a notice's files but the clarifications, in one ZIP; null when the system does not make one in time. */
  archive(asked: AskedNotice, path: string): Promise<FetchedFile | null>;
}

export interface DeskNeeds extends Omit<SiteNeeds, 'jar'> {
  limits?: Partial<Limits>;
  /** Where award notices tell of supplier-performance reports, below the interface: `{service}` and `{id}` are filled in. */
  reportsAt?: string;
}

/** Drawings of a whole building come in archives of some hundreds of megabytes, over a line that gives one a second. */
const FILE_LIMITS: Limits = {
  connectMs: 15_000,
  idleMs: 60_000,
  totalMs: 20 * 60_000,
  sizeBytesMax: 1_000_000_000,
  retries: 0,
};
/** Fifty answers to bidders each. */
const CLARIFICATION_PAGES_MAX = 40;
/** Looks at an archive that is being made, and how long lies between them. */
const ARCHIVE_LOOKS_MAX = 20;
const ARCHIVE_LOOK_MS = 5_000;

export function openDocumentDesk({ limits, reportsAt = REPORTS_PATH, ...needs }: DeskNeeds): DocumentDesk {
  const jar = createCookieJar();
  const site = createSite({ ...needs, jar });
  const { address, turn, hold, clock, signal } = needs;

  async function fetchFile(url: string, path: string): Promise<FetchedFile> {
    await turn(signal);
    const pass = await hold?.enter();
    const { userAgent } = procurement;
    const request = { url, headers: siteHeaders(address, jar), userAgent, signal, follow: false };
    const answer = await exchange(request, { ...FILE_LIMITS, ...limits }).catch(async (error) => {
      await pass?.undecided();
      throw error;
    });
    await assertLetIn({ status: answer.status, bytes: await refusalOf(answer) }, pass);
    jar.take(answer.headers['set-cookie'] ?? []);
    const hash = createHash('sha256');
    let sizeBytes = 0;
    const taken = async function* () {
      for await (const chunk of answer.body) {
        if (sizeBytes === 0) refuse(answer.status, chunk);
        hash.update(chunk);
        sizeBytes += chunk.length;
        yield chunk;
      }
    };
    await pipeline(taken(), createWriteStream(path, { mode: 0o600 }), signal ? { signal } : {});
    if (sizeBytes === 0) refuse(answer.status, Buffer.alloc(0));
    if (sizeBytes === 0) throw new Failure(unavailable('malformed', 'an empty file'));
    const promised = answer.headers['content-length'];
    if (promised !== undefined && Number(promised) !== sizeBytes)
      throw new Failure(unavailable('network', `${sizeBytes} of ${promised} bytes`));
    return { sha256: hash.digest('hex'), sizeBytes };
  }

  async function clarificationsOf({ systemId, typeId }: AskedNotice): Promise<JsonObject[]> {
    const pages: JsonObject[] = [];
    while (!isWhole(pages)) {
      if (pages.length === CLARIFICATION_PAGES_MAX)
        throw new WrongShape(CLARIFICATIONS_PATH, `an end within ${CLARIFICATION_PAGES_MAX} pages`, 'more of them');
      pages.push(await site.post(CLARIFICATIONS_PATH, clarificationsQuestion(systemId, typeId, pages.length)));
    }
    return pages;
  }

  /** An award notice of the new electronic form has no such view: nobody says that it has reports. */
  async function reportsOf({ notice, systemId, typeId }: AskedNotice): Promise<DocumentationRecord> {
    const path = reportsPath(reportsAt, typeId, systemId);
    const view = await site.view(path);
    if (view === null) return { isWithdrawn: false, documents: [], announced: 0 };
    const told = noticeNumber(textOf(view.noticeNumber ?? view.noticeNo));
    if (told !== null && told !== notice) throw new WrongShape(path, `the award notice ${notice}`, told);
    return { isWithdrawn: false, ...supplierReportsOf(view) };
  }

  return {
    async lists(asked) {
      jar.empty();
      if (isAwardType(asked.typeId)) return reportsOf(asked);
      const files = await site.view(sectionFilesPath(asked.systemId, asked.typeId));
      const clarifications = await clarificationsOf(asked);
      // Neither list knows it: that is no notice without documents, but one that was asked for by wrong numbers.
      if (files === null && clarifications.some(({ hasError }) => hasError === true))
        throw new WrongShape('NoticeCommon/GetDfNoticeSectionFiles', `lists of ${asked.notice}`, 'no such notice');
      return documentationOf(asked.notice, files, clarifications);
    },

    file: (link, path) => fetchFile(`${address}/${link}`, path),

    async archive({ systemId, typeId }, path) {
      const step = (name: Parameters<typeof archivePath>[0]): string => archivePath(name, systemId, typeId);
      for (let look = 0; look < ARCHIVE_LOOKS_MAX; look++) {
        const state = archiveStateOf(await site.get(step('GetArchiveStatus')));
        if (state === 'ready') return fetchFile(`${address}/api-pub/${step('DownloadArchive')}`, path);
        if (state === null) return null;
        if (state === 'unasked') await site.get(step('AddArchiveForNotice'));
        else await clock.sleep(ARCHIVE_LOOK_MS, signal);
      }
      return null;
    },
  };
}

/** The beginning of what comes with 403, where no file comes; nothing of any other answer, whose body is still to be read. */
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

/** An authority may upload a web page: only that of a firewall is no file. */
function refuse(status: number, bytes: Uint8Array): void {
  const trouble = unusable({ status, contentType: '', bytes, retryAfterMs: null });
  if (trouble !== null && !(status === 200 && trouble.reason === 'html')) throw new Failure(trouble);
  if (status !== 200) throw new Failure(unavailable('rejected', `HTTP ${status}`));
}
