/** The yearly balance files: one pair of data and legend per form, with names, separators and charsets that drift. */
import { join } from 'node:path';
import { type ChartName, chartOf } from './charts.ts';
import type { Entity } from './entity.ts';
import { type Filing, filing, publishedYears } from './finances.ts';
import type { PortalFolder } from './portal-folder.ts';
import { chance } from './random.ts';
import type { Publication } from './write-text.ts';
import { createText, type TextFile } from './write-text.ts';

/** Up to this year files are `;`-separated and in Windows-1250. */
const LAST_OLD_YEAR = 2017;
/** From this year on legends are UTF-8. */
const UTF8_LEGENDS_FROM = 2021;
/** Share of repeated lines; the last one counts. */
const REPEATED_SHARE = 1 / 3000;

const FORMS: ChartName[] = ['UU', 'BL', 'IR', 'NGO', 'bank', 'insurer'];

/** File names without their ending, as seen on data.gov.ro. */
function nameOf(form: ChartName, year: number): string {
  const names: Record<ChartName, string> = {
    UU: `WEB_UU_AN${year}`,
    BL: `WEB_BL_BS_SL_AN${year}`,
    IR: `web_ir_an${year}`,
    NGO: `web_ong_an${year}`,
    bank: year === 2023 ? `web_instdecredit_${year}` : `web_instit_de_credit_an${year}`,
    insurer: `webasig${year}`,
  };
  return names[form];
}

/** `newest`: only so many years. */
export async function publishBalances(
  folder: string,
  on: number,
  newest = Number.POSITIVE_INFINITY,
): Promise<Publication> {
  const years = publishedYears(on).slice(-newest);
  const open = new Map<string, TextFile>();
  for (const year of years) {
    for (const form of FORMS) {
      const path = join(folder, 'anaf', `situatii_financiare_${year}`, nameOf(form, year));
      const old = year <= LAST_OLD_YEAR;
      const { entries } = chartOf(form, year);
      const data = await createText(`${path}.txt`, { charset: old ? 'cp1250' : 'utf8', lineEnd: old ? '\r\n' : '\n' });
      data.line(['CUI', 'CAEN', ...entries.map(({ code }) => code)].join(old ? ';' : ','));
      open.set(`${form} ${year}`, data);
      const legend = await createText(`${path}.csv`, { charset: year >= UTF8_LEGENDS_FROM ? 'utf8' : 'cp1250' });
      for (const { code, label } of entries) legend.line(`${label};${year % 2 === 0 ? code.toLowerCase() : code}`);
      await legend.close();
    }
  }

  const file = (entity: Entity): void => {
    for (const year of years) {
      const filed = filing(entity, year);
      if (!filed?.inFile || !entity.cuiPublished) continue;
      const data = open.get(`${filed.chart} ${year}`);
      const separator = year <= LAST_OLD_YEAR ? ';' : ',';
      if (chance(entity.world.seed, entity.index * 64 + (year % 64), 'repeated') < REPEATED_SHARE)
        data?.line(balanceLine(entity, year, { ...filed, figures: { ...filed.figures, employees: 0 } }, separator));
      data?.line(balanceLine(entity, year, filed, separator));
    }
  };
  return { files: [...open.values()], firm: file, outside: file };
}

/** Items that many firms leave empty, which does not mean zero. */
const OFTEN_EMPTY = new Set(['patrimony', 'publicPatrimony', 'provisions', 'deferredIncome']);

function balanceLine(entity: Entity, year: number, filed: Filing, separator: string): string {
  const empties = entity.index % 2 === 0;
  const cells = chartOf(filed.chart, year).entries.map(({ item }) => {
    const value = filed.figures[item] ?? 0;
    return value === 0 && empties && OFTEN_EMPTY.has(item) ? '' : value;
  });
  // Old files print the class as a number.
  const caen = year <= LAST_OLD_YEAR ? Number(filed.caen) : filed.caen;
  return [entity.cui, caen, ...cells].join(separator);
}

export const balanceDatasets: PortalFolder = {
  folder: 'anaf',
  organization: { name: 'mfp', title: 'Ministerul Finanțelor' },
  licence: 'OGL-ROU-1.0',
  datasetsOf(name, today) {
    const year = /^situatii_financiare_([0-9]{4})$/.exec(name)?.[1];
    if (!year) return [];
    const usualDay = `${Number(year) + 1}-09-01`;
    const modifiedOn = usualDay < today ? usualDay : today;
    return datasetNames(name).map((dataset) => ({ name: dataset, title: titleOf(dataset, year), modifiedOn }));
  },
  uploadsOf(dataset, files, day) {
    const isFirst = dataset === `situatii_financiare_${REUPLOADED_YEAR}`;
    const modifiedAt = `${day}T${isFirst ? '08' : '09'}:00:00.000000`;
    return files.flatMap((file) => {
      const whole = { name: uploadName(file), file, modifiedAt, isStale: isFirst };
      const isTwice = /^WEB_UU_AN20[0-9]{2}\.txt$/i.test(file);
      // The first upload follows the second: their order has no meaning.
      return isTwice ? [whole, { ...whole, modifiedAt: `${day}T07:00:00.000000`, isStale: true }] : [whole];
    });
  },
};

/** The year with a second, complete dataset beside the first. */
const REUPLOADED_YEAR = 2024;
const REUPLOADED = '_actualizat';

const datasetNames = (folder: string): string[] =>
  folder === `situatii_financiare_${REUPLOADED_YEAR}` ? [folder, folder + REUPLOADED] : [folder];

const titleOf = (name: string, year: string): string => {
  if (name.endsWith(REUPLOADED)) return `Situații financiare ${year} actualizat`;
  return Number(year) % 3 === 0 ? `Situatii_financiare_${year}` : `Situații financiare ${year}`;
};

function uploadName(file: string): string {
  if (/^web_ong_an/i.test(file))
    return file.toUpperCase().replace(/\.(TXT|CSV)$/, (ending) => `;${ending.toLowerCase()}`);
  if (/^web_ir_an20[0-9]{2}\.txt$/i.test(file)) return file.replace(/\.txt$/i, '');
  if (/^webasig/i.test(file)) return `Asigurari ${file.replace(/\.[a-z]+$/i, '')}`;
  return file;
}
