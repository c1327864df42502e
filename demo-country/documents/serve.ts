/** The procurement system's answers about documents: their lists, the files behind temporary links, and the whole archive. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, json, plain } from '#demo-country/answer.ts';
import { noticeNumberOf } from '#demo-country/procurement/export-rows.ts';
import { NOTICE_ID } from '#demo-country/procurement/list-notices.ts';
import type { Procurement } from '#demo-country/procurement/system.ts';
import { type Body, coded, instant, numberIn, page } from '#demo-country/procurement/wire.ts';
import { chance } from '#demo-country/random.ts';
import { zipOf } from '#demo-country/zip.ts';
import { documentationOn, documentedProcedures } from './documentation.ts';
import type { FileLinks, LinkSession } from './file-links.ts';
import type { Documentation, DocumentFile, Section } from './types.ts';
import { archiveNameOf } from './uploads.ts';

const SECTIONS: readonly Section[] = [
  'dfNoticeDocs',
  'duaeDocs',
  'contractingStrategyDocs',
  'decisionDocs',
  'exAnteDocs',
];
/** Delay of a file of a slow procedure. */
const SLOW_MS = 1_500;

const documentationFor = (system: Procurement, noticeId: number, today: number): Documentation | null | undefined => {
  const procedure = system.procedure(noticeId - NOTICE_ID, today);
  return procedure ? documentationOn(system, procedure, today) : undefined;
};

/** Files by section. A withdrawn documentation has a state and no files. */
export function listSectionFiles(system: Procurement, noticeId: number, today: number, session: LinkSession): Answer {
  const documentation = documentationFor(system, noticeId, today);
  if (documentation === undefined) return plain('Nu exista anuntul cerut.', 400);
  const rows = (section: Section) =>
    (documentation?.files ?? [])
      .filter((file) => file.section === section)
      .map((file) => rowOf(file, documentation, session));
  const state = documentation?.conduct === 'withdrawn' ? coded(9, 'Retrasa') : coded(2, 'Publicata');
  const sections = Object.fromEntries(SECTIONS.map((section) => [section, rows(section)]));
  return session.withCookies(json({ ...sections, dfNoticeState: state }));
}

const rowOf = (file: DocumentFile, documentation: Documentation | null, session: LinkSession) => ({
  noticeDocumentUrl: session.link(file, documentation?.conduct),
  noticeDocumentName: file.name,
  noticeDocumentCode: file.code,
});

/** Answers to bidders, newest first. Like the real system, ignores a missing notice filter and lists some notice's. */
export function listClarifications(system: Procurement, body: Body, today: number, session: LinkSession): Answer {
  const noticeId =
    numberIn(body, 'initNoticeId') ?? NOTICE_ID + (documentedProcedures(system)[0]?.procedure.number ?? 0);
  const documentation = documentationFor(system, noticeId, today);
  if (documentation === undefined) return json({ hasError: true, message: 'Anuntul cautat nu a fost gasit in sistem' });
  const files = (documentation?.files ?? []).filter(({ section }) => section === 'clarifications').toReversed();
  const answer = page(files, body, files.length, (file) => ({
    noticeDocumentId: noticeId * 100 + Number(file.code.slice(-5)),
    noticeDocumentCode: file.code,
    // This list has another name for the same field.
    documentName: file.name,
    noticeDocumentUrl: `/${session.link(file, documentation?.conduct)}`,
    transmissionDate: instant(file.uploadedOn, file.uploadedAt),
    sysNoticeDocumentTypeId: CONSOLIDATED_ANSWER,
    sysNoticeDocumentType: coded(CONSOLIDATED_ANSWER, 'Raspuns consolidat la solicitarile de clarificare'),
  }));
  return session.withCookies(answer);
}

const CONSOLIDATED_ANSWER = 31;

/** Every file is an octet stream; a link without its session is a server error, as on the real site. */
export async function openFile(token: string, session: LinkSession): Promise<Answer> {
  const linkedFile = session.open(token);
  if (linkedFile === 'no such file') return plain('Fisierul nu a fost gasit.', 404);
  if (linkedFile === 'no session') return plain('An error has occurred.', 500);
  const { file, conduct } = linkedFile;
  if (conduct === 'broken') return plain('Eroare la citirea fisierului.', 500);
  if (conduct === 'slow') await sleep(SLOW_MS, undefined, { ref: false });
  const body = await file.bytes();
  const answer = octets(body, file.name);
  return conduct === 'gap' && file.topic === 'specification'
    ? { ...answer, cutAt: Math.floor(body.length / 2) }
    : answer;
}

/** An archive is built on request; that of every second notice exists already. */
export function archiveStep(step: string, fileLinks: FileLinks, noticeId: number): Answer {
  if (step === 'add') {
    fileLinks.requestArchive(noticeId);
    return json({ hasError: false });
  }
  return json({
    archiveItem: {
      sysArchiveStatusId: isPrepared(noticeId) ? READY : fileLinks.archiveStatus(noticeId),
      fileSize: null,
    },
  });
}

const READY = 3;

/** Numbers of quiet days all end in zeros. */
const isPrepared = (noticeId: number): boolean => chance(noticeId, noticeId, 'archive') < 0.5;

/** All files but the answers to bidders, under names that differ from the list's. */
export async function downloadArchive(
  system: Procurement,
  fileLinks: FileLinks,
  noticeId: number,
  today: number,
): Promise<Answer> {
  const documentation = documentationFor(system, noticeId, today);
  const isReady = isPrepared(noticeId) || fileLinks.archiveStatus(noticeId) === READY;
  if (!isReady || !documentation || documentation.files.length === 0) return plain('Nu exista documente.', 404);
  if (documentation.conduct === 'broken') return plain('Eroare la citirea fisierului.', 500);
  const lacks = (file: DocumentFile): boolean => documentation.conduct === 'gap' && file.topic === 'specification';
  const files = documentation.files.filter((file) => file.section !== 'clarifications' && !lacks(file));
  const names = new Map<string, number>();
  const entries = [];
  for (const file of files) {
    const name = archiveNameOf(file.name);
    const count = (names.get(name) ?? 0) + 1;
    names.set(name, count);
    entries.push({ name: count === 1 ? name : name.replace(/(?=\.)/, ` (${count})`), bytes: await file.bytes() });
  }
  return octets(zipOf(entries), `${noticeNumberOf(documentation.procedure)}.zip`);
}

const octets = (body: Buffer, name: string): Answer => ({
  status: 200,
  headers: {
    'content-type': 'application/octet-stream',
    'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
  },
  body,
});
