/** The documentation of a procedure on a day. */
import { noticeNumberOf } from '#demo-country/procurement/export-rows.ts';
import { isShowcaseNumber } from '#demo-country/procurement/frame.ts';
import type { Procedure } from '#demo-country/procurement/procedure.ts';
import type { Procurement } from '#demo-country/procurement/system.ts';
import { chance } from '#demo-country/random.ts';
import { sealFile } from './seal-file.ts';
import { factsOf } from './texts/facts.ts';
import type { Conduct, Documentation, DocumentFile, Seal } from './types.ts';
import { type Upload, uploadsOf, versionDays } from './uploads.ts';
import { textOf, written } from './write.ts';

/** Null for a procedure that has none in the archive. */
export function documentationOn(system: Procurement, procedure: Procedure, today: number): Documentation | null {
  const place = placeOf(system, procedure);
  if (!place) return null;
  const { founded } = system.frame.world;
  const isWithdrawn = place.conduct === 'withdrawn' && today >= Math.min(procedure.publishedOn + 1, founded);
  const uploads = uploadsOf(place, founded);
  const files = uploads
    .map((upload, i) => ({ upload, file: fileOf(place, upload, i + 1) }))
    .filter(({ upload: { on, until } }) => on <= today && (until === null || until > today))
    .map(({ file }) => file);
  return {
    procedure,
    conduct: place.conduct === 'withdrawn' && !isWithdrawn ? 'ordinary' : place.conduct,
    version: versionDays(uploads).filter((day) => day <= today).length,
    files: isWithdrawn ? [] : files,
  };
}

/** Codes count every upload of a notice: where a file was replaced, a number is missing. */
function fileOf({ procedure }: Place, upload: Upload, number: number): DocumentFile {
  return {
    code: `${noticeNumberOf(procedure)}/${String(number).padStart(5, '0')}`,
    name: upload.name + endingOf(upload.seal, procedure.number),
    section: upload.section,
    topic: upload.topic,
    format: upload.format,
    seal: upload.seal,
    revision: upload.revision,
    uploadedOn: upload.on,
    uploadedAt: procedure.publishedAt,
    bytes: () => bytesOf(procedure, upload),
  };
}

const endingOf = (seal: Seal, number: number): string =>
  seal === 'none' || seal.startsWith('pades')
    ? ''
    : chance(number, number, 'ending') < 0.25 && seal !== 'detached'
      ? '.p7m'
      : '.p7s';

async function bytesOf(procedure: Procedure, upload: Upload): Promise<Buffer> {
  const facts = factsOf(procedure, upload.revision);
  const writtenWith = (given: typeof facts): Promise<Buffer> =>
    written(upload.format, textOf(upload.topic, given, upload.number), given);
  // Who altered it gave himself two months more, to deliver or to judge offers.
  const deadlineOn = procedure.deadlineOn + (upload.topic === 'decision' ? 60 : 0);
  const altered = () =>
    writtenWith({ ...facts, deliveryDays: facts.deliveryDays + 60, procedure: { ...procedure, deadlineOn } });
  return sealFile({ procedure, uploadedOn: upload.on }, upload.seal, await writtenWith(facts), altered);
}

export interface Place {
  procedure: Procedure;
  /** 0 to 2 are the showcase's, then the newest of the founding day, newest first, then older ones, one a day. */
  place: number;
  conduct: Conduct;
  isRevised: boolean;
}

const DOCUMENTED = 60;
/** The showcase's among them. */
const NEWEST_UNTIL = 40;
/** Old enough on the founding day that two revisions came after it. */
const REVISED_AGE_DAYS = 5;
const REVISED_UNTIL = NEWEST_UNTIL + 7;

/** Not among the ten newest, which a demo collects first. */
const CONDUCTS: Readonly<Record<number, Conduct>> = {
  20: 'late',
  22: 'slow',
  24: 'gap',
  26: 'broken',
  28: 'withdrawn',
  30: 'none',
};

const known = new WeakMap<Procurement, Map<number, Place>>();

/** Null for a procedure whose documents are in no archive any more. */
function placeOf(system: Procurement, procedure: Procedure): Place | null {
  const place = known.getOrInsertComputed(system, foundingPlaces).get(procedure.number);
  if (place) return place;
  const isLater = procedure.publishedOn > system.frame.world.founded && procedure.isOnline;
  return isLater
    ? { procedure, place: DOCUMENTED + (procedure.number % DOCUMENTED), conduct: 'ordinary', isRevised: false }
    : null;
}

/** Those of the founding day, in the order of their places. */
export const documentedAtFounding = (system: Procurement): Place[] => [
  ...known.getOrInsertComputed(system, foundingPlaces).values(),
];

function foundingPlaces(system: Procurement): Map<number, Place> {
  const { founded } = system.frame.world;
  const published = system.procedures(founded).toReversed();
  const isShown = ({ number }: Procedure): boolean => isShowcaseNumber('procedure', number);
  const shown = published.filter(isShown).toSorted((a, b) => a.number - b.number);
  const online = published.filter((procedure) => procedure.isOnline && !isShown(procedure));
  const newest = online.slice(0, NEWEST_UNTIL - shown.length);
  const days = new Set<number>();
  const older = online.slice(newest.length).filter(({ publishedOn }) => {
    const isFirst = publishedOn <= founded - REVISED_AGE_DAYS && !days.has(publishedOn);
    days.add(publishedOn);
    return isFirst;
  });
  return new Map(
    [...shown, ...newest, ...older].slice(0, DOCUMENTED).map((procedure, place) => [
      procedure.number,
      {
        procedure,
        place,
        conduct: CONDUCTS[place] ?? 'ordinary',
        isRevised: place < shown.length || (place >= NEWEST_UNTIL && place < REVISED_UNTIL),
      },
    ]),
  );
}
