/** A streaming standby of a PostgreSQL server: a copy of its running data that replays its changes. */
import { execFileSync, spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { type MortalServer, newPlace, type ServerPlace, startedIn } from './postgres-server.ts';
import { sql } from './small-generations.ts';
import { until } from './until.ts';

/** Logs every statement as received. */
export const LOGGED = ['log_statement=all', 'log_min_messages=warning', 'log_min_error_statement=panic'];

/** Recovery cancels queries on cleaned-up rows, and sometimes others. */
export const isCancelled = (error: unknown): boolean => (error as { code?: string }).code === '40001';

export interface Standby extends MortalServer {
  /** Resolves when it has replayed everything that the primary has written so far. */
  caughtUp(): Promise<void>;
}

/** The primary must come from `startPostgres`, whose data can be copied. */
export async function startStandby(primary: MortalServer, settings: readonly string[] = LOGGED): Promise<Standby> {
  const location = newPlace();
  await copyData(primary, location);
  const { hostname, port, username } = new URL(primary.url);
  writeIn(location, 'standby.signal', '');
  writeIn(location, 'postgresql.auto.conf', `primary_conninfo = 'host=${hostname} port=${port} user=${username}'\n`);
  const server = await startedIn(location, settings);
  return { ...server, caughtUp: () => caughtUp(primary.url, server.url) };
}

/** Like pg_basebackup, which is not among the binaries. The backup lasts as long as the connection. */
async function copyData(primary: MortalServer, location: ServerPlace): Promise<void> {
  const { data, options } = location;
  const client = new pg.Client({ connectionString: primary.url });
  await client.connect();
  try {
    await client.query("select pg_backup_start('standby', true)");
    copyBearing(primary.data, data, options);
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)');
    rmSync(join(data, 'postmaster.pid'));
    rmSync(join(data, 'pg_wal'), { recursive: true });
    execFileSync('mkdir', ['-p', join(data, 'pg_wal/archive_status')], options);
    execFileSync('chmod', ['700', data], options);
    writeIn(location, 'backup_label', rows[0]?.labelfile ?? '');
  } finally {
    await client.end();
  }
}

/** Like any base backup: files of a running server may disappear during the copy; replay restores them. */
function copyBearing(from: string, to: string, options: ServerPlace['options']): void {
  const { status, stderr } = spawnSync('cp', ['-r', from, to], { ...options, encoding: 'utf8' });
  const lines = stderr.split('\n').filter(Boolean);
  if (status !== 0 && !(lines.length > 0 && lines.every((line) => line.endsWith('No such file or directory'))))
    throw new Error(`The data could not be copied: ${stderr}`);
}

/** Writes a file that belongs to the server’s user. */
const writeIn = ({ data, options }: ServerPlace, name: string, text: string): void =>
  void execFileSync('tee', [join(data, name)], { ...options, input: text, stdio: 'pipe' });

async function caughtUp(primary: string, standby: string): Promise<void> {
  const [written] = await sql<{ lsn: string }>(primary, 'select pg_current_wal_flush_lsn()::text as lsn');
  await until('the standby has replayed what the primary has written', async () => {
    const [row] = await sql<{ is_there: boolean }>(
      standby,
      `select coalesce(pg_last_wal_replay_lsn(), '0/0') >= '${written?.lsn}'::pg_lsn as is_there`,
    ).catch((error) => {
      if (isCancelled(error)) return [];
      throw error;
    });
    return row?.is_there === true;
  });
}
