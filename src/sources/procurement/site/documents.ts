/** The documents of a notice, as the procurement system's lists name them. Nothing is fetched here but the lists. */
import { booleanOf, isObject, type JsonObject, listOf, numberOf, objectOf, textOf } from '#sources/json.ts';
import type { DocumentationRecord, DocumentRecord, DocumentSection } from '#sources/procurement/records.ts';
import { WrongShape } from '#sources/wrong-shape.ts';
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
export const archivePath = (noticeId: number, typeId: number): string =>
  `NoticeCommon/DownloadArchive/?initNoticeId=${noticeId}&sysNoticeTypeId=${typeId}`;

/** `files` answers for the headings, `clarifications` for the answers to bidders; null when the site has no such view. */
export function documentationOf(files: JsonObject | null, clarifications: JsonObject | null): DocumentationRecord {
  const headings = Object.entries(files ?? {}).filter(
    ([heading, rows]) => /Docs$/.test(heading) && Array.isArray(rows),
  );
  if (files !== null && headings.length === 0 && !isWithdrawn(files)) {
    const given = Object.keys(files).slice(0, 10).join(', ');
    throw new WrongShape('NoticeCommon/GetDfNoticeSectionFiles', 'lists of documents', given || 'no field');
  }
  const listed = headings.flatMap(([heading, rows]) => documentsIn(rows, SECTIONS[heading] ?? 'other'));
  const answered = documentsIn(clarifications?.items ?? clarifications?.noticeDocuments, 'clarification');
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
  const documents = documentsIn(award.ackDocs, 'supplierReport');
  const hasSome = booleanOf(objectOf(award.conditions).hasAckDocuments) === true ? 1 : 0;
  return { announced: Math.max(numberOf(award.ackDocsCount) ?? hasSome, documents.length), documents };
}

/** Rows without a code cannot be told apart later: they are left out, as nothing could be said of them. */
function documentsIn(rows: unknown, section: DocumentSection): DocumentRecord[] {
  return listOf(rows)
    .filter(isObject)
    .flatMap((row) => {
      const ackDocId = section === 'supplierReport' ? textOf(row.ackDocId ?? row.ackDocID ?? row.id) : null;
      const code = textOf(row.noticeDocumentCode ?? row.documentCode ?? row.code) ?? ackDocId;
      if (code === null) return [];
      const name = textOf(row.noticeDocumentName ?? row.documentName ?? row.fileName ?? row.name);
      return {
        code,
        name: name ?? code,
        section,
        link: linkOf(row.noticeDocumentUrl ?? row.documentUrl ?? row.url),
        publishedOn: dayOf(row.publicationDate ?? row.issuedOn ?? row.createDate),
        ackDocId,
      };
    });
}

/** Only paths below the site: what leads elsewhere is no link of its. */
function linkOf(value: unknown): string | null {
  const path = textOf(value)?.replace(/^\/+/, '') ?? '';
  return /^api-pub\/[A-Za-z0-9/_-]{1,200}$/.test(path) ? path : null;
}
