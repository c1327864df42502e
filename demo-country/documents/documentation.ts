/** The documentation of a procedure on a day. */

import { noticeNumberOf } from '#demo-country/procurement/export-rows.ts';
import type { Procedure } from '#demo-country/procurement/procedure.ts';
import type { Procurement } from '#demo-country/procurement/system.ts';
import { chance } from '#demo-country/random.ts';
import { type Place, placeOf } from './documented.ts';
import { sealFile } from './seal-file.ts';
import { factsOf } from './texts/facts.ts';
import type { Documentation, DocumentFile, Seal } from './types.ts';
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
