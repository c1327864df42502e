/** Snapshots of the trade registry in the order of their days: each is compared with the one before; the last is served. */
import type { Database } from '#data/store/database.ts';
import type { Manifest, Part } from '#data/store/dataset.ts';
import { WrongShape } from '#lib/safe-fetch/wrong-shape.ts';
import { dateSnapshots } from './content-days.ts';
import { recordedLineage, writeChanges } from './history.ts';
import { publicationOf } from './origins.ts';
import { type Assembly, buildPart, construct, type PartPlan, partOf, queryParts, retainServed } from './parts.ts';
import { keyMark } from './person-identity.ts';
import { grouped } from './progress.ts';
import { bytesOf, digestOf, type RegistryFiles } from './published-files.ts';
import type { Extent } from './registry.ts';
import { registryPart } from './registry-files.ts';

/** Completes the lineage that ends with the registry part: compares every snapshot with the one before. */
type Lineage = () => Promise<string[]>;

/** Builds the registry part; older snapshots may still be read then. */
export async function buildRegistry(
  assembly: Assembly,
  snapshots: readonly RegistryFiles[],
  state: Database,
  personKey: string,
): Promise<Lineage> {
  const { previous, unreadable } = assembly.build;
  const served = previous?.parts.find((part) => part.name === 'registry') ?? null;
  const older = unreadable.find((part) => part.name === 'registry') ?? null;
  // An older snapshot would write the change log backwards. A snapshot that was read and deleted is served, or must be provided redated.
  const dated = await dateSnapshots(snapshots, assembly.days, (text) => assembly.warnings.push(text));
  const redated =
    served && !assembly.resumes ? await redatedSnapshot(dated, served, personKey, assembly.days.asOf !== null) : null;
  const servedOn = redated?.day ?? (served ?? older)?.asOf ?? null;
  const isFirst = served === null && older === null;
  for (const { day, isRead, firms } of dated)
    if (day === null && !isRead && !isFirst)
      assembly.warnings.push(
        `${firms.name} is not read: without its day nobody knows whether it is newer than what is served.`,
      );
  const compared = new Set(previous?.lineage.map((part) => part.split('_')[1]));
  for (const { day, isRead, firms } of dated)
    if (day !== null && !isRead && servedOn !== null && day < servedOn && !compared.has(day.replaceAll('-', '')))
      assembly.warnings.push(
        `${firms.name} of ${day} is not read: the history goes forwards only, and the registry of ${servedOn} is served.`,
      );
  const due = dated.filter(
    ({ day, isRead }) => !isRead && (day === null ? isFirst : servedOn === null || day >= servedOn),
  );
  const newest = due.at(-1);
  if (newest === undefined || (served && assembly.resumes)) {
    retainServed(assembly, 'registry');
    return async () => previous?.lineage ?? [];
  }
  // The only snapshot, under another day: it has no history.
  const isAlone = redated !== null && (previous?.lineage.length ?? 0) <= 1;
  if (redated !== null && !isAlone)
    assembly.warnings.push(
      `The history keeps the day ${served?.asOf} for what changed up to the registry of ${redated.day}.`,
    );
  const lineage = previous
    ? previous.lineage.slice(0, isAlone ? 0 : undefined)
    : await recordedLineage(state, due[0]?.day ?? newest.day ?? assembly.days.today);
  const plan = await planOf(newest, personKey, 'all');
  if (served?.fingerprint === plan.about.fingerprint) {
    await buildPart(assembly, plan);
    return async () => lineage;
  }
  if (older && due[0]?.day !== servedOn)
    assembly.warnings.push(
      `The registry of ${servedOn} is of an older format and was not kept: what changed from it to ${due[0]?.day} is not in the history.`,
    );

  // Everything else waits for the newest one.
  const built = buildPart(assembly, plan);
  const earlier = due
    .slice(0, -1)
    .filter(({ day }) => day !== served?.asOf)
    .map(async (snapshot) => constructOlder(assembly, await planOf(snapshot, personKey, 'compared')));
  // Where the newest one fails, nothing waits for them.
  for (const each of earlier) each.catch(() => {});
  await built;
  const registry = partOf(assembly, 'registry');
  if (registry === null || registry.id === served?.id) return async () => previous?.lineage ?? [];
  return async () => {
    let before = isAlone ? null : served;
    for (const snapshot of [...earlier, registry]) {
      const part = await snapshot;
      if (part === null) continue;
      await compare(assembly, state, before, part);
      lineage.push(part.id);
      before = part;
    }
    return lineage;
  };
}

