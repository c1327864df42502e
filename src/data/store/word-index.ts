/**
 * A full-text index over ranked rows: rows with all query words, in the order of rank, so that the first rows cost the
 * same in a town and in a country. SQLite: FTS5 without content; PostgreSQL: a tsvector with a GIN index. Words are
 * folded beforehand; the ASCII tokenizer takes all other characters as letters, because SQLite's Unicode tables are
 * older than Node's.
 */
import type { Database } from './database.ts';
import { bytewise } from './ddl.ts';
import { integer, text } from './table.ts';

type Engine = Database['engine'];

export interface Term {
  word: string;
  /** Also matches words that begin with it. */
  prefix: boolean;
}

/** FTS5 indexes prefixes up to this length; a longer one that many words share is better cut to it, and the rows filtered. */
export const PREFIX_LENGTH_MAX = 6;

/**
 * Filled by `load(wordIndexRows(name), …)` or by `wordIndexFill`. `whole`: no prefix queries. `phrases`: stores word
 * positions for phrase queries.
 */
export const wordIndexTable = (engine: Engine, name: string, { whole = false, phrases = false } = {}): string =>
  engine === 'sqlite'
    ? `create virtual table ${name} using fts5(words, content='', detail=${phrases ? 'full' : 'none'}, prefix='${whole ? '' : lengths}', tokenize='ascii');
       insert into ${name} (${name}, rank) values ('hashsize', ${HASH_BYTES});`
    : `create table ${name} (rowid integer primary key, words tsvector not null);`;

/** For a bulk load: the words are separated by spaces. */
export const wordIndexRows = (name: string) => ({
  name,
  columns: { rowid: integer().notNull(), words: text().notNull() },
});

/** FTS5 collects this much before it writes a segment: with its default megabyte, a country would be merged many times. */
const HASH_BYTES = 67_108_864;

const lengths = Array.from({ length: PREFIX_LENGTH_MAX }, (_, i) => i + 1).join(' ');

/** Stands between texts of one row, as a word that no query contains: no phrase spans two texts. */
export const BETWEEN = '¶';

/** Fills it from a table: the words of column `words`, separated by spaces, under the number `id`. */
export const wordIndexFill = (
  engine: Engine,
  name: string,
  from: { table: string; id: string; words: string },
  { phrases = false } = {},
): string => {
  const wordArray = `string_to_array(${from.words}, ' ')`;
  const positioned = `(select string_agg(word || ':' || place, ' ') from unnest(${wordArray}) with ordinality as given (word, place))::tsvector`;
  return engine === 'sqlite'
    ? `insert into ${name} (rowid, words) select ${from.id}, ${from.words} from ${from.table} order by ${from.id};`
    : `insert into ${name} (rowid, words) select ${from.id}, ${phrases ? positioned : `array_to_tsvector(${wordArray})`} from ${from.table};`;
};

/** Counts the rows of each word into a table (word, entries). */
export const wordIndexCount = (engine: Engine, name: string, target: string): string =>
  engine === 'sqlite'
    ? `create virtual table ${name}_terms using fts5vocab(${name}, row);
       insert into ${target} (word, entries) select term, doc from ${name}_terms;
       drop table ${name}_terms;`
    : `insert into ${target} (word, entries) select word, ndoc from ts_stat('select words from ${name}') order by word ${bytewise.postgres};`;

/** After the load. */
export const wordIndexFinish = (engine: Engine, name: string): string =>
  engine === 'sqlite'
    ? `insert into ${name} (${name}) values ('optimize');`
    : `create index ${name}_words on ${name} using gin (words);`;

/** The index as it is after the load, for digests of formats. */
export const wordIndexDdl = (engine: Engine, name: string, options?: { whole?: boolean; phrases?: boolean }): string =>
  wordIndexTable(engine, name, options) + wordIndexFinish(engine, name);

/** A condition on the index; `placeholder` is bound to the result of `matching`. */
export const matches = (engine: Engine, name: string, placeholder: string): string =>
  engine === 'sqlite' ? `${name} match ${placeholder}` : `${name}.words @@ ${placeholder}::text::tsquery`;

/** Adjacent words in this order; only for an index with phrases. */
export interface Phrase {
  phrase: readonly string[];
}

/** A word, any of several, or a phrase. */
export type Operand = Term | readonly Term[] | Phrase;

/**
 * Rows with all terms of `all`, but not with all of `butNot`. Letters and digits only, so that user input contains no
 * operator.
 */
export function matching(engine: Engine, all: readonly Operand[], butNot: readonly Operand[] = []): string {
  const [and, or, not, beside, write] =
    engine === 'sqlite' ? [' AND ', ' OR ', ' NOT ', ' + ', ftsTerm] : [' & ', ' | ', ' & !', ' <-> ', tsqueryTerm];
  const text = (operand: Operand): string => {
    if ('word' in operand) return write(operand);
    if ('phrase' in operand) return `(${operand.phrase.map((word) => write({ word, prefix: false })).join(beside)})`;
    return `(${operand.map(write).join(or)})`;
  };
  const required = `(${all.map(text).join(and)})`;
  return butNot.length === 0 ? required : `${required}${not}(${butNot.map(text).join(and)})`;
}

const checkedWord = (term: Term): string => {
  if (!/^[\p{L}\p{N}]+$/u.test(term.word)) throw new Error('A word of an index holds letters and digits only.');
  return term.word;
};
const ftsTerm = (term: Term): string => `"${checkedWord(term)}"${term.prefix ? '*' : ''}`;
const tsqueryTerm = (term: Term): string => `'${checkedWord(term)}'${term.prefix ? ':*' : ''}`;
