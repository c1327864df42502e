/**
 * An index of words over ranked rows: whoever holds all the words asked for, in the order of rank, so that the first rows cost
 * the same in a town and in a country. SQLite: FTS5 without content; PostgreSQL: a tsvector with a GIN index. Words come folded.
 */
import type { Database } from './database.ts';

type Engine = Database['engine'];

export interface Term {
  word: string;
  /** Words that begin with it will do. */
  prefix: boolean;
}

/** Beginnings up to this length have lists of their own; a longer one is looked for by its first letters and sifted by the caller. */
export const PREFIX_LETTERS = 6;

/** Filled by `load(name, ['rowid', 'words'], …)`, the words separated by spaces. */
export const wordIndexTable = (engine: Engine, name: string): string =>
  engine === 'sqlite'
    ? `create virtual table ${name} using fts5(words, content='', detail=none, prefix='${lengths}', tokenize='unicode61 remove_diacritics 0');`
    : `create table ${name} (rowid integer primary key, words tsvector not null);`;

const lengths = Array.from({ length: PREFIX_LETTERS }, (_, i) => i + 1).join(' ');

/** After the load. */
export const wordIndexDone = (engine: Engine, name: string): string =>
  engine === 'sqlite'
    ? `insert into ${name} (${name}) values ('optimize');`
    : `create index ${name}_words on ${name} using gin (words);`;

/** A condition on the index; `placeholder` is bound to the text that `matching` gives. */
export const matches = (engine: Engine, name: string, placeholder: string): string =>
  engine === 'sqlite' ? `${name} match ${placeholder}` : `${name}.words @@ ${placeholder}::text::tsquery`;

/** Rows with all of these terms, but not those with all of the others. Letters and digits only: nothing a person types is an operator. */
export function matching(engine: Engine, all: readonly Term[], butNot: readonly Term[] = []): string {
  const [and, not, write] = engine === 'sqlite' ? [' AND ', ' NOT ', ftsTerm] : [' & ', ' & !', tsqueryTerm];
  const wanted = `(${all.map(write).join(and)})`;
  return butNot.length === 0 ? wanted : `${wanted}${not}(${butNot.map(write).join(and)})`;
}

const letters = (term: Term): string => {
  if (!/^[\p{L}\p{N}]+$/u.test(term.word)) throw new Error('A word of an index holds letters and digits only.');
  return term.prefix ? [...term.word].slice(0, PREFIX_LETTERS).join('') : term.word;
};
const ftsTerm = (term: Term): string => `"${letters(term)}"${term.prefix ? '*' : ''}`;
const tsqueryTerm = (term: Term): string => `'${letters(term)}'${term.prefix ? ':*' : ''}`;
