/** Records answers of the service for a server that only sends them. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Recorded } from './replay-thread.ts';
import { type Server, startServer } from './servers.ts';

/** Headers that node:http adds itself. */
const ADDED = new Set(['connection', 'keep-alive', 'date', 'transfer-encoding']);

/** The lower bound: node:http sending the answers of `ours` to these paths, regardless of the request. */
export async function startBare(ours: Server, paths: readonly string[], folder: string): Promise<Server> {
  const file = join(folder, `recorded-${process.pid}.json`);
  writeFileSync(file, JSON.stringify(await record(ours, paths)));
  try {
    return await startServer('bare node:http', { keys: ours.keys, args: [file] });
  } finally {
    rmSync(file);
  }
}

async function record({ port, keys: [key = ''] }: Server, paths: readonly string[]): Promise<Recorded[]> {
  const answers: Recorded[] = [];
  for (const path of paths) {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      headers: { 'x-api-key': key, 'accept-encoding': 'identity' },
    });
    const headers = [...response.headers].filter(([name]) => !ADDED.has(name)).flat();
    answers.push({ headers, body: await response.text() });
  }
  return answers;
}
