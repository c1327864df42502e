/**
 * The tables and indexes of every part, of the finished state: the input of its format digest (store/formats.ts). A test
 * compares them with the parts of a real build.
 */

import type { Database } from '#data/store/database.ts';
import type { PartName } from '#data/store/formats.ts';
import { wordIndexDdl } from '#data/store/word-index.ts';
import {
  companyRankIndex,
  entitiesTables,
  historyIndexes,
  historyTables,
  rankingsTables,
} from '#domain/companies/tables.ts';
import { formerRoleIndex, PERSON_WORDS, peopleIndexes, peopleTables } from '#domain/people/tables.ts';
import { listingIndexes, listingTables, nameIndexes, nameTables } from '#domain/search/tables.ts';
import { advancedTables, marketTables, marketYearTables } from '#domain/statistics/tables.ts';
import { type FilePartName, fileParts } from './publications.ts';

type Engine = Database['engine'];
type Tables = (engine: Engine) => string;

const people = (engine: Engine): string =>
  peopleTables + peopleIndexes + wordIndexDdl(engine, PERSON_WORDS) + formerRoleIndex;

const names = (engine: Engine): string =>
  nameTables + nameIndexes + wordIndexDdl(engine, 'name_words') + wordIndexDdl(engine, 'name_pairs', { whole: true });

const computed: Record<Exclude<PartName, FilePartName>, Tables> = {
  history: () => historyTables + historyIndexes,
  entities: () => entitiesTables,
  rankings: () => rankingsTables + advancedTables + marketYearTables + companyRankIndex,
  search: (engine) => [listingTables, listingIndexes, marketTables, names(engine), people(engine)].join('\n'),
};

const isRead = (part: PartName): part is FilePartName => part in fileParts;

export const tablesOf = (part: PartName, engine: Engine): string =>
  isRead(part) ? fileParts[part].tables(engine) : computed[part](engine);
