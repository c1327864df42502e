/** nginx in front of several hosts, by the sample in `deploy/` with other addresses and without TLS. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '#test/support/until.ts';

const PLACES = ['/usr/sbin/nginx', '/usr/bin/nginx', '/usr/local/sbin/nginx'];
const SAMPLE = join(import.meta.dirname, '../../../deploy/nginx-hosts.conf');

/** Time for which nginx skips a host after a refused connection; restarts in turn wait for it (docs/hosts.md). */
export const SKIPPED_MS = Number(/fail_timeout=(\d+)s/.exec(readFileSync(SAMPLE, 'utf8'))?.[1]) * 1000;

export const nginxPath = (): string | null => PLACES.find((path) => existsSync(path)) ?? null;

export interface Front {
  origin: string;
  stop(): Promise<void>;
}

export async function startFront(port: number, hosts: readonly string[]): Promise<Front> {
  const program = nginxPath();
  if (program === null) throw new Error('There is no nginx here; ask nginxPath first.');
  const folder = mkdtempSync(join(tmpdir(), 'firmoteca-front-'));
  const file = join(folder, 'nginx.conf');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (one) => `${one}_temp_path ${folder}/${one};`,
  );
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  const around = `daemon off; worker_processes 2; pid ${folder}/pid; error_log ${folder}/error.log;`;
  const sample = changedSample(port, hosts);
  writeFileSync(file, `${user} ${around}\nevents {}\nhttp { access_log off; ${temporary.join(' ')}\n${sample}}\n`);
  const child = spawn(program, ['-p', folder, '-e', join(folder, 'error.log'), '-c', file], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = once(child, 'close');
  // Terminated, not killed: its workers would survive.
  const forget = (): void => void child.kill('SIGTERM');
  process.once('exit', forget);
  let output = '';
  child.stderr.on('data', (chunk) => (output += chunk));
  const origin = `http://127.0.0.1:${port}`;
  await until('nginx listens', async () => {
    if (child.exitCode !== null) throw new Error(`nginx ended with ${child.exitCode}: ${output}`);
    return fetch(`${origin}/livez`).then(
      () => true,
      () => false,
    );
  });
  return {
    origin,
    async stop() {
      child.kill('SIGTERM');
      await ended;
      process.off('exit', forget);
      rmSync(folder, { recursive: true });
    },
  };
}

/** Every replacement must match, or the sample under test is no longer the shipped one. */
function changedSample(port: number, hosts: readonly string[]): string {
  const changes: [RegExp, string][] = [
    [/server \{\n {4}listen 80;[^}]*\}\n/, ''],
    [/^ *listen \[::\].*\n/gm, ''],
    [/^ *ssl_.*\n/gm, ''],
    [/listen 443 .*;/, `listen 127.0.0.1:${port};`],
    ...hosts.map((host, i): [RegExp, string] => [new RegExp(`10\\.0\\.0\\.1${i + 1}:8080`), host]),
  ];
  return changes.reduce(
    (text, [from, to]) => {
      const next = text.replace(from, to);
      if (next === text) throw new Error(`deploy/nginx-hosts.conf has no ${from}.`);
      return next;
    },
    readFileSync(SAMPLE, 'utf8'),
  );
}
