/**
 * Tables are declared once, in PostgreSQL's words. The one thing SQLite wants otherwise is a whole-number primary key:
 * only `integer primary key` becomes the row id itself, and saves a second index and a second look-up per read.
 */
export const ddlForSqlite = (sql: string): string => sql.replace(/\bbigint(\s+primary\s+key)\b/gi, 'integer$1');

/** How a text column is sorted the same way on both engines: by its bytes. Goes behind the column's name. */
export const bytewise = { sqlite: 'collate binary', postgres: 'collate "C"' } as const;
