/** Runs the official conformance suite. It cannot send a token, so a local proxy adds one. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const SUITE = fileURLToPath(import.meta.resolve('@modelcontextprotocol/conformance/dist/index.js'));

export interface Check {
  id: string;
  status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'SKIPPED' | 'INFO';
  errorMessage?: string;
}

/** By scenario. */
export type Outcome = Record<string, Check[]>;

export interface TokenProxy {
  origin: string;
  /** The token for all further requests. */
  token: string;
  close(): Promise<void>;
}

/** Forwards every request unchanged, host name included, with a token. */
export async function tokenProxy(port: number): Promise<TokenProxy> {
  const server = createServer((incoming, outgoing) => {
    const headers = { ...incoming.headers, authorization: `Bearer ${proxy.token}` };
    const { method = 'GET', url: path = '/' } = incoming;
    const passed = request({ host: '127.0.0.1', port, method, path, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(outgoing);
    });
    passed.on('error', () => outgoing.destroy());
    outgoing.on('close', () => passed.destroy());
    incoming.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const proxy: TokenProxy = {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    token: '',
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return proxy;
}

/** `options` of the suite’s own command. */
export async function conformance(url: string, ...options: string[]): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'firmoteca-conformance-'));
  try {
    await new Promise<void>((resolve, reject) => {
      const ran = spawn(process.execPath, [SUITE, 'server', '--url', url, '-o', folder, ...options], {
        stdio: 'ignore',
      });
      ran.on('error', reject);
      // Failures are in its files.
      ran.on('close', () => resolve());
    });
    const outcome: Outcome = {};
    for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      if (!entry.endsWith('checks.json')) continue;
      outcome[scenarioOf(entry)] = JSON.parse(readFileSync(join(folder, entry), 'utf8')) as Check[];
    }
    return outcome;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** `server-tools-list-2026-11-16T…/checks.json`. */
const scenarioOf = (path: string): string => /^server-(.+?)-\d{4}-\d{2}-\d{2}T/.exec(path)?.[1] ?? path;

export interface Failure {
  scenario: string;
  check: string;
  message: string;
}

export const failuresIn = (outcome: Outcome): Failure[] =>
  Object.entries(outcome).flatMap(([scenario, checks]) =>
    checks
      .filter(({ status }) => status === 'FAILURE')
      .map(({ id, errorMessage = '' }) => ({ scenario, check: id, message: errorMessage })),
  );
