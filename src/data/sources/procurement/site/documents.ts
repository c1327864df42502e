/** The documents of a notice, as the procurement system's lists name them. Nothing is fetched here but the lists. */
import { booleanOf, isObject, type JsonObject, listOf, numberOf, objectOf, textOf } from '#data/sources/json.ts';
import type { DocumentationRecord, DocumentRecord, DocumentSection } from '#data/sources/procurement/records.ts';
import { WrongShape } from '#lib/safe-fetch/wrong-shape.ts';
import { codedText, dayOf } from './values.ts';

/** Headings by the name of their list. One that ends in `Docs` and is not here is kept as `other`. */
const SECTIONS: Readonly<Record<string, DocumentSection>> = {
  dfNoticeDocs: 'documentation',
  duaeDocs: 'duae',
  contractingStrategyDocs: 'strategy',
  decisionDocs: 'decision',
  exAnteDocs: 'exAnte',
};

export const sectionFilesPath = (noticeId: number, typeId: number): string =>
  `NoticeCommon/GetDfNoticeSectionFiles/?initNoticeId=${noticeId}&sysNoticeTypeId=${typeId}`;
export const CLARIFICATIONS_PATH = 'NoticeDocument/GetAll/';

const CLARIFICATIONS_PAGE = 50;

/** Pages of it are asked for until `isWhole`. */
export const clarificationsQuestion = (noticeId: number, typeId: number, pageIndex: number): JsonObject => ({
  initNoticeId: noticeId,
  sysNoticeTypeId: typeId,
  procedureId: null,
  sysNoticeDocumentState: null,
  sysNoticeDocumentType: null,
  noticeDocumentPostDateFrom: null,
  noticeDocumentPostDateTo: null,
  sortProperty: 'transmissionDate',
  sortProperties: null,
  pageIndex,
  pageSize: CLARIFICATIONS_PAGE,
});

/** Whether the pages hold all that there is; an empty one is the last, whatever the total says. */
export function isWhole(pages: readonly JsonObject[]): boolean {
  const counts = pages.map(({ items }) => listOf(items).length);
  const total = numberOf(pages.at(-1)?.total) ?? 0;
  return pages.length > 0 && (counts.at(-1) === 0 || counts.reduce((sum, count) => sum + count, 0) >= total);
}

/**
 * The archive of all documents is made when it is asked for: `AddArchiveForNotice`, then `GetArchiveStatus` until it is
 * ready, then `DownloadArchive`. One that somebody asked for before is ready at once.
 */
export const archivePath = (
  step: 'AddArchiveForNotice' | 'GetArchiveStatus' | 'DownloadArchive',
  noticeId: number,
  typeId: number,
): string => `NoticeCommon/${step}/?initNoticeId=${noticeId}&sysNoticeTypeId=${typeId}`;

const ARCHIVE_STATES: Readonly<Record<number, 'unasked' | 'waiting' | 'ready'>> = {
  1: 'unasked',
  2: 'waiting',
  3: 'ready',
  4: 'waiting',
};

/** What `GetArchiveStatus` says; null when it says something else. */
export const archiveStateOf = (status: JsonObject): 'unasked' | 'waiting' | 'ready' | null =>
  ARCHIVE_STATES[numberOf(objectOf(status.archiveItem).sysArchiveStatusId) ?? 0] ?? null;

/** The largest documentation that was heard of has some hundreds; each file takes a request of some seconds. */
const DOCUMENTS_MAX = 3_000;
/** A code has some twenty signs, and a file system takes names of 255 bytes. */
const CODE_LENGTH_MAX = 200;
const NAME_LENGTH_MAX = 500;

/**
 * `files` answers for the headings, null when the site has no such view; `clarifications` are the pages of answers to
 * bidders. A site that ignored what it was asked for and told of another notice is refused.
 */
