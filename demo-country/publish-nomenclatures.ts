/** The registry's nomenclatures: names of status codes, of CAEN classes and of CAEN versions. */
import { join } from 'node:path';
import { readReference } from '#lib/values/reference-tables.ts';
import { cedilla } from './cedilla.ts';
import { romanianDay } from './days.ts';
import { createText } from './write-text.ts';

/** Where the reference table has no label, a name that says as much as is known. */
const STATUS_NAMES: Record<string, string> = {
  '1036': 'mențiune penală',
  '1037': 'insolvență firmă mamă',
  '1038': 'insolvență firmă mamă',
  '1057': 'reorganizare judiciară',
  '1067': 'mențiune penală',
  '1069': 'mențiune penală',
  '1074': 'întrerupere temporară de activitate',
  '1146': 'insolvență firmă mamă',
  '2069': 'sediu expirat',
};

export async function publishNomenclatures(folder: string, on: number): Promise<void> {
  const name = join(folder, 'onrc', `nomenclatoare-${romanianDay(on, '-')}`);
  const write = async (file: string, lines: string[]): Promise<void> => {
    const text = await createText(join(name, file), { bom: true });
    for (const line of lines) text.line(cedilla(line));
    await text.close();
  };
  await write('N_STARE_FIRMA.CSV', ['COD^DENUMIRE', ...statusLines()]);
  await write('N_VERSIUNE_CAEN.CSV', [
    'COD^DESCRIERE',
    '0^Versiunea 1998',
    '1^Versiunea 2003',
    '2^Versiunea 2008',
    '3^Versiunea 2025',
  ]);
  await write('N_CAEN.CSV', ['SECTIUNEA^SUBSECTIUNEA^DIVIZIUNEA^GRUPA^CLASA^DENUMIRE^VERSIUNE_CAEN', ...caenLines()]);
}

const statusLines = (): string[] =>
  readReference<'code' | 'label_ro' | 'effect'>('company-status.tsv').map(({ code, label_ro, effect }) => {
    const label =
      STATUS_NAMES[code] ??
      (label_ro || (effect === 'neutral' ? 'altă mențiune' : 'altă procedură de dizolvare sau insolvență'));
    return `${code}^${label}`;
  });

/** Classes carry all their levels; sections, divisions and groups leave the lower ones empty. */
function caenLines(): string[] {
  const rev3 = readReference<'section' | 'division' | 'group' | 'code' | 'title_ro'>('caen-rev3.tsv');
  const rev2 = readReference<'section' | 'division' | 'group' | 'code' | 'title_ro'>('caen-rev2.tsv');
  const groups = readReference<'level' | 'code' | 'parent' | 'title_ro'>('caen-rev3-groups.tsv');
  const classes = (rows: typeof rev3, version: number): string[] =>
    rows.map((row) => `${row.section}^^${row.division}^${row.group}^${row.code}^${row.title_ro}^${version}`);
  const sections = groups.filter((row) => row.level === 'section').map((row) => `${row.code}^^^^^${row.title_ro}^3`);
  const divisions = groups
    .filter((row) => row.level === 'division')
    .map((row) => `${row.parent}^^${row.code}^^^${row.title_ro}^3`);
  // Firms that closed long ago have classes of 1998 and 2003; here these are the codes of Rev.2 under an older version.
  return [...sections, ...divisions, ...classes(rev3, 3), ...[2, 1, 0].flatMap((version) => classes(rev2, version))];
}
