/**
 * The tables and indexes of every part, as they stand when it is finished: what its format is the digest of (store/formats.ts). A test
 * holds them against the parts of a real build.
 */
import {
  debtsTables,
  documentTables,
  entitiesTables,
  financesIndexes,
  financesTables,
  historyTables,
  rankingsTables,
  ratesTables,
  registryIndexes,
  registryTables,
  shareholdersTables,
} from '#companies/tables.ts';
import { DECISION_WORDS, decisionIndexes, decisionTables } from '#gazette/tables.ts';
import { formerRoleIndex, PERSON_WORDS, peopleIndexes, peopleTables } from '#people/tables.ts';
import { rollupIndexes } from '#procurement/rollup-tables.ts';
import { NOTICE_WORDS, procurementIndexes, procurementTables } from '#procurement/tables.ts';
import { listingIndexes, listingTables, nameIndexes, nameTables } from '#search/tables.ts';
import { advancedTables, marketTables, marketYearTables } from '#statistics/tables.ts';
import type { Database } from '#store/database.ts';
import type { PartName } from '#store/formats.ts';
import { wordIndexDone, wordIndexTable } from '#store/word-index.ts';

type Engine = Database['engine'];

const words = (engine: Engine, name: string, options?: { whole?: boolean; phrases?: boolean }): string =>
  wordIndexTable(engine, name, options) + wordIndexDone(engine, name);

const people = (engine: Engine): string =>
  peopleTables + peopleIndexes(engine) + words(engine, PERSON_WORDS) + formerRoleIndex;

const names = (engine: Engine): string =>
  nameTables + nameIndexes + words(engine, 'name_words') + words(engine, 'name_pairs', { whole: true });

const procurement = (engine: Engine): string =>
  procurementTables + procurementIndexes + rollupIndexes + words(engine, NOTICE_WORDS, { phrases: true });

export const partTables: Record<PartName, (engine: Engine) => string> = {
  registry: () => registryTables + registryIndexes,
  finances: () => financesTables + financesIndexes,
  rates: () => ratesTables,
  shareholders: () => shareholdersTables,
  debts: () => debtsTables,
  history: () => historyTables,
  entities: () => entitiesTables,
  rankings: () => rankingsTables + advancedTables + marketYearTables,
  companies: () => documentTables,
  search: (engine) => listingTables + listingIndexes + marketTables + names(engine) + people(engine),
  gazette: (engine) => decisionTables + decisionIndexes + words(engine, DECISION_WORDS),
  procurement,
  recent: procurement,
};
