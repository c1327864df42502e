/**
 * Collects the demo's first documents: those of the ten newest procedures and of the examples' procedure, before the rest is collected as
 * everywhere. The procurement system lists today's documents only: procedures with revisions are collected on the days
 * of their revisions, so that versions can be compared.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createClient } from '#data/sources/client.ts';
import { openDocumentsClient } from '#data/sources/procurement/site/documents-client.ts';
import { realClock } from '#data/sources/retry.ts';
import type { Database } from '#data/store/database.ts';
import { country } from '#demo-country/country.ts';
import { dayNumber, dayText } from '#demo-country/days.ts';
import { documentedProcedures } from '#demo-country/documents/documentation.ts';
import { writeDemoTrust } from '#demo-country/documents/signatures/trusted-list.ts';
import { type DocumentedProcedure, uploadsOf, versionDays } from '#demo-country/documents/uploads.ts';
import { noticeNumberOf } from '#demo-country/procurement/export-rows.ts';
import { showcaseProcurement } from '#demo-country/procurement/frame.ts';
import { NOTICE_ID } from '#demo-country/procurement/list-notices.ts';
import { serveCountry } from '#demo-country/server.ts';
import type { Blobs } from '#domain/documents/blobs/blobs.ts';
import { collectNotice } from '#domain/documents/collection/collect.ts';
import type { CollectedNotice, CollectionContext } from '#domain/documents/collection/versions.ts';
import { createOpener } from '#domain/documents/opener/opener.ts';
import { createUnpacker } from '#domain/documents/readers/file-reader.ts';
import { versionsOf } from '#domain/documents/tables/documentation-table.ts';
import { insertDocumentation, requestLook } from '#domain/documents/tables/documentation-writes-table.ts';
import type { Day } from '#lib/values/date.ts';
import type { DemoPublications } from '#server/demo-port.ts';
import { filesHere, openHere } from './file-readers.ts';

interface FirstDocumentsContext {
  demo: DemoPublications;
  today: Day;
  documents: Database;
  blobs: Blobs;
  /** The folder of the demo's trust store. */
  trust: string;
  /** For files during their collection. */
  folder: string;
  holder: string;
  signal: AbortSignal;
}

const DAY_MS = 86_400_000;
/** Newest procedures whose documents a first start collects. */
const FIRST = 10;
/** No recent request. */
const LONG_AGO = '';

export async function collectFirstDocuments(context: FirstDocumentsContext): Promise<void> {
  const { demo, documents, today, trust } = context;
  const simulated = country(demo.settings);
  const procedures = documentedProcedures(simulated.procurement());
  const first = firstOf(procedures);
  const now = Date.now();
  const at = new Date(now).toISOString();
  // Signatures are judged for the real time.
  writeDemoTrust(trust, Math.max(Date.now(), Date.parse(`${today}T00:00:00Z`)));
  await documents.write([
    ...procedures.map((documented) => insertDocumentation(noticeOf(documented), at, now)),
    ...first.map((documented) =>
      requestLook(noticeNumberOf(documented.procedure), {
        now,
        queuedAt: now,
        lookedBefore: LONG_AGO,
        abandonedBefore: LONG_AGO,
      }),
    ),
  ]);
  // Late procedures are collected before their upload, on their own schedule, so that a later collection finds new documents.
  const others = procedures.filter(
    (documented) => (documented.isRevised || documented.conduct === 'late') && !first.includes(documented),
  );
  await inCountry(context, simulated, async (collect) => {
    for (const documented of [...first, ...others]) await collect(documented);
  });
}

/** In the order of the lists. */
function firstOf(procedures: readonly DocumentedProcedure[]): DocumentedProcedure[] {
  const isNamed = ({ procedure }: DocumentedProcedure): boolean =>
    noticeNumberOf(procedure) === showcaseProcurement.notice;
  const newest = procedures.toSorted((a, b) => b.procedure.publishedOn - a.procedure.publishedOn).slice(0, FIRST);
  return [...procedures.filter(isNamed), ...newest.filter((documented) => !isNamed(documented))];
}

const noticeOf = ({ procedure, conduct }: DocumentedProcedure): CollectedNotice => ({
  notice: noticeNumberOf(procedure),
  systemId: NOTICE_ID + procedure.number,
  typeId: procedure.type.typeId,
  // Only the day: the first lists lack the hour.
  moment: dayText(procedure.publishedOn),
  ...(conduct === 'late'
    ? { openUntil: Date.now() + 2 * LATE_MS, everyMs: LATE_MS }
    : { openUntil: Date.parse(`${dayText(procedure.deadlineOn)}T00:00:00Z`) + procedure.deadlineAt * 1_000 }),
});

/** Late documents are uploaded by then. */
const LATE_MS = 3 * DAY_MS;

/** Serves the country on the day of each revision while `use` collects. */
async function inCountry(
  context: FirstDocumentsContext,
  simulated: ReturnType<typeof country>,
  use: (collect: (documented: DocumentedProcedure) => Promise<void>) => Promise<void>,
): Promise<void> {
  const { demo, documents, blobs, trust, holder, signal, today } = context;
  const { founded } = simulated.procurement().frame.world;
  const clock = { day: today };
  await mkdir(context.folder, { recursive: true });
  const folder = await mkdtemp(join(context.folder, 'first-'));
  const server = await serveCountry(simulated, {
    folder: demo.folder,
    host: '127.0.0.1',
    port: 0,
    today: () => clock.day,
  });
  const opener = createOpener({ documents, blobs, trust, folder, sandbox: openHere, inside: filesHere, atOnce: 1 });
  const unpacker = createUnpacker(filesHere);
  const collectOptions: CollectionContext = {
    db: documents,
    blobs,
    // The simulated country has no rate limit.
    documentsClient: (ofVisit) =>
      openDocumentsClient({
        client: createClient(),
        address: server.address,
        turn: async () => {},
        clock: realClock,
        signal: ofVisit,
      }),
    open: opener.openDocuments,
    unpack: unpacker.unpack,
    folder,
    holder,
    now: () => (clock.day === today ? Date.now() : Date.parse(`${clock.day}T12:00:00Z`)),
  };
  try {
    await use(async (documented) => {
      const notice = noticeOf(documented);
      const days = documented.isRevised
        ? versionDays(uploadsOf(documented, founded)).filter((day) => day < dayNumber(today))
        : [];
      const before = await versionsOf(documents, notice.notice);
      const done = before.length - (before[0]?.state === 'collecting' ? 1 : 0);
      for (const day of [...days.slice(done, -1).map(dayText), today]) {
        signal.throwIfAborted();
        clock.day = day;
        await collectNotice(notice, collectOptions, signal);
      }
    });
  } finally {
    opener.close();
    unpacker.close();
    await server.close();
    await rm(folder, { recursive: true, force: true });
  }
}
