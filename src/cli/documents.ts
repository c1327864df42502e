/** Withholds and releases single documents, shows and requests the documents of a notice, and records the location of the files. */

import type { Store } from '#data/store/open.ts';
import { displayedLocation, recordLocation } from '#domain/documents/blobs/location.ts';
import { noticeTypeId, requestDocuments } from '#domain/documents/collection/document-requests.ts';
import { reasonIn, storedReason } from '#domain/documents/stored-reason.ts';
import {
  documentationOf,
  documentById,
  documentsOf,
  twinsOf,
  versionsOf,
} from '#domain/documents/tables/documentation-table.ts';
import {
  allWithheld,
  release as releaseRow,
  withheldAmong,
  withhold as withholdRow,
} from '#domain/documents/tables/documents-table.ts';
import { noticeNumbered } from '#domain/procurement/notices-table.ts';
import { forgetAnswers } from '#platform/payments/ledger-table.ts';
import { type Command, type CommandCall, print, terminal, UsageError } from './command.ts';
import { onStore } from './state-verbs.ts';

export const command: Command = {
  summary: 'Withhold single documents, show the stored documents of a notice, and request them.',
  usage: [
    'documents withhold ID --why TEXT [--json]    removes a document from every answer, bundles included; callers see the reason',
    'documents release ID [--json]                shows it again',
    'documents list [--json]                      those that are withheld',
    'documents show NOTICE [--json]               state, versions and documents of a notice',
    'documents collect NOTICE [--json]            collects them before others, when the service runs',
    'documents moved [--accept-missing] [--json]  the files were moved to FIRMOTECA_DOCUMENTS: checks each, and records the location',
  ],
  options: { why: { type: 'string' }, 'accept-missing': { type: 'boolean' }, json: { type: 'boolean' } },
  async run(call) {
    const [verb = '', word = '', ...more] = call.words;
    const does = verbs[verb];
    if (!does || more.length > 0) throw new UsageError(`Say ${Object.keys(verbs).join(', ')}.`);
    return onStore(call, (store) => does(call, store, word));
  },
};

type Verb = (call: CommandCall, store: Store, word: string) => Promise<number>;

const verbs: Record<string, Verb> = { withhold, release, list, show, collect, moved };

async function withhold({ options }: CommandCall, { documents, state }: Store, id: string): Promise<number> {
  const { why } = options;
  if (typeof why !== 'string' || why.trim() === '')
    throw new UsageError('Say why, in words that callers may read: --why "Holds the medical data of a person."');
  // A mistyped id would withhold nothing, and the operator would believe it gone.
  const row = await documentById(documents, id);
  if (row === null) throw new UsageError(`There is no document ${id}; documents show NOTICE shows the ids.`);
  const changed = await withholdRow(state, { id, why: why.trim(), withheld_at: new Date().toISOString() });
  // Paid answers are stored for repeated requests: those with this document must not be.
  await forgetAnswers(state);
  // Another version may have the same file under another id.
  const twins = await twinsOf(documents, row);
  const withheld = await withheldAmong(state, twins);
  const alsoIn = twins.filter((twin) => !withheld.has(twin));
  if (options.json) print({ id, withheld: true, changed, alsoIn });
  else {
    print(
      changed
        ? 'Withheld from every answer from now on. Earlier downloads remain.'
        : 'This document was withheld before; the new reason is shown from now on.',
    );
    if (alsoIn.length > 0)
      print(`The same content is still available as ${alsoIn.join(', ')}: withhold these, too, to remove it.`);
  }
  return 0;
}

async function release({ options }: CommandCall, { state }: Store, id: string): Promise<number> {
  const changed = await releaseRow(state, id);
  if (options.json) print({ id, withheld: false, changed });
  else print(changed ? 'Shown again from now on.' : 'This document was not withheld.');
  return changed ? 0 : 1;
}

async function list({ options }: CommandCall, { state }: Store): Promise<number> {
  const rows = await allWithheld(state);
  if (options.json) print(rows.map(({ id, why, withheld_at }) => ({ id, why, withheldAt: withheld_at })));
  else if (rows.length === 0) print('No document is withheld.');
  else for (const { id, why, withheld_at } of rows) print(`${id}  since ${withheld_at.slice(0, 10)}  ${why}`);
  return 0;
}

