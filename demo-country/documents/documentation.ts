/** The documentation of a procedure on a day. */
import { noticeNumberOf } from '#demo-country/procurement/export-rows.ts';
import { isShowcaseNumber } from '#demo-country/procurement/frame.ts';
import type { Procedure } from '#demo-country/procurement/procedure.ts';
import type { Procurement } from '#demo-country/procurement/system.ts';
import { chance } from '#demo-country/random.ts';
import { renderDocument, textOf } from './formats.ts';
import { signFile } from './sign-file.ts';
import { factsOf } from './texts/facts.ts';
import type { Conduct, Documentation, DocumentFile, SignatureKind } from './types.ts';
import { type DocumentedProcedure, type Upload, uploadsOf, versionDays } from './uploads.ts';

/** Null for a procedure that has none in the archive. */
export function documentationOn(system: Procurement, procedure: Procedure, today: number): Documentation | null {
  const documented = documentedProcedureOf(system, procedure);
  if (!documented) return null;
  const { founded } = system.frame.world;
  const isWithdrawn = documented.conduct === 'withdrawn' && today >= Math.min(procedure.publishedOn + 1, founded);
  const uploads = uploadsOf(documented, founded);
  const files = uploads
    .map((upload, i) => ({ upload, file: fileOf(documented, upload, i + 1) }))
    .filter(({ upload: { on, until } }) => on <= today && (until === null || until > today))
    .map(({ file }) => file);
  return {
    procedure,
    conduct: documented.conduct === 'withdrawn' && !isWithdrawn ? 'ordinary' : documented.conduct,
    version: versionDays(uploads).filter((day) => day <= today).length,
    files: isWithdrawn ? [] : files,
  };
}

/** Codes count every upload of a notice: where a file was replaced, a number is missing. */
function fileOf({ procedure }: DocumentedProcedure, upload: Upload, number: number): DocumentFile {
  return {
    code: `${noticeNumberOf(procedure)}/${String(number).padStart(5, '0')}`,
    name: upload.name + endingOf(upload.signatureKind, procedure.number),
    section: upload.section,
    topic: upload.topic,
    format: upload.format,
    signatureKind: upload.signatureKind,
    revision: upload.revision,
    uploadedOn: upload.on,
    uploadedAt: procedure.publishedAt,
    bytes: () => bytesOf(procedure, upload),
  };
}

const endingOf = (signatureKind: SignatureKind, number: number): string =>
  signatureKind === 'none' || signatureKind.startsWith('pades')
    ? ''
    : chance(number, number, 'ending') < 0.25 && signatureKind !== 'detached'
      ? '.p7m'
      : '.p7s';

async function bytesOf(procedure: Procedure, upload: Upload): Promise<Buffer> {
  const facts = factsOf(procedure, upload.revision);
  const renderWith = (input: typeof facts): Promise<Buffer> =>
    renderDocument(upload.format, textOf(upload.topic, input, upload.number), input);
  // The forger adds two months, to deliver or to evaluate offers.
  const deadlineOn = procedure.deadlineOn + (upload.topic === 'decision' ? 60 : 0);
  const altered = () =>
    renderWith({ ...facts, deliveryDays: facts.deliveryDays + 60, procedure: { ...procedure, deadlineOn } });
  return signFile({ procedure, uploadedOn: upload.on }, upload.signatureKind, await renderWith(facts), altered);
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

const cache = new WeakMap<Procurement, Map<number, DocumentedProcedure>>();

/** Null for a procedure whose documents are in no archive any more. */
function documentedProcedureOf(system: Procurement, procedure: Procedure): DocumentedProcedure | null {
  const documented = cache.getOrInsertComputed(system, selectProcedures).get(procedure.number);
  if (documented) return documented;
  const isLater = procedure.publishedOn > system.frame.world.founded && procedure.isOnline;
  return isLater
    ? { procedure, position: DOCUMENTED + (procedure.number % DOCUMENTED), conduct: 'ordinary', isRevised: false }
    : null;
}

/** Those of the founding day, in the order of their positions. */
export const documentedProcedures = (system: Procurement): DocumentedProcedure[] => [
  ...cache.getOrInsertComputed(system, selectProcedures).values(),
];

function selectProcedures(system: Procurement): Map<number, DocumentedProcedure> {
  const { founded } = system.frame.world;
  const published = system.procedures(founded).toReversed();
  const isShowcased = ({ number }: Procedure): boolean => isShowcaseNumber('procedure', number);
  const showcased = published.filter(isShowcased).toSorted((a, b) => a.number - b.number);
  const online = published.filter((procedure) => procedure.isOnline && !isShowcased(procedure));
  const newest = online.slice(0, NEWEST_UNTIL - showcased.length);
  const days = new Set<number>();
  const older = online.slice(newest.length).filter(({ publishedOn }) => {
    const isFirst = publishedOn <= founded - REVISED_AGE_DAYS && !days.has(publishedOn);
    days.add(publishedOn);
    return isFirst;
  });
  return new Map(
    [...showcased, ...newest, ...older].slice(0, DOCUMENTED).map((procedure, position) => [
      procedure.number,
      {
        procedure,
        position,
        conduct: CONDUCTS[position] ?? 'ordinary',
        isRevised: position < showcased.length || (position >= NEWEST_UNTIL && position < REVISED_UNTIL),
      },
    ]),
  );
}
