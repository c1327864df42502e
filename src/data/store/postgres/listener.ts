/** The connection on which PostgreSQL calls this process. Questions on it show that it lives, and proofs that calls come through. */
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { Database } from '#data/store/database.ts';
import { SwallowedConnection } from './connection-errors.ts';
import { typeParser } from './client.ts';

/** Migrations and writers notify it; what is told is the name of a topic or of a call. */
const CHANNEL = 'firmoteca';

/** A connection that gave no answer for so long is given up. */
const SILENT_MS = 2_000;
const CONNECT_MS = 2_000;
/** After a failure; a server that is away is also asked by every look. */
const AGAIN_MS = 1_000;
/** A pooler in between may take a `listen` and let no call through: hence proofs, sent on another connection. */
const PROOF_MS = 60_000;
const ARRIVAL_MS = 2_000;

export interface Listener {
  /** Rejects when nothing came back within the time; the answer may still come, and the connection with it stays. */
  ask<Row>(sql: string, withinMs: number): Promise<Row[]>;
  stop(): Promise<void>;
}

export interface ListenerEvents {
  onNotification(name: string): void;
  /** Whether calls come through by now. */
  onListening(isListening: boolean): void;
}

/** `other`: the way by which proofs are sent. */
export function listenTo(url: string, other: Database, { onNotification: onCall, onListening }: ListenerEvents): Listener {
  let client: pg.Client | null = null;
  let isStopped = false;
  let again: NodeJS.Timeout | null = null;
  let silence: NodeJS.Timeout | null = null;
  let proof = '';

  const isAnswered = (): void => {
    clearTimeout(silence ?? undefined);
    silence = null;
  };
  const giveUp = (lost: pg.Client): void => {
    if (client !== lost) return;
    client = null;
    isAnswered();
    onListening(false);
    destroy(lost);
    comeBack();
  };
  const comeBack = (): void => {
    if (!isStopped)
      again ??= setTimeout(() => {
        again = null;
        void connect();
      }, AGAIN_MS).unref();
  };

  /** Certificates that the address names are read here, and may be missing while they are renewed. */
  const made = (): pg.Client => {
    const client = new pg.Client({
      connectionString: url,
      // For operators who look at what is connected.
      application_name: 'firmoteca watcher',
      keepAlive: true,
      connectionTimeoutMillis: CONNECT_MS,
      types: { getTypeParser: typeParser },
    });
    client.on('error', () => giveUp(client));
    client.on('end', () => giveUp(client));
    client.on('notification', ({ payload = '' }) => {
      if (payload !== proof) return onCall(payload);
      proof = '';
      onListening(true);
    });
    return client;
  };

  const connect = async (): Promise<void> => {
    let opening: pg.Client | null = null;
    try {
      opening = made();
      await opening.connect();
      await opening.query({ text: `listen ${CHANNEL}`, ...({ query_timeout: CONNECT_MS } as object) });
      if (isStopped) return destroy(opening);
      client = opening;
      await prove(opening);
    } catch {
      // Looks go on by another way, and tell when that is closed, too.
      if (opening) destroy(opening);
      comeBack();
    }
  };

  const prove = async (listening: pg.Client): Promise<void> => {
    if (isStopped || client !== listening) return;
    proof = `proof ${randomUUID()}`;
    const sent = proof;
    await other.write([{ sql: 'select pg_notify($1, $2)', params: [CHANNEL, sent] }]).catch(() => {});
    setTimeout(() => {
      if (proof === sent) onListening(false);
    }, ARRIVAL_MS).unref();
    setTimeout(() => void prove(listening), PROOF_MS).unref();
  };

  void connect();
  return {
    async ask<Row>(sql: string, withinMs: number): Promise<Row[]> {
      const asked = client;
      // The one before is not answered yet: until it is, or the connection is given up, others are asked elsewhere.
      if (asked === null || silence !== null) throw new SwallowedConnection();
      silence = setTimeout(() => giveUp(asked), SILENT_MS).unref();
      const late = Promise.withResolvers<never>();
      const timer = setTimeout(() => late.reject(new SwallowedConnection()), withinMs);
      const answer = asked.query(sql).then(({ rows }) => {
        if (client === asked) isAnswered();
        return rows as Row[];
      });
      answer.catch(() => giveUp(asked));
      return Promise.race([answer, late.promise]).finally(() => clearTimeout(timer));
    },
    async stop() {
      isStopped = true;
      clearTimeout(again ?? undefined);
      isAnswered();
      onListening(false);
      const last = client;
      client = null;
      if (last) destroy(last);
    },
  };
}

/** Without a farewell, which a connection that swallows everything would keep us waiting for. */
function destroy(client: pg.Client): void {
  (client as pg.Client & { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
}