async function show({ options }: CommandCall, { documents: db, state }: Store, notice: string): Promise<number> {
  const details = await detailsOf(db, state, noticeOf(notice));
  if (details === null)
    throw new UsageError(`The documents of ${notice} were not requested yet: documents collect ${notice}.`);
  if (options.json) {
    print(details);
    return 0;
  }
  const { reason, lookedAt } = details;
  print(`${details.notice}: ${details.state} since ${details.since}${reason === null ? '' : `. ${reason}`}`);
  print(
    `Lists read ${lookedAt ?? 'never'}; versions: ${details.versions.map(({ version, state: own }) => `${version} ${own}`).join(', ') || 'none'}`,
  );
  for (const { id, name, state: own, verdict, sizeBytes, withheld, reason: why } of details.documents)
    print(
      `${id}  ${own}  ${verdict ?? 'no signature'}  ${sizeBytes ?? '-'}  ${name}${withheld === null ? '' : `  WITHHELD: ${withheld}`}${why === null ? '' : `  ${why}`}`,
    );
  return 0;
}

async function detailsOf(db: Store['documents'], state: Store['state'], notice: string) {
  const row = await documentationOf(db, notice);
  if (row === null) return null;
  const versions = await versionsOf(db, notice);
  const [newest] = versions;
  const documents = newest ? await documentsOf(db, notice, row.version ?? newest.version) : [];
  const ids = documents.map(({ id }) => id);
  const withheld = await withheldAmong(state, ids);
  const label = (reason: string | null): string | null => reason && reasonIn(storedReason(reason), 'en').label;
  return {
    notice,
    state: row.state,
    since: row.since,
    lookedAt: row.looked_at,
    isAskedFor: row.asked_at !== null,
    reason: label(row.reason),
    versions: versions.map((one) => ({ version: one.version, state: one.state, seenAt: one.seen_at })),
    documents: documents.map((one) => ({
      id: one.id,
      name: one.name,
      state: one.state,
      verdict: one.verdict,
      sizeBytes: one.file_bytes,
      reason: label(one.reason),
      withheld: withheld.get(one.id)?.why ?? null,
    })),
  };
}

async function collect({ options }: CommandCall, { documents, generations }: Store, word: string): Promise<number> {
  const notice = noticeOf(word);
  await generations.refresh();
  const procurement = generations.current()?.partGroup('procurement') ?? null;
  const row = procurement && (await noticeNumbered(procurement, notice));
  if (!row) throw new UsageError(`The data has no notice ${notice}.`);
  const typeId = noticeTypeId(row.type);
  if (row.system_id === null || typeId === null)
    throw new UsageError(
      `The documents of ${notice} cannot be collected: exports do not have its number in the procurement system.`,
    );
  await requestDocuments(documents, { notice, systemId: row.system_id, typeId }, Date.now());
  if (options.json) print({ notice, asked: true });
  else
    print(
      `Requested: the service collects the documents of ${notice} before others. documents show ${notice} shows the progress.`,
    );
  return 0;
}

async function moved({ options, config }: CommandCall, { documents }: Store, word: string): Promise<number> {
  if (word !== '') throw new UsageError('The location is the value of FIRMOTECA_DOCUMENTS.');
  const { location } = config.documents;
  const {
    files,
    missing,
    location: recorded,
  } = await recordLocation(documents, location, options['accept-missing'] === true);
  if (options.json) print({ place: displayedLocation(location), noted: recorded !== null, files, missing });
  else if (recorded !== null)
    print(`${files - missing.length} of ${files} files lie in ${recorded}: from now on hosts look for them there.`);
  else if (missing.length === 0) terminal().stderr.write('Another place was noted at the same moment: run it again.\n');
  else
    terminal().stderr.write(
      `Of ${files} files ${missing.length} are not in ${displayedLocation(location)}, or not whole, such as ${missing[0]}: bring them, or give them up by --accept-missing. Nothing was changed.\n`,
    );
  return recorded === null ? 1 : 0;
}

function noticeOf(word: string): string {
  if (!/^[A-Za-z]{0,6}[0-9]{1,12}$/.test(word))
    throw new UsageError(`"${word}" is no number of a notice, such as CN1062325.`);
  return word.toUpperCase();
}
