/** The procurement system's answers about documents: their lists, the files behind temporary links, and the whole archive. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, json, plain } from '#demo-country/answer.ts';
import { noticeNumberOf } from '#demo-country/procurement/export-rows.ts';
import { NOTICE_ID } from '#demo-country/procurement/list-notices.ts';
import type { Procurement } from '#demo-country/procurement/system.ts';
import { type Body, coded, instant, numberIn, page } from '#demo-country/procurement/wire.ts';
import { chance } from '#demo-country/random.ts';
import { zipOf } from '#demo-country/zip.ts';
import type { Desk, Visit } from './desk.ts';
import { documentationOn, documentedAtFounding } from './documentation.ts';
import type { Documentation, DocumentFile, Section } from './types.ts';
import { archived } from './uploads.ts';

const SECTIONS: readonly Section[] = [
  'dfNoticeDocs',
  'duaeDocs',
  'contractingStrategyDocs',
  'decisionDocs',
  'exAnteDocs',
];
/** What a file of a slow procedure takes. */
const SLOW_MS = 1_500;

const found = (system: Procurement, noticeId: number, today: number): Documentation | null | undefined => {
  const procedure = system.procedure(noticeId - NOTICE_ID, today);
  return procedure ? documentationOn(system, procedure, today) : undefined;
};

/** Files by their headings. A notice whose documentation was withdrawn says so, and lists none. */
export function listSectionFiles(system: Procurement, noticeId: number, today: number, context: Visit): Answer {
  const documentation = found(system, noticeId, today);
  if (documentation === undefined) return plain('Nu exista anuntul cerut.', 400);
  const rows = (section: Section) =>
    (documentation?.files ?? [])
      .filter((file) => file.section === section)
      .map((file) => rowOf(file, documentation, context));
  const state = documentation?.conduct === 'withdrawn' ? coded(9, 'Retrasa') : coded(2, 'Publicata');
  const sections = Object.fromEntries(SECTIONS.map((section) => [section, rows(section)]));
  return context.withCookies(json({ ...sections, dfNoticeState: state }));
}

const rowOf = (file: DocumentFile, documentation: Documentation | null, context: Visit) => ({
  noticeDocumentUrl: context.link(file, documentation?.conduct),
  noticeDocumentName: file.name,
  noticeDocumentCode: file.code,
});

/** Answers to bidders, newest first. Who asks for no notice gets those of some: filters that it does not know it ignores. */
export function listClarifications(system: Procurement, body: Body, today: number, context: Visit): Answer {
  const noticeId =
    numberIn(body, 'initNoticeId') ?? NOTICE_ID + (documentedAtFounding(system)[0]?.procedure.number ?? 0);
  const documentation = found(system, noticeId, today);
  if (documentation === undefined) return json({ hasError: true, message: 'Anuntul cautat nu a fost gasit in sistem' });
  const files = (documentation?.files ?? []).filter(({ section }) => section === 'clarifications').toReversed();
  const answer = page(files, body, files.length, (file) => ({
    noticeDocumentId: noticeId * 100 + Number(file.code.slice(-5)),
    noticeDocumentCode: file.code,
    // The lists do not agree on the name of the name.
    documentName: file.name,
    noticeDocumentUrl: `/${context.link(file, documentation?.conduct)}`,
    transmissionDate: instant(file.uploadedOn, file.uploadedAt),
    sysNoticeDocumentTypeId: CONSOLIDATED_ANSWER,
    sysNoticeDocumentType: coded(CONSOLIDATED_ANSWER, 'Raspuns consolidat la solicitarile de clarificare'),
  }));
  return context.withCookies(answer);
}

const CONSOLIDATED_ANSWER = 31;

/** Whatever a file is, it is octets; a link without its session is an error of the server, it says. */
export async function openFile(token: string, context: Visit): Promise<Answer> {
  const linked = context.open(token);
  if (linked === 'no such file') return plain('Fisierul nu a fost gasit.', 404);
  if (linked === 'no session') return plain('An error has occurred.', 500);
  const { file, conduct } = linked;
  if (conduct === 'broken') return plain('Eroare la citirea fisierului.', 500);
  if (conduct === 'slow') await sleep(SLOW_MS, undefined, { ref: false });
  const body = await file.bytes();
  const answer = octets(body, file.name);
  return conduct === 'gap' && file.topic === 'specification'
    ? { ...answer, cutAt: Math.floor(body.length / 2) }
    : answer;
}

/** An archive is made when somebody asks for it; of every second notice somebody did before. */
export function archiveStep(step: string, desk: Desk, noticeId: number): Answer {
  if (step === 'add') {
    desk.askArchive(noticeId);
    return json({ hasError: false });
  }
  return json({
    archiveItem: { sysArchiveStatusId: isAskedBefore(noticeId) ? READY : desk.archiveStatus(noticeId), fileSize: null },
  });
}

const READY = 3;

/** Numbers of quiet days all end in zeros. */
const isAskedBefore = (noticeId: number): boolean => chance(noticeId, noticeId, 'archive') < 0.5;

/** Everything but the answers to bidders, under names that differ from the list's. */
export async function downloadArchive(
  system: Procurement,
  desk: Desk,
  noticeId: number,
  today: number,
): Promise<Answer> {
  const documentation = found(system, noticeId, today);
  const isReady = isAskedBefore(noticeId) || desk.archiveStatus(noticeId) === READY;
  if (!isReady || !documentation || documentation.files.length === 0) return plain('Nu exista documente.', 404);
  if (documentation.conduct === 'broken') return plain('Eroare la citirea fisierului.', 500);
  const lacks = (file: DocumentFile): boolean => documentation.conduct === 'gap' && file.topic === 'specification';
  const files = documentation.files.filter((file) => file.section !== 'clarifications' && !lacks(file));
  const names = new Map<string, number>();
  const entries = [];
  for (const file of files) {
    const name = archived(file.name);
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
