/**
 * The tables and indexes of every part, of the finished state: the input of its format digest (store/formats.ts). A test
 * compares them with the parts of a real build.
 */

import type { Database } from '#data/store/database.ts';
import type { PartName } from '#data/store/formats.ts';
import { wordIndexFinish, wordIndexTable } from '#data/store/word-index.ts';
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
} from '#domain/companies/tables.ts';
import { DECISION_WORDS, decisionIndexes, decisionTables } from '#domain/gazette/tables.ts';
import { formerRoleIndex, PERSON_WORDS, peopleIndexes, peopleTables } from '#domain/people/tables.ts';
import { rollupIndexes } from '#domain/procurement/rollup-tables.ts';
import { NOTICE_WORDS, procurementIndexes, procurementTables } from '#domain/procurement/tables.ts';
import { listingIndexes, listingTables, nameIndexes, nameTables } from '#domain/search/tables.ts';
import { advancedTables, marketTables, marketYearTables } from '#domain/statistics/tables.ts';

type Engine = Database['engine'];

const words = (engine: Engine, name: string, options?: { whole?: boolean; phrases?: boolean }): string =>
  wordIndexTable(engine, name, options) + wordIndexFinish(engine, name);

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
  search: (engine) => [listingTables, listingIndexes, marketTables, names(engine), people(engine)].join('\n'),
  gazette: (engine) => decisionTables + decisionIndexes + words(engine, DECISION_WORDS),
  procurement,
  recent: procurement,
};
