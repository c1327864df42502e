/** Writes that a service acknowledges: apps that register themselves, each a row of the state. */
import { setTimeout as sleep } from 'node:timers/promises';
import { openStore } from '#data/store/open.ts';
import { asked } from '#test/support/hosts/request.ts';

const PAUSE_MS = 50;
const SHOWN = 200;

export type Registered = { id: string } | { refusal: string; isDocumented: boolean };

export async function register(origin: string): Promise<Registered> {
  const app = JSON.stringify({ redirect_uris: ['http://127.0.0.1:1/'], client_name: 'x'.repeat(60) });
  const { status, headers, text } = await asked(
    origin,
    '/oauth/register',
    { 'content-type': 'application/json' },
    '127.0.0.1',
    app,
  );
  if (status === 201) return { id: (JSON.parse(text) as { client_id: string }).client_id };
  return { refusal: `${status}: ${text.slice(0, SHOWN)}`, isDocumented: status === 503 && 'retry-after' in headers };
}

export interface Registrar {
  /** Acknowledged so far. */
  ids: string[];
  /** Undocumented refusals. */
  problems: string[];
  /** Requests without an answer, and documented refusals. */
  unanswered: number;
  refused: number;
  end(): Promise<void>;
}

/** Registers one app after the other, until its end. */
export function startRegistrar(origin: () => string): Registrar {
  let isOver = false;
  const registrar: Registrar = { ids: [], problems: [], unanswered: 0, refused: 0, end };
  const running = run();
  async function run(): Promise<void> {
    for (; !isOver; await sleep(PAUSE_MS)) {
      const registered = await register(origin()).catch(() => null);
      if (registered === null) registrar.unanswered++;
      else if ('id' in registered) registrar.ids.push(registered.id);
      else if (registered.isDocumented) registrar.refused++;
      else registrar.problems.push(`a registration got ${registered.refusal}`);
    }
  }
  async function end(): Promise<void> {
    isOver = true;
    await running;
  }
  return registrar;
}

/** Acknowledged registrations that the state does not hold. */
export async function lostRegistrations(data: string, ids: readonly string[]): Promise<string[]> {
  const store = await openStore({ databaseUrl: null, folder: data, country: 'romania' });
  try {
    const rows = await store.state.all<{ digest: string }>(`select digest from oauth_record where kind = 'Client'`);
    const stored = new Set(rows.map(({ digest }) => digest));
    const lost = ids.filter((id) => !stored.has(id));
    return lost.length === 0 ? [] : [`${lost.length} of ${ids.length} acknowledged registrations are lost`];
  } finally {
    await store.close();
  }
}
