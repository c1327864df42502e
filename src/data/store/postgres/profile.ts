/** One store's settings of a shared connection: search path and statement timeout. */
import type { Value } from '#data/store/database.ts';
import { checkParameters, countPlaceholders } from '#data/store/values.ts';

/** Prepared statements of one profile. Static texts number in the hundreds; generated ones beyond the limit stay unprepared. */
export const STATEMENTS_MAX = 500;

export interface Settings {
  /** Schemas in which unqualified names are looked up, in this order. */
  searchPath: readonly string[];
  /** 0: none. */
  statementTimeoutMs: number;
}

export interface Query {
  text: string;
  values: unknown[];
  /** Statement name, unique to text and profile, because a plan depends on the search path. */
  name?: string;
  /** The client's timeout. */
  query_timeout?: number;
}

export interface Profile extends Settings {
  /** For a new connection: saves the statement below. */
  readonly startup: string;
  /** For a connection with other settings. */
  readonly set: string;
  /** For a transaction, in the same message as its begin. */
  readonly setLocal: string;
  /** Checks parameters, and names a text from its second use on, so that a connection plans it once. */
  query(sql: string, params: readonly Value[]): Query;
}

export function newProfile(number: number, { searchPath, statementTimeoutMs }: Settings): Profile {
  const path = searchPath.join(',');
  const statements = new Map<string, { count: number; name: string; used: boolean }>();
  return {
    searchPath,
    statementTimeoutMs,
    startup: `-c search_path=${path} -c statement_timeout=${statementTimeoutMs}`,
    set: `set search_path = ${path}; set statement_timeout = ${statementTimeoutMs}`,
    setLocal: `set local search_path = ${path}; set local statement_timeout = ${statementTimeoutMs}`,
    query(sql, params) {
      let statement = statements.get(sql);
      if (!statement) {
        statement = { count: countPlaceholders(sql), name: `p${number}s${statements.size}`, used: false };
        if (statements.size < STATEMENTS_MAX) statements.set(sql, statement);
      }
      checkParameters(sql, statement.count, params);
      const values = params.map((value) => (typeof value === 'boolean' ? Number(value) : value));
      if (statement.used) return { text: sql, values, name: statement.name };
      statement.used = true;
      return { text: sql, values };
    },
  };
}
