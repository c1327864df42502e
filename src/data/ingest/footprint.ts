/** The estimated cost of a download and of the build after it, and the number of files of unknown size. */
import type { DownloadPlan, PlannedFile } from './downloads.ts';

export interface Footprint {
  /** Still to be fetched, as far as sizes are known. */
  downloadBytes: number;
  /** Files still to be fetched whose size nobody tells; they are in none of these figures. */
  unknownFiles: number;
  /** True when the catalogue left sizes out and those of `MEASURED_ON` stand for them. */
  estimated: boolean;
  /** One generation of the dataset, procurement apart: how much that takes shows when it has been read. */
  datasetBytes: number;
  /** Free space needed now: the rest of the downloads and one generation, as far as known. */
  diskBytes: number;
  /** Procurement apart, too. */
  buildSeconds: number;
}

const MB = 1_000_000;

/** The day of the sizes that stand for those of the large files when the catalogue does not tell them. */
export const MEASURED_ON = '2026-09-02';
const KNOWN_SIZES: [name: RegExp, sizeBytes: number][] = [
  [/^OD_FIRME\.CSV$/i, 693 * MB],
  [/^OD_CAEN_AUTORIZAT\.CSV$/i, 431 * MB],
  [/^OD_REPREZENTANTI_LEGALI\.CSV$/i, 337 * MB],
  [/^OD_STARE_FIRMA\.CSV$/i, 91 * MB],
  [/^OD_REPREZENTANTI_IF\.CSV$/i, 14 * MB],
  [/^WEB_UU_.*\.txt$/i, 80 * MB],
  [/^WEB_BL_.*\.txt$/i, 9 * MB],
];

/** Measured on the demo country: registry and balance files of 16 MB become parts of 150 MB, lists and searches included. */
const DATASET_FACTOR = 10;
/** Of registry and balance files, on two cores: reading, ranking and rendering together. */
const BUILD_BYTES_PER_SECOND = 0.9 * MB;

/** Of which the figures below were measured. */
const COUNTED: readonly PlannedFile['publication'][] = ['trade registry', 'set of balance sheets'];

export function footprintOf({ files }: DownloadPlan): Footprint {
  const bytesOf = (some: readonly PlannedFile[]): number => some.reduce((sum, file) => sum + (sizeOf(file) ?? 0), 0);
  const missing = files.filter((file) => !file.there);
  const readBytes = bytesOf(files.filter(({ publication }) => COUNTED.includes(publication)));
  const downloadBytes = bytesOf(missing);
  const datasetBytes = readBytes * DATASET_FACTOR;
  return {
    downloadBytes,
    unknownFiles: missing.filter((file) => sizeOf(file) === null).length,
    estimated: missing.some((file) => file.sizeBytes === null && sizeOf(file) !== null),
    datasetBytes,
    diskBytes: downloadBytes + datasetBytes,
    buildSeconds: Math.ceil(readBytes / BUILD_BYTES_PER_SECOND),
  };
}

/** Null when it is not known. */
function sizeOf({ to, sizeBytes }: PlannedFile): number | null {
  const name = to.split('/').at(-1) ?? '';
  return sizeBytes ?? KNOWN_SIZES.find(([pattern]) => pattern.test(name))?.[1] ?? null;
}
