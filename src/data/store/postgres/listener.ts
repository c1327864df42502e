/**
 * The connection on which PostgreSQL notifies this process. Queries on it show that it is alive, test notifications
 * that they arrive.
 */
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { Database } from '#data/store/database.ts';
import { typeParser } from './client.ts';
import { SwallowedConnection } from './connection-errors.ts';

/** Migrations and writers notify it; the payload is a topic or a work signal. */
const CHANNEL = 'firmoteca';

/** A connection without an answer for this long is given up. */
const SILENT_MS = 2_000;
const CONNECT_MS = 2_000;
/** Delay after a failure; each poll also queries the server on another connection. */
const RETRY_MS = 1_000;
/** A pooler may accept `listen` and deliver nothing: hence test notifications, sent on another connection. */
const TEST_MS = 60_000;
const ARRIVAL_MS = 2_000;

export interface Listener {
  /** Rejects after the time; the answer may still arrive, and the connection stays. */
  ask<Row>(sql: string, withinMs: number): Promise<Row[]>;
  stop(): Promise<void>;
}

export interface ListenerEvents {
  onNotification(name: string): void;
  /** Whether notifications arrive. */
  onListening(isListening: boolean): void;
}

/** `other`: the connection for test notifications. */
export function listenTo(
  url: string,
  sender: Database,
  { onNotification: onCall, onListening }: ListenerEvents,
): Listener {
  let client: pg.Client | null = null;
  let isStopped = false;
  let retry: NodeJS.Timeout | null = null;
  let silenceTimer: NodeJS.Timeout | null = null;
  let testPayload = '';

  const clearSilence = (): void => {
    clearTimeout(silenceTimer ?? undefined);
    silenceTimer = null;
  };
  const giveUp = (lost: pg.Client): void => {
    if (client !== lost) return;
    client = null;
    clearSilence();
    onListening(false);
    destroy(lost);
    reconnect();
  };
  const reconnect = (): void => {
    if (!isStopped)
      retry ??= setTimeout(() => {
        retry = null;
        void connect();
      }, RETRY_MS).unref();
  };

  /** The constructor reads the certificates of the address, which may be missing while they are renewed. */
  const createClient = (): pg.Client => {
    const client = new pg.Client({
      connectionString: url,
      // The name that operators see.
      application_name: 'firmoteca watcher',
      keepAlive: true,
      connectionTimeoutMillis: CONNECT_MS,
      types: { getTypeParser: typeParser },
    });
    client.on('error', () => giveUp(client));
    client.on('end', () => giveUp(client));
    client.on('notification', ({ payload = '' }) => {
      if (payload !== testPayload) return onCall(payload);
      testPayload = '';
      onListening(true);
    });
    return client;
  };

  const connect = async (): Promise<void> => {
    let opening: pg.Client | null = null;
    try {
      opening = createClient();
      await opening.connect();
      await opening.query({ text: `listen ${CHANNEL}`, ...({ query_timeout: CONNECT_MS } as object) });
      if (isStopped) return destroy(opening);
      client = opening;
      await test(opening);
    } catch {
      // The polls use another connection and report its failure.
      if (opening) destroy(opening);
      reconnect();
    }
  };

  const test = async (listening: pg.Client): Promise<void> => {
    if (isStopped || client !== listening) return;
    testPayload = `proof ${randomUUID()}`;
    const sent = testPayload;
    await sender.write([{ sql: 'select pg_notify($1, $2)', params: [CHANNEL, sent] }]).catch(() => {});
    setTimeout(() => {
      if (testPayload === sent) onListening(false);
    }, ARRIVAL_MS).unref();
    setTimeout(() => void test(listening), TEST_MS).unref();
  };

  void connect();
  return {
    async ask<Row>(sql: string, withinMs: number): Promise<Row[]> {
      const connection = client;
      // The previous query is not answered yet: until it is, or the connection is given up, queries go elsewhere.
      if (connection === null || silenceTimer !== null) throw new SwallowedConnection();
      silenceTimer = setTimeout(() => giveUp(connection), SILENT_MS).unref();
      const late = Promise.withResolvers<never>();
      const timer = setTimeout(() => late.reject(new SwallowedConnection()), withinMs);
      const answer = connection.query(sql).then(({ rows }) => {
        if (client === connection) clearSilence();
        return rows as Row[];
      });
      answer.catch(() => giveUp(connection));
      return Promise.race([answer, late.promise]).finally(() => clearTimeout(timer));
    },
    async stop() {
      isStopped = true;
      clearTimeout(retry ?? undefined);
      clearSilence();
      onListening(false);
      const last = client;
      client = null;
      if (last) destroy(last);
    },
  };
}

/** Without a goodbye, which a dead connection would delay. */
function destroy(client: pg.Client): void {
  (client as pg.Client & { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
}
