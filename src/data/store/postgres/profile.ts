/** What one store asks of a connection that others use, too: where its names are looked up, and how long a statement may take. */
import type { Value } from '#data/store/database.ts';
import { checkParameters, countPlaceholders } from '#data/store/values.ts';

/** Texts of one profile that are prepared. Our own number in the hundreds; those that filters put together go unprepared. */
export const STATEMENTS_MAX = 500;

export interface Settings {
  /** Schemas in which unqualified names are looked up, in this order. */
  searchPath: readonly string[];
  /** 0: as long as it takes. */
  statementTimeoutMs: number;
}

export interface Query {
  text: string;
  values: unknown[];
  /** Prepared under it: unique to text and profile, because a plan belongs to the path that its names were found on. */
  name?: string;
  /** When we give up on it. */
  query_timeout?: number;
}

export interface Profile extends Settings {
  /** For a connection that is opened: spares the statement below. */
  readonly startup: string;
  /** For a connection that others have used. */
  readonly set: string;
  /** For a transaction, in the same message as its begin. */
  readonly setLocal: string;
  /** Checks parameters, and names a text from its second use on, so that a connection plans it once. */
  query(sql: string, params: readonly Value[]): Query;
}

export function newProfile(number: number, { searchPath, statementTimeoutMs }: Settings): Profile {
  const path = searchPath.join(',');
  const known = new Map<string, { count: number; name: string; used: boolean }>();
  return {
    searchPath,
    statementTimeoutMs,
    startup: `-c search_path=${path} -c statement_timeout=${statementTimeoutMs}`,
    set: `set search_path = ${path}; set statement_timeout = ${statementTimeoutMs}`,
    setLocal: `set local search_path = ${path}; set local statement_timeout = ${statementTimeoutMs}`,
    query(sql, params) {
      let statement = known.get(sql);
      if (!statement) {
        statement = { count: countPlaceholders(sql), name: `p${number}s${known.size}`, used: false };
        if (known.size < STATEMENTS_MAX) known.set(sql, statement);
      }
      checkParameters(sql, statement.count, params);
      const values = params.map((value) => (typeof value === 'boolean' ? Number(value) : value));
      if (statement.used) return { text: sql, values, name: statement.name };
      statement.used = true;
      return { text: sql, values };
    },
  };
}
