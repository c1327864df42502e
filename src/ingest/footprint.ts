/** What a download and the build after it will cost: bytes, disk and time, told before they are spent. */
import type { DownloadPlan, PlannedFile } from './downloads.ts';

export interface Footprint {
  /** Still to be fetched. */
  downloadBytes: number;
  /** True when the catalogue left sizes out and we put ours in their place. */
  estimated: boolean;
  /** Files still to be fetched whose size nobody tells; they come on top. */
  unsized: number;
  /** One generation of the dataset. */
  datasetBytes: number;
  /** Free space needed now: the rest of the downloads and one generation. */
  diskBytes: number;
  buildSeconds: number;
}

const MB = 1_000_000;

/** Sizes of 2 September 2026, for files whose size the catalogue does not tell. */
const KNOWN_SIZES: [name: RegExp, sizeBytes: number][] = [
  [/^OD_FIRME\.CSV$/i, 693 * MB],
  [/^OD_CAEN_AUTORIZAT\.CSV$/i, 431 * MB],
  [/^OD_REPREZENTANTI_LEGALI\.CSV$/i, 337 * MB],
  [/^OD_STARE_FIRMA\.CSV$/i, 91 * MB],
  [/^OD_REPREZENTANTI_IF\.CSV$/i, 14 * MB],
  [/^WEB_UU_.*\.txt$/i, 80 * MB],
  [/^WEB_BL_.*\.txt$/i, 9 * MB],
];
const OTHER_SIZE = 0.4 * MB; // nomenclatures, legends, small balance files, a year of rates

/** Measured on the demo country: registry and balance files of 16 MB become parts of 150 MB, lists and searches included. */
const DATASET_FACTOR = 10;
/** Of registry and balance files, on two cores: reading, ranking and rendering together. */
const BUILD_BYTES_PER_SECOND = 0.9 * MB;

export function footprintOf({ files }: DownloadPlan): Footprint {
  const bytesOf = (some: readonly PlannedFile[]): number => some.reduce((sum, file) => sum + sizeOf(file), 0);
  const missing = files.filter((file) => !file.there);
  const readBytes = bytesOf(files.filter(({ publication }) => publication !== 'set of exchange rates'));
  const downloadBytes = bytesOf(missing);
  const datasetBytes = readBytes * DATASET_FACTOR;
  return {
    downloadBytes,
    estimated: missing.some((file) => file.sizeBytes === null && sizeOf(file) > 0),
    unsized: missing.filter((file) => sizeOf(file) === 0).length,
    datasetBytes,
    diskBytes: downloadBytes + datasetBytes,
    buildSeconds: Math.ceil(readBytes / BUILD_BYTES_PER_SECOND),
  };
}

/** 0 where it cannot be told: exports of procurement have any size, from a few lines to a quarter of the country’s purchases. */
function sizeOf({ to, sizeBytes, publication }: PlannedFile): number {
  const name = to.split('/').at(-1) ?? '';
  const usual = publication === 'set of procurement exports' ? 0 : OTHER_SIZE;
  return sizeBytes ?? KNOWN_SIZES.find(([pattern]) => pattern.test(name))?.[1] ?? usual;
}