export function documentationOf(
  notice: string,
  files: JsonObject | null,
  clarifications: readonly JsonObject[],
): DocumentationRecord {
  const headings = Object.entries(files ?? {}).filter(
    ([heading, rows]) => /Docs$/.test(heading) && Array.isArray(rows),
  );
  if (files !== null && headings.length === 0 && !isWithdrawn(files)) {
    const given = Object.keys(files).slice(0, 10).join(', ');
    throw new WrongShape('NoticeCommon/GetDfNoticeSectionFiles', 'lists of documents', given || 'no field');
  }
  const listed = headings.flatMap(([heading, rows]) => documentsIn(rows, SECTIONS[heading] ?? 'other'));
  const answered = clarifications.flatMap(({ items }) => documentsIn(items, 'clarification'));
  const foreign = [...listed, ...answered].find(({ code }) => code.includes('/') && !code.startsWith(`${notice}/`));
  if (foreign) throw new WrongShape('NoticeDocument/GetAll', `documents of ${notice}`, foreign.code);
  assertCollectable('NoticeCommon/GetDfNoticeSectionFiles', listed.length + answered.length);
  // One file may stand under two headings: its code says that it is one.
  const byCode = new Map([...answered, ...listed].map((document) => [document.code, document]));
  return {
    isWithdrawn: files !== null && isWithdrawn(files),
    documents: [...byCode.values()].sort((a, b) => (a.code < b.code ? -1 : 1)),
  };
}

/** Nobody has seen how it is said; a flag, or a state whose words begin so. */
const isWithdrawn = (files: JsonObject): boolean =>
  booleanOf(files.isWithdrawn) === true ||
  [files.dfNoticeState, files.sysNoticeState].some((state) => /^\s*retras/i.test(codedText(state) ?? ''));

/** Supplier-performance reports that hang on an award notice. `announced` is what the notice says there are. */
export function supplierReportsOf(award: JsonObject): { announced: number; documents: DocumentRecord[] } {
  const listed = documentsIn(award.ackDocs, 'supplierReport');
  assertCollectable('ackDocs', listed.length);
  const documents = [...new Map(listed.map((document) => [document.code, document])).values()];
  const hasSome = booleanOf(objectOf(award.conditions).hasAckDocuments) === true ? 1 : 0;
  return { announced: Math.max(numberOf(award.ackDocsCount) ?? hasSome, documents.length), documents };
}

function assertCollectable(path: string, count: number): void {
  if (count > DOCUMENTS_MAX) throw new WrongShape(path, `at most ${DOCUMENTS_MAX} documents`, `${count} of them`);
}

/** Rows without a code, or with what is none, cannot be told apart later: they are left out, as nothing could be said of them. */
function documentsIn(rows: unknown, section: DocumentSection): DocumentRecord[] {
  return listOf(rows)
    .filter(isObject)
    .flatMap((row) => {
      const ackDocId = section === 'supplierReport' ? textOf(row.ackDocId ?? row.ackDocID ?? row.id) : null;
      const code = (textOf(row.noticeDocumentCode ?? row.documentCode ?? row.code) ?? ackDocId)?.toWellFormed();
      if (code === undefined || Math.max(code.length, ackDocId?.length ?? 0) > CODE_LENGTH_MAX) return [];
      const name = textOf(row.noticeDocumentName ?? row.documentName ?? row.fileName ?? row.name);
      return {
        code,
        name: (name ?? code).slice(0, NAME_LENGTH_MAX).toWellFormed(),
        section,
        link: linkOf(row.noticeDocumentUrl ?? row.documentUrl ?? row.url),
        publishedOn: dayOf(
          row.transmissionDate ?? row.noticeDocumentPostDate ?? row.publicationDate ?? row.issuedOn ?? row.created,
        ),
        ackDocId,
      };
    });
}

/** Only the path counts: it is fetched from the site that was asked, wherever the list would send us. */
function linkOf(value: unknown): string | null {
  const given = textOf(value) ?? '';
  const path = (/^https?:/.test(given) ? (URL.parse(given)?.pathname ?? '') : given).replace(/^\//, '');
  return /^api-pub\/[A-Za-z0-9/_-]{1,200}$/.test(path) ? path : null;
}
