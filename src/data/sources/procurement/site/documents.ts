/** The documents of a notice in the procurement system's lists: requests and parsers. */
import { booleanOf, isObject, type JsonObject, listOf, numberOf, objectOf, textOf } from '#data/sources/json.ts';
import type { DocumentationRecord, DocumentRecord, DocumentSection } from '#data/sources/procurement/records.ts';
import { WrongShape } from '#lib/safe-fetch/wrong-shape.ts';
import { codedText, dayOf } from './values.ts';

/** Headings by the name of their list. Another one that ends in `Docs` is `other`. */
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

/** The request for a page; pages are requested until `isWhole`. */
export const clarificationsQuery = (noticeId: number, typeId: number, pageIndex: number): JsonObject => ({
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

/** Whether the pages are complete; an empty page is the last, whatever the total. */
export function isWhole(pages: readonly JsonObject[]): boolean {
  const counts = pages.map(({ items }) => listOf(items).length);
  const total = numberOf(pages.at(-1)?.total) ?? 0;
  return pages.length > 0 && (counts.at(-1) === 0 || counts.reduce((sum, count) => sum + count, 0) >= total);
}

/**
 * The archive of all documents is created on request: `AddArchiveForNotice`, then `GetArchiveStatus` until it is
 * ready, then `DownloadArchive`. An archive of an earlier request is ready at once.
 */
export const archivePath = (
  step: 'AddArchiveForNotice' | 'GetArchiveStatus' | 'DownloadArchive',
  noticeId: number,
  typeId: number,
): string => `NoticeCommon/${step}/?initNoticeId=${noticeId}&sysNoticeTypeId=${typeId}`;

const ARCHIVE_STATES: Readonly<Record<number, 'absent' | 'waiting' | 'ready'>> = {
  1: 'absent',
  2: 'waiting',
  3: 'ready',
  4: 'waiting',
};

/** The state in an answer of `GetArchiveStatus`; null for an unknown one. */
export const archiveStateOf = (status: JsonObject): 'absent' | 'waiting' | 'ready' | null =>
  ARCHIVE_STATES[numberOf(objectOf(status.archiveItem).sysArchiveStatusId) ?? 0] ?? null;

/** The largest real documentation has some hundreds; each file needs a request of some seconds. */
const DOCUMENTS_MAX = 3_000;
/** A code has some twenty characters, and file systems allow names of 255 bytes. */
const CODE_LENGTH_MAX = 200;
const NAME_LENGTH_MAX = 500;

/**
 * `files` has the documents by heading, null when the site has no such view; `clarifications` are the pages of answers to
 * bidders. Documents of another notice are refused: the site ignored the filter.
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
    const fields = Object.keys(files).slice(0, 10).join(', ');
    throw new WrongShape('NoticeCommon/GetDfNoticeSectionFiles', 'lists of documents', fields || 'no field');
  }
  const fromHeadings = headings.flatMap(([heading, rows]) => documentsIn(rows, SECTIONS[heading] ?? 'other'));
  const answered = clarifications.flatMap(({ items }) => documentsIn(items, 'clarification'));
  const foreign = [...fromHeadings, ...answered].find(
    ({ code }) => code.includes('/') && !code.startsWith(`${notice}/`),
  );
  if (foreign) throw new WrongShape('NoticeDocument/GetAll', `documents of ${notice}`, foreign.code);
  assertCollectable('NoticeCommon/GetDfNoticeSectionFiles', fromHeadings.length + answered.length);
  // A file may be under two headings with one code.
  const byCode = new Map([...answered, ...fromHeadings].map((document) => [document.code, document]));
  return {
    isWithdrawn: files !== null && isWithdrawn(files),
    documents: [...byCode.values()].sort((a, b) => (a.code < b.code ? -1 : 1)),
  };
}

/** The form is undocumented: a flag, or a state with this prefix. */
const isWithdrawn = (files: JsonObject): boolean =>
  booleanOf(files.isWithdrawn) === true ||
  [files.dfNoticeState, files.sysNoticeState].some((state) => /^\s*retras/i.test(codedText(state) ?? ''));

/** The supplier-performance reports of an award notice. `announced`: the number that the notice states. */
export function supplierReportsOf(award: JsonObject): { announced: number; documents: DocumentRecord[] } {
  const reports = documentsIn(award.ackDocs, 'supplierReport');
  assertCollectable('ackDocs', reports.length);
  const documents = [...new Map(reports.map((document) => [document.code, document])).values()];
  const hasSome = booleanOf(objectOf(award.conditions).hasAckDocuments) === true ? 1 : 0;
  return { announced: Math.max(numberOf(award.ackDocsCount) ?? hasSome, documents.length), documents };
}

function assertCollectable(path: string, count: number): void {
  if (count > DOCUMENTS_MAX) throw new WrongShape(path, `at most ${DOCUMENTS_MAX} documents`, `${count} of them`);
}

/** Leaves out rows without a valid code, because nothing else identifies a document. */
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

/** Only the path counts: the request goes to the configured site, whatever host the list names. */
function linkOf(value: unknown): string | null {
  const address = textOf(value) ?? '';
  const path = (/^https?:/.test(address) ? (URL.parse(address)?.pathname ?? '') : address).replace(/^\//, '');
  return /^api-pub\/[A-Za-z0-9/_-]{1,200}$/.test(path) ? path : null;
}
