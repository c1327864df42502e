/**
 * Tables are declared once, in PostgreSQL's words. SQLite wants three things otherwise: only `integer primary key` becomes the
 * row id itself, and saves a second index and a second look-up per read; texts are sorted by their bytes without being told;
 * a table of nothing but its key and little more (marked `clustered`) needs no row ids beside it.
 */
export const ddlForSqlite = (sql: string): string =>
  sql
    .replace(/\bbigint(\s+primary\s+key)\b/gi, 'integer$1')
    .replaceAll(' collate "C"', '')
    .replaceAll('/* clustered */', 'without rowid');

/** How a text column is sorted the same way on both engines: by its bytes. Goes behind the column's name in a query. */
export const bytewise = { sqlite: 'collate binary', postgres: 'collate "C"' } as const;
