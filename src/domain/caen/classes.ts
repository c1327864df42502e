/** The classification of activities, Rev.3, with what the code meant in Rev.2. */

import { Type } from 'typebox';
import { about, closed, field, orNone } from '#lib/schema/fields.ts';
import type { Static } from '#lib/schema/static.ts';
import { readReference } from '#lib/values/reference-tables.ts';

const Titles = Type.Object(
  {
    ro: field(Type.String(), {
      en: 'Title in Romanian.',
      ro: 'Titlul în română.',
      heading: { en: 'Romanian', ro: 'Română' },
    }),
    en: field(Type.String(), {
      en: 'Title in English.',
      ro: 'Titlul în engleză.',
      heading: { en: 'English', ro: 'Engleză' },
    }),
  },
  {
    ...closed,
    title: 'CaenTitles',
    ...about({
      en: 'Titles in both languages.',
      ro: 'Titlurile în ambele limbi.',
      heading: { en: 'Titles', ro: 'Denumiri' },
    }),
  },
);

const Level = Type.Object(
  {
    code: field(Type.String(), {
      en: 'Letter of the section, two digits of the division, three of the group.',
      ro: 'Litera secțiunii, două cifre ale diviziunii, trei ale grupei.',
    }),
    titles: Titles,
  },
  { ...closed, title: 'CaenLevel', ...about({ en: 'A level above the class.', ro: 'Un nivel deasupra clasei.' }) },
);

const OlderClass = Type.Object(
  {
    code: field(Type.String(), { en: 'The same four digits.', ro: 'Aceleași patru cifre.' }),
    title: field(Type.String(), {
      en: 'Their meaning in Rev.2, in Romanian.',
      ro: 'Ce însemnau în Rev.2, în română.',
    }),
    sameTitle: field(Type.Boolean(), {
      en: 'Whether the title is the same in both revisions. When it is not, the code may mean something else.',
      ro: 'Dacă titlul este același în ambele revizii. Când nu este, codul poate însemna altceva.',
      heading: { en: 'Same title', ro: 'Aceeași denumire' },
    }),
  },
  { ...closed, title: 'CaenRev2Class', description: 'The code in the earlier revision.' },
);

export const CaenClass = Type.Object(
  {
    code: field(Type.String(), { en: 'Class: four digits.', ro: 'Clasa: patru cifre.' }),
    revision: field(Type.Literal('rev3'), {
      en: 'Revision the code belongs to. A code means nothing without it.',
      ro: 'Revizia din care face parte codul. Fără ea un cod nu înseamnă nimic.',
    }),
    titles: Titles,
    section: Level,
    division: Level,
    group: Level,
    rev2: orNone(OlderClass, {
      en: 'The same code in Rev.2; null when Rev.2 had none. It is no correspondence: no official table maps one revision to the other.',
      ro: 'Același cod în Rev.2; null când Rev.2 nu îl avea. Nu este o corespondență: niciun tabel oficial nu transpune o revizie în alta.',
      heading: { en: 'In Rev.2', ro: 'În Rev.2' },
    }),
  },
  { ...closed, title: 'CaenClass', description: 'A class of activities with its place in the classification.' },
);

export type CaenClass = Static<typeof CaenClass>;

interface ClassRow extends Record<'section' | 'division' | 'group' | 'code' | 'title_ro' | 'title_en', string> {
  title_ro_ins_variant: string;
  title_ro_eurostat: string;
}

const rows = readReference<keyof ClassRow>('caen-rev3.tsv');
const levels = new Map(
  readReference<'level' | 'code' | 'title_ro' | 'title_en'>('caen-rev3-groups.tsv').map((row) => [
    `${row.level} ${row.code}`,
    { code: row.code, titles: { ro: row.title_ro, en: row.title_en } },
  ]),
);
const older = new Map(
  readReference<'code' | 'title_ro' | 'code_in_rev3'>('caen-rev2.tsv').map((row) => [
    row.code,
    { code: row.code, title: row.title_ro, sameTitle: row.code_in_rev3 === 'same_title' },
  ]),
);

/** In the order of their codes. */
export const classes: readonly CaenClass[] = rows.map((row) => ({
  code: row.code,
  revision: 'rev3',
  titles: { ro: row.title_ro, en: row.title_en },
  section: level('section', row.section),
  division: level('division', row.division),
  group: level('group', row.group),
  rev2: older.get(row.code) ?? null,
}));

/** The published wordings of a class's title: edited, of the Statistics Institute, of Eurostat. */
export const wordings: readonly string[][] = rows.map((row) => [
  row.title_ro,
  row.title_ro_ins_variant,
  row.title_ro_eurostat,
  row.title_en,
]);

const byCode = new Map(classes.map((one) => [one.code, one]));

export const classOf = (code: string): CaenClass | undefined => byCode.get(code);

/** The title of the code in Rev.2; undefined without one. */
export const titleInRev2 = (code: string): string | undefined => older.get(code)?.title;

function level(name: string, code: string): Static<typeof Level> {
  const found = levels.get(`${name} ${code}`);
  if (!found) throw new Error(`The classification has no ${name} ${code}.`);
  return found;
}
