/** Names of firms: founders, invented words, activities. In ASCII capitals, as most of the registry. */
import { readReference } from '#lib/values/reference-tables.ts';
import { fold } from '#lib/values/text.ts';
import { type Form, isIndividual } from './entity.ts';
import type { Person } from './people.ts';
import type { Locality } from './places.ts';
import { pick, type Random } from './random.ts';
import type { Trade } from './trades.ts';

const words = readReference<'word' | 'kind' | 'caen_section'>('company-name-words.txt');
const wordsOf = (kind: string): string[] => words.filter((row) => row.kind === kind).map((row) => plain(row.word));
const generic = wordsOf('generic');
const syllables = wordsOf('syllable');
const suffixes = wordsOf('suffix');
const activityWords = Map.groupBy(
  words.filter((row) => row.kind === 'activity'),
  (row) => row.caen_section,
);
const ENDINGS = ['', 'A', 'EX', 'IS', 'ON', 'UM', 'IA', 'OS', 'AN', 'EL'];

/** Shares of names with CONSTRUCT: about one in fourteen. */
const CONSTRUCT_SHARE = { builders: 0.5, others: 0.045 };

/** Share of founders whose name keeps its diacritics. */
const DIACRITICS_SHARE = 0.1;

export interface Naming {
  form: Form;
  founder: Person;
  trade: Trade;
  seat: Locality;
  /** Newer firms write S.R.L. with dots more often. */
  year: number;
}

export function drawName(of: Naming, roll: Random): string {
  if (isIndividual(of.form)) return individualName(of, roll);
  const construct = roll() < (of.trade.section === 'F' ? CONSTRUCT_SHARE.builders : CONSTRUCT_SHARE.others);
  const stem = drawStem(of, roll);
  const core = construct ? `${stem} CONSTRUCT` : withTail(stem, of, roll);
  const decorated = roll() < 0.006 ? quoted(core) : core;
  return `${decorated}${legalSuffix(of, roll)}`;
}

function drawStem(of: Naming, roll: Random): string {
  const kind = roll();
  const spell = roll() < DIACRITICS_SHARE ? capitals : plain;
  const surname = spell(of.founder.surname);
  const first = spell(of.founder.firstNames[0] ?? surname);
  if (kind < 0.4) return madeUpWord(roll);
  if (kind < 0.52) return surname;
  if (kind < 0.6) return `${first} ${spell(of.founder.firstNames[1] ?? of.founder.surname)}`;
  if (kind < 0.68) return first + pick(['', ' & CO', '&CO', ''], roll());
  if (kind < 0.9) return pick(generic, roll());
  if (kind < 0.95) return surname.slice(0, 1) + first.slice(0, 1) + pick(['X', 'M', 'G', 'T', ''], roll());
  return plain(of.seat.name).replace(/ SECTORUL \d$/, '');
}

function madeUpWord(roll: Random): string {
  const start = pick(syllables, roll()) + pick(syllables, roll());
  return start + (roll() < 0.4 ? pick(syllables, roll()) : '') + pick(ENDINGS, roll());
}

function withTail(stem: string, of: Naming, roll: Random): string {
  const kind = roll();
  const activity = activityWords.get(of.trade.section);
  if (kind < 0.45 && activity) return `${stem} ${plain(pick(activity, roll()).word)}`;
  if (kind < 0.8) return `${stem} ${pick(suffixes, roll())}`;
  if (kind < 0.9) return `${stem} ${pick(generic, roll())} ${pick(suffixes, roll())}`;
  return stem;
}

/** The registry's lines carry literal quotes, and its files no quoting. */
const quoted = (core: string): string => core.replace(/^\S+/, (word) => `"${word}"`);

function legalSuffix(of: Naming, roll: Random): string {
  const dotted = roll() < (of.year > 2015 ? 0.3 : 0.12);
  if (of.form === 'SUC') return ' SUCURSALA ROMANIA';
  if (of.form === 'N/A') return '';
  if (of.form === 'RA') return ' R.A.';
  if (of.form === 'SC') return ' SOCIETATE COOPERATIVA';
  if (of.form === 'CA') return ' COOPERATIVA AGRICOLA';
  if (of.form === 'OC1') return ' SOCIETATE COOPERATIVA MESTESUGAREASCA';
  return dotted ? ` ${[...of.form.replace('-', '')].join('.')}.` : ` ${of.form}`;
}

const INDIVIDUAL_SUFFIX: Partial<Record<Form, string[]>> = {
  PFA: ['PERSOANĂ FIZICĂ AUTORIZATĂ', 'PERSOANA FIZICA AUTORIZATA', 'P.F.A.', 'PFA'],
  II: ['ÎNTREPRINDERE INDIVIDUALĂ', 'INTREPRINDERE INDIVIDUALA', 'I.I.'],
  IF: ['ÎNTREPRINDERE FAMILIALĂ', 'INTREPRINDERE FAMILIALA'],
  PF: ['PERSOANA FIZICA'],
  AF: ['ASOCIATIE FAMILIALA'],
};

function individualName(of: Naming, roll: Random): string {
  const suffix = pick(INDIVIDUAL_SUFFIX[of.form] ?? [''], roll());
  const activity = activityWords.get(of.trade.section);
  const middle = activity && roll() < 0.25 ? ` ${plain(pick(activity, roll()).word)}` : '';
  return `${roll() < 0.2 ? of.founder.name : plain(of.founder.name)}${middle} ${suffix}`;
}

const capitals = (text: string): string => text.toUpperCase();

/** Capitals without diacritics. */
function plain(text: string): string {
  return fold(text).toUpperCase();
}

/** `LUMINIS DIGITAL SRL` → `LUMINIS DIGITAL S.R.L.` */
export const dottedForm = (name: string): string =>
  name.replace(/ (SRL-D|SRL|SA|SNC|SCS)$/, (_, form: string) => ` ${[...form.replace('-', '')].join('.')}.`);
