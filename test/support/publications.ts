/** A hand-written folder of publications, small enough to know every line. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseRegistrationNumber } from '#lib/values/registration-number.ts';

export interface WrittenFirm {
  cui: string;
  /** As in the file, in either format. */
  number: string;
  name: string;
  form?: string;
  registered?: string;
  county?: string;
  locality?: string;
  street?: string;
  streetNumber?: string;
  statuses?: string[];
  activities?: [code: string, version: string][];
  officers?: WrittenOfficer[];
}

export interface WrittenOfficer {
  name: string;
  title?: string;
  born?: [day: string, locality: string, county: string];
}

const FIRM_HEADER =
  'DENUMIRE^CUI^COD_INMATRICULARE^DATA_INMATRICULARE^EUID^FORMA_JURIDICA^ADR_TARA^ADR_JUDET^ADR_LOCALITATE^ADR_DEN_STRADA^ADR_NR_STRADA^ADR_BLOC^ADR_SCARA^ADR_ETAJ^ADR_APARTAMENT^ADR_COD_POSTAL^ADR_SECTOR^ADR_COMPLETARE^WEB^TARA_FIRMA_MAMA';
const OFFICER_HEADER =
  'COD_INMATRICULARE^PERSOANA_IMPUTERNICITA^CALITATE^DATA_NASTERE^LOCALITATE_NASTERE^JUDET_NASTERE^TARA_NASTERE^LOCALITATE^JUDET^TARA';

export function write(folder: string, name: string, content: string): string {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  return path;
}

const table = (header: string, lines: string[]): string => `\ufeff${[header, ...lines].join('\n')}\n`;

/** `day` in the registry’s format: `02-09-2026`. `broken` lines are appended to OD_FIRME.CSV unchanged. */
export function writeSnapshot(folder: string, day: string, firms: WrittenFirm[], broken: string[] = []): string {
  const location = `onrc/firme-${day}`;
  const lines = firms.map((firm) =>
    [
      firm.name,
      firm.cui,
      firm.number,
      firm.registered ?? '11/03/1998',
      `ROONRC.${parseRegistrationNumber(firm.number)}`,
      firm.form ?? 'SRL',
      'România',
      firm.county ?? 'Cluj',
      firm.locality ?? 'Cluj-Napoca',
      firm.street ?? 'Str. Fictivă',
      firm.streetNumber ?? '16',
      ...['', '', '', '', ' 400001', '', '', '', ''],
    ].join('^'),
  );
  write(folder, `${location}/OD_FIRME.CSV`, table(FIRM_HEADER, [...lines, ...broken]));
  const each = <T>(pick: (firm: WrittenFirm) => T[], line: (firm: WrittenFirm, item: T) => string) =>
    firms.flatMap((firm) => pick(firm).map((item) => line(firm, item)));
  const statuses = each(
    (firm) => firm.statuses ?? ['1048'],
    (firm, code) => `${firm.number}^${code}`,
  );
  write(folder, `${location}/OD_STARE_FIRMA.CSV`, table('COD_INMATRICULARE^COD', statuses));
  const activities = each(
    (firm) => firm.activities ?? [['4711', '2']],
    (firm, [code, version]) => `${firm.number}^${code}^${version}`,
  );
  write(
    folder,
    `${location}/OD_CAEN_AUTORIZAT.CSV`,
    table('COD_INMATRICULARE^COD_CAEN_AUTORIZAT^VER_CAEN_AUTORIZAT', activities),
  );
  const officers = each(
    (firm) => firm.officers ?? [],
    (firm, { name, title = 'administrator', born }) =>
      [
        firm.number,
        name,
        title,
        ...(born ?? ['', '', '']),
        born ? 'România' : '',
        'Cluj-Napoca',
        'Cluj',
        'România',
      ].join('^'),
  );
  write(folder, `${location}/OD_REPREZENTANTI_LEGALI.CSV`, table(OFFICER_HEADER, officers));
  return join(folder, location);
}

const CODES = Array.from({ length: 20 }, (_, i) => `I${i + 1}`);

/** A yearly file of ordinary companies without a legend; a line is cui, activity, turnover, net profit, employees. */
export function writeBalances(
  folder: string,
  year: number,
  lines: [cui: string, caen: string, turnover: number, profit: number, employees: number][],
  location = 'anaf',
): string {
  const rows = lines.map(([cui, caen, turnover, profit, employees]) =>
    [
      cui,
      caen,
      1000,
      2000,
      0,
      0,
      0,
      0,
      500,
      0,
      0,
      2500,
      200,
      0,
      turnover,
      turnover,
      0,
      profit,
      0,
      profit,
      0,
      employees,
    ].join(','),
  );
  return write(folder, `${location}/WEB_UU_AN${year}.txt`, `CUI,CAEN,${CODES.join(',')}\n${rows.join('\n')}\n`);
}