/** The mark of the key that a generation was built with; null in one without the registry, where no person has an id. */
export const keyMarkIn = ({ parts }: Pick<Manifest, 'parts'>): string | null =>
  parts.find(({ name }) => name === 'registry')?.fingerprint.split(' ')[0] ?? null;

/** Whether the person ids of a generation come from this key; true without the registry, where no person has an id. */
export function isKeyedWith(personKey: string | null, manifest: Pick<Manifest, 'parts'>): boolean {
  const mark = keyMarkIn(manifest);
  return mark === null || (personKey !== null && mark === keyMark(personKey));
}

const publishedIn = ({ day: _, isRead: __, ...byName }: RegistryFiles) =>
  Object.values(byName).filter((file) => file !== null);

/**
 * The served snapshot, where its day has changed: files whose name states no day once had the day on which they were written, and
 * `--as-of` may correct an earlier day. The content identifies the snapshot, since the day cannot.
 */
async function redatedSnapshot(
  snapshots: readonly RegistryFiles[],
  { asOf, fingerprint }: Part,
  personKey: string,
  hasAsOf: boolean,
): Promise<RegistryFiles | null> {
  // A proven day or the operator's stays valid until the operator names another; earlier versions used the day of the file.
  const salts = [...(hasAsOf ? [[asOf ?? '']] : []), [''], ['', '']] as [salt: string, dated?: string][];
  for (const snapshot of snapshots) {
    const { day, isRead, firms } = snapshot;
    if (isRead || firms.day !== null || day === null || day === asOf) continue;
    const published = publishedIn(snapshot);
    for (const [salt, dated] of salts)
      if (fingerprint === `${keyMark(personKey)} ${await digestOf(published, salt, dated)}`) return snapshot;
  }
  return null;
}

async function planOf(files: RegistryFiles, personKey: string, extent: Extent): Promise<PartPlan<'registry'>> {
  const { day } = files;
  const published = publishedIn(files);
  const salt = files.firms.day === null ? (day ?? '') : '';
  const fingerprint = `${keyMark(personKey)} ${await digestOf(published, salt)}`;
  return {
    name: 'registry',
    about: {
      ...registryPart.about,
      asOf: day,
      url: await publicationOf(files.firms),
      fingerprint,
    },
    total: bytesOf(published),
    input: { files, personKey, extent },
  };
}

/** Reads a snapshot for its changes only; without an unreadable one the next is compared with the previous. */
async function constructOlder(assembly: Assembly, plan: PartPlan<'registry'>): Promise<Part | null> {
  try {
    return await construct(assembly, plan);
  } catch (error) {
    if (!(error instanceof WrongShape) || assembly.strict) throw error;
    assembly.warnings.push(`The registry of ${plan.about.asOf} is left out of the history: ${error.message}`);
    return null;
  }
}

const markOf = ({ fingerprint }: Part): string => fingerprint.split(' ')[0] ?? '';

async function compare(assembly: Assembly, state: Database, older: Part | null, newer: Part): Promise<void> {
  if (older === null) return;
  const step = assembly.progress.step(`changes up to ${newer.asOf}`, null);
  // Under another key every person has another id.
  const officers = markOf(older) === markOf(newer);
  const changes = await queryParts(assembly, [older, newer], (db) =>
    writeChanges(db, state, older, newer, { officers }),
  );
  step.end(`${grouped(changes)} found`);
}
