/** The register of all sources: addresses, settings, the names in answers, on pages and in citations derive from it. */
import type { Bilingual } from '#lib/i18n/message.ts';
import { anafBalance, anafCompany, balanceFiles } from './anaf/source.ts';
import { bnr } from './bnr/source.ts';
import { ckan } from './ckan/source.ts';
import { gazette } from './gazette/source.ts';
import { imports } from './import/source.ts';
import { onrc } from './onrc/source.ts';
import { press, pressFiles } from './press/source.ts';
import { procurement, procurementExports } from './procurement/source.ts';
import type { NamedSource, PartFacts, Source } from './source.ts';
import { treasury } from './treasury/source.ts';

export type { PartFacts };

/** The revisions of the classification ship with the code. */
const caen = {
  name: 'caen',
  label: { en: 'CAEN', ro: 'CAEN' },
  covers: { caen: { en: 'CAEN classification, INS', ro: 'clasificarea CAEN, INS' } },
} as const satisfies NamedSource;

const computed = {
  name: 'computed',
  label: { en: 'computed by us', ro: 'calculat de noi' },
  parts: {
    history: {
      title: { en: 'Changes between publications', ro: 'Schimbări între publicații' },
      phrase: { en: 'the history of the trade registry', ro: 'istoricul din registrul comerțului' },
      cited: { en: 'changes between registry snapshots', ro: 'modificările dintre edițiile registrului' },
      tells: { en: 'changes between files', ro: 'schimbări între fișiere' },
      overdue: null,
    },
    entities: {
      title: { en: 'Entities outside the registry', ro: 'Entități din afara registrului' },
      phrase: { en: 'entities outside the trade registry', ro: 'entitățile din afara registrului comerțului' },
      cited: { en: 'entities known to ANAF', ro: 'entitățile cunoscute de ANAF' },
      tells: { en: 'entities outside the registry', ro: 'entități din afara registrului' },
      overdue: null,
    },
    rankings: {
      title: { en: 'Rankings', ro: 'Clasamente' },
      phrase: { en: 'rankings', ro: 'clasamentele calculate' },
      cited: { en: 'rankings computed by Firmoteca', ro: 'clasamente calculate de Firmoteca' },
      tells: { en: 'rankings', ro: 'clasamente' },
      need: 'expected',
      overdue: null,
    },
    search: {
      title: { en: 'Search', ro: 'Căutare' },
      phrase: { en: 'the search', ro: 'căutare' },
      cited: null,
      tells: null,
      overdue: null,
    },
  },
} as const satisfies NamedSource;

/** In the order in which settings and the OpenAPI document list them. */
export const sources = {
  anafCompany,
  anafBalance,
  balanceFiles,
  onrc,
  bnr,
  ckan,
  procurementExports,
  procurement,
  gazette,
  press,
  pressFiles,
  treasury,
  caen,
  computed,
} as const;

type Sources = typeof sources;

/** The sources that this service reads itself. */
export type ReadSource = {
  [Key in keyof Sources]: Sources[Key] extends Source ? Key : never;
}[keyof Sources];

/** The names that stand in `meta.source`. */
export type SourceName = Extract<Sources[keyof Sources], { name: string }>['name'];

const named: readonly NamedSource[] = Object.values(sources).filter((source) => 'name' in source);
const all: readonly NamedSource[] = [...named, ...Object.values(imports)];

export const sourceNames = [...new Set(named.flatMap(({ name }) => name ?? []))] as SourceName[];

/** By the names in answers and in `/api/health`. */
export const sourceLabels: ReadonlyMap<string, Bilingual> = new Map(
  all.flatMap(({ name, label, upstreams = {} }) => [
    ...(name && label ? [[name, label] as const] : []),
    ...Object.entries(upstreams),
  ]),
);

type PartsOf<Each> = Each extends { parts: infer Parts } ? keyof Parts : never;
type PartOfSource =
  | { [Key in keyof Sources]: PartsOf<Sources[Key]> }[keyof Sources]
  | PartsOf<(typeof imports)[keyof typeof imports]>;

/** By part of the dataset. */
export const partFacts = Object.assign({}, ...all.map(({ parts }) => parts)) as Readonly<
  Record<PartOfSource, PartFacts>
>;

/** The words of a citation, by the part of an answer that a source covers. */
export const citationWords: ReadonlyMap<string, Bilingual> = new Map([
  ...all.flatMap(({ covers = {} }) => Object.entries(covers)),
  ...Object.entries<PartFacts>(partFacts).flatMap(([name, { cover = name, cited }]) =>
    cited ? [[cover, cited] as const] : [],
  ),
]);
