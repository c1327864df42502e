/**
 * What people leave behind who upload to the portal, for the balance files: titles with underscores, names with strays or without an
 * ending, tests that nobody deleted, the same file uploaded twice, a year uploaded once more as a data set of its own.
 */
import type { Day } from '#lib/values/date.ts';

interface Upload {
  /** As typed. */
  name: string;
  /** In the folder, and at the end of the address. */
  file: string;
  modifiedAt: string;
  /** A first attempt, of which only the header came through. */
  isStale: boolean;
}

/** The year whose data set was uploaded once more, whole, and its first one left there. */
const UPLOADED_AGAIN = 2024;
const AGAIN = '_actualizat';

export const datasetNames = (folder: string): string[] =>
  folder === `situatii_financiare_${UPLOADED_AGAIN}` ? [folder, folder + AGAIN] : [folder];

export const balanceTitle = (name: string, year: string): string => {
  if (name.endsWith(AGAIN)) return `Situații financiare ${year} actualizat`;
  return Number(year) % 3 === 0 ? `Situatii_financiare_${year}` : `Situații financiare ${year}`;
};

/** What a data set shows for the files in its folder. */
export function uploadsOf(dataset: string, files: readonly string[], day: Day): Upload[] {
  const isBalance = dataset.startsWith('situatii_financiare');
  const later = `${day}T09:00:00.000000`;
  const earlier = `${day}T08:00:00.000000`;
  const isFirst = dataset === `situatii_financiare_${UPLOADED_AGAIN}`;
  return files.flatMap((file) => {
    const whole = {
      name: isBalance ? typed(file) : file,
      file,
      modifiedAt: isFirst ? earlier : later,
      isStale: isFirst,
    };
    const isTwice = isBalance && /^WEB_UU_AN20[0-9]{2}\.txt$/i.test(file);
    // The first attempt stands behind the second: their order says nothing.
    return isTwice ? [whole, { ...whole, modifiedAt: `${day}T07:00:00.000000`, isStale: true }] : [whole];
  });
}

function typed(file: string): string {
  if (/^web_ong_an/i.test(file))
    return file.toUpperCase().replace(/\.(TXT|CSV)$/, (ending) => `;${ending.toLowerCase()}`);
  if (/^web_ir_an20[0-9]{2}\.txt$/i.test(file)) return file.replace(/\.txt$/i, '');
  if (/^webasig/i.test(file)) return `Asigurari ${file.replace(/\.[a-z]+$/i, '')}`;
  return file;
}
