/** Versions of a documentation: another set of codes is another version, and the newest that was collected is the one that is shown. */
import type { DocumentRecord } from '#data/sources/procurement/records.ts';
import { documentId } from '#domain/documents/document-names.ts';
import { documentationOf, documentsOf, versionsOf } from '#domain/documents/tables/documentation-table.ts';
import {
  becomes,
  documentFailed,
  type Look,
  lookRecorded,
  madeVisible,
  olderSuperseded,
  versionBecomes,
  versionBegun,
  versionReplaced,
} from '#domain/documents/tables/documentation-writes-table.ts';
import type { DocumentationState, DocumentRow } from '#domain/documents/tables/rows.ts';
import type { CollectedNotice, CollectNeeds } from './needs.ts';
import { said } from './sentences.ts';

type VersionNeeds = Pick<CollectNeeds, 'db' | 'holder' | 'now'>;

/** The version that these documents are, begun or gone on with. */
export async function versionOf(
  target: CollectedNotice,
  documents: readonly DocumentRecord[],
  needs: VersionNeeds,
): Promise<number> {
  const { db, holder, now } = needs;
  const { notice } = target;
  const [newest] = await versionsOf(db, notice);
  const known = newest ? await documentsOf(db, notice, newest.version) : [];
  const isSame =
    known.length === documents.length && documents.every(({ code }) => known.some((one) => one.code === code));
  if (newest && isSame && known.length > 0) {
    await resumeVersion(target, newest.version, known, needs);
    return newest.version;
  }
  if (newest?.state === 'collecting') await abandonVersion(target, newest.version, known, documents, needs);
  const at = new Date(now()).toISOString();
  const version = (newest?.version ?? 0) + 1;
  await db.write([
    ...versionBegun(notice, version, documents, at),
    // From `none` by way of `announced`; what is shown stays as it is, and so does what is collected already.
    becomes(notice, holder, 'announced', { since: at }),
    ...((await isShown(needs, notice)) ? [] : [becomes(notice, holder, 'collecting', { since: at, version })]),
  ]);
  return version;
}

/** Files that did not come are tried again: the version is collected anew, unless it is. */
async function resumeVersion(
  { notice }: CollectedNotice,
  version: number,
  known: readonly DocumentRow[],
  { db, holder, now }: VersionNeeds,
): Promise<void> {
  if (!known.some(isFileMissing)) return;
  const since = new Date(now()).toISOString();
  await db.write([
    versionBecomes(notice, version, 'collecting', since),
    becomes(notice, holder, 'collecting', { since, of: version }),
  ]);
}

/** The list changed while it was collected: what is not listed any more does not come. */
async function abandonVersion(
  target: CollectedNotice,
  version: number,
  known: readonly DocumentRow[],
  now: readonly DocumentRecord[],
  needs: VersionNeeds,
): Promise<void> {
  const gone = known.filter((one) => isFileMissing(one) && !now.some(({ code }) => code === one.code));
  await needs.db.write(gone.map(({ id }) => documentFailed(id, JSON.stringify(said.replaced()))));
  await finish(target, version, needs);
}

const isShown = async ({ db }: VersionNeeds, notice: string): Promise<boolean> =>
  (await documentationOf(db, notice))?.collected_at != null;

export const isFileMissing = ({ state }: DocumentRow): boolean => state === 'listed' || state === 'failed';

/** What a version came to. One of which something came takes the place of the older ones. */
export async function finish(
  target: CollectedNotice,
  version: number,
  { db, holder, now }: VersionNeeds,
): Promise<DocumentationState> {
  const { notice } = target;
  const documents = await documentsOf(db, notice, version);
  const unlisted = Math.max(0, (target.announced ?? 0) - documents.length);
  const count = documents.length + unlisted;
  const missing = documents.filter(isFileMissing).length + unlisted;
  const outcome = missing === 0 ? 'available' : missing === count ? 'failed' : 'partial';
  const at = new Date(now()).toISOString();
  const reason =
    missing === 0
      ? null
      : JSON.stringify(unlisted > 0 ? said.notListed({ unlisted, count }) : reasonOf(missing, count));
  const before = await documentationOf(db, notice);
  const attempts = missing === 0 ? 0 : (before?.attempts ?? 0) + 1;
  const dueAt = missing === 0 ? whileOpen(now(), target) : afterMissing(now(), target, attempts);
  const nextLook: Look = { at, dueAt, attempts };
  await db.write([
    versionBecomes(notice, version, outcome, at),
    ...(outcome === 'failed'
      ? []
      : [
          olderSuperseded(notice, version, at),
          versionReplaced(notice, holder, outcome, { since: at, version, reason }),
        ]),
    becomes(notice, holder, outcome, { since: at, of: version, reason }),
    madeVisible(notice, holder, at),
    lookRecorded(notice, holder, nextLook),
  ]);
  return outcome;
}

const reasonOf = (missing: number, count: number) =>
  missing === count ? said.noneCame() : said.someMissing({ missing, count });

/** Documents of a list by the id that their rows have. */
export const byId = (notice: string, documents: readonly DocumentRecord[]): Map<string, DocumentRecord> =>
  new Map(documents.map((document) => [documentId(notice, document.code), document]));

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Looks that found nothing for so long were the last. */
export const YEAR_MS = 365 * DAY_MS;
/** Files that did not come six times do not come. */
const ATTEMPTS_MAX = 6;
/** A site that could not be read for a month is waited for by whoever asks. */
const VAIN_ATTEMPTS_MAX = 40;

/** What is known of a notice: until when its documents may change, and how often that is worth a look. */
interface LookSchedule {
  openUntil?: number | null;
  everyMs?: number;
}

/** While tenders are taken documents change: daily, and once more when that is over. */
const whileOpen = (now: number, { openUntil = null, everyMs = DAY_MS }: LookSchedule): number | null =>
  openUntil !== null && now < openUntil ? Math.min(now + everyMs, openUntil + HOUR_MS) : null;

/**
 * A look found nothing, as every look since `since` (milliseconds). Where no deadline tells how long documents may still come, each
 * wait is as long as all before it, and after a year nobody looks on: the number of looks stays small however many notices there are.
 */
export function afterNothing(now: number, open: LookSchedule, since: number): number | null {
  const age = Math.max(now - since, DAY_MS);
  return whileOpen(now, open) ?? (age < YEAR_MS ? now + age : null);
}

/** Files are missing: `attempts` looks ended so, this one included. */
const afterMissing = (now: number, open: LookSchedule, attempts: number): number | null =>
  attempts < ATTEMPTS_MAX ? now + backoffMs(attempts) : whileOpen(now, open);

/** The lists themselves could not be read. */
export const afterTrouble = (now: number, attempts: number): number =>
  now + (attempts < VAIN_ATTEMPTS_MAX ? backoffMs(attempts) / 4 : 30 * DAY_MS);

const backoffMs = (attempts: number): number => Math.min(HOUR_MS * 2 ** Math.max(0, attempts - 1), DAY_MS);
