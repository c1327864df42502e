/**
 * Tables are declared once, in PostgreSQL's dialect. SQLite differs in four ways: only `integer primary key` is the
 * row id itself, which saves a second index; every entry of an index ends with that id, which would be stored twice (marked
 * `row id`); text sorts by bytes by default; a table of little more than its key (marked `clustered`) needs no row ids.
 */
export const ddlForSqlite = (sql: string): string =>
  sql
    .replace(/\bbigint(\s+primary\s+key)\b/gi, 'integer$1')
    .replaceAll(' collate "C"', '')
    .replace(/, \w+ \/\* row id \*\//g, '')
    .replaceAll('/* clustered */', 'without rowid');

/** Sorts a text column by its bytes on both engines. Goes behind the column's name in a query. */
export const bytewise = { sqlite: 'collate binary', postgres: 'collate "C"' } as const;

/** Quoted text and comments first: a semicolon inside them ends no statement. */
const TOKENS = /'[^']*'?|"[^"]*"?|--[^\n]*|\/\*(?:[^*]|\*(?!\/))*(?:\*\/)?|;/g;

/** The statements of a text, one by one. */
export function statementsOf(sql: string): string[] {
  const ends = [...sql.matchAll(TOKENS)].flatMap(({ 0: token, index }) => (token === ';' ? index : []));
  return [...ends, sql.length]
    .map((end, i) => sql.slice(i === 0 ? 0 : Number(ends[i - 1]) + 1, end))
    .filter((text) => text.trim() !== '');
}
