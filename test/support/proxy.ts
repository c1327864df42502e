/** nginx or Caddy in front of a test server, by the sample in `deploy/` with other ports, names and certificate. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.ts';
import { until } from './until.ts';

export type ProxyKind = 'nginx' | 'Caddy';

const NAME = 'firms.example';
const PLACES = {
  nginx: ['/usr/sbin/nginx', '/usr/bin/nginx', '/usr/local/sbin/nginx'],
  Caddy: ['/usr/bin/caddy', '/usr/local/bin/caddy'],
  openssl: ['/usr/bin/openssl', '/usr/local/bin/openssl'],
};
const pathOf = (program: keyof typeof PLACES): string | null =>
  PLACES[program].find((path) => existsSync(path)) ?? null;

/** Whether the proxy and openssl are installed. */
export const isInstalled = (kind: ProxyKind): boolean => pathOf(kind) !== null && pathOf('openssl') !== null;

export interface Asking {
  method?: string;
  headers?: http.OutgoingHttpHeaders;
  /** The client address: all of 127.0.0.0/8 is this machine. */
  from?: string;
  /** Without TLS. */
  plain?: boolean;
}

export interface RunningProxy {
  ask(path: string, asking?: Asking): Promise<http.IncomingMessage>;
  stop(): Promise<void>;
}

export async function startProxy(kind: ProxyKind, upstreamPort: number): Promise<RunningProxy> {
  const folder = mkdtempSync(join(tmpdir(), 'firmoteca-proxy-'));
  const [plainPort, tlsPort] = [await freePort(), await freePort()];
  const certificate = makeCertificate(folder);
  const ports = { plainPort, tlsPort, upstreamPort };
  const [program, args] = kind === 'nginx' ? nginx(folder, certificate, ports) : caddy(folder, certificate, ports);
  const child = spawn(program, args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { HOME: folder, XDG_DATA_HOME: folder },
  });
  const ended = once(child, 'close');
  let output = '';
  child.stderr.on('data', (chunk) => (output += chunk));
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true });
  };
  try {
    await until(`${kind} listens`, () => {
      if (child.exitCode !== null) throw new Error(`${kind} ended with ${child.exitCode}: ${output}`);
      return answers(tlsPort);
    });
  } catch (error) {
    await stop();
    throw error;
  }
  const ca = readFileSync(certificate.certificate);
  return {
    async ask(path, { method = 'GET', headers = {}, from = '127.0.0.1', plain = false } = {}) {
      const to = {
        host: '127.0.0.1',
        path,
        method,
        localAddress: from,
        headers: { host: NAME, ...headers },
        maxHeaderSize: 65_536,
        agent: false,
      };
      const request = plain
        ? http.request({ ...to, port: plainPort })
        : https.request({ ...to, port: tlsPort, servername: NAME, ca });
      request.end();
      const [response] = (await once(request, 'response')) as [http.IncomingMessage];
      return response;
    },
    stop,
  };
}

interface Certificate {
  certificate: string;
  key: string;
}
interface Ports {
  plainPort: number;
  tlsPort: number;
  upstreamPort: number;
}

/** Every replacement must match, or the sample under test is no longer the shipped one. */
function changed(file: string, changes: readonly (readonly [from: string | RegExp, to: string])[]): string {
  let text = readFileSync(join(import.meta.dirname, '../../deploy', file), 'utf8');
  for (const [from, to] of changes) {
    const next = text.replaceAll(from, to);
    if (next === text) throw new Error(`deploy/${file} has no ${from}.`);
    text = next;
  }
  return text;
}

function nginx(folder: string, { certificate, key }: Certificate, ports: Ports): [string, string[]] {
  const sample = changed('nginx.conf', [
    [/^ *listen \[::\].*\n/gm, ''],
    ['listen 80;', `listen 127.0.0.1:${ports.plainPort};`],
    ['listen 443 ', `listen 127.0.0.1:${ports.tlsPort} `],
    ['127.0.0.1:8080', `127.0.0.1:${ports.upstreamPort}`],
    [/\/etc\/\S+\/fullchain\.pem/g, certificate],
    [/\/etc\/\S+\/privkey\.pem/g, key],
  ]);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (one) => `${one}_temp_path ${folder}/${one};`,
  );
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  const file = join(folder, 'nginx.conf');
  writeFileSync(
    file,
    `${user} daemon off; pid ${folder}/pid; error_log ${folder}/error.log;\nevents {}\nhttp { access_log off; ${temporary.join(' ')}\n${sample}}\n`,
  );
  return [pathOf('nginx') ?? '', ['-p', folder, '-e', join(folder, 'error.log'), '-c', file]];
}

function caddy(folder: string, { certificate, key }: Certificate, ports: Ports): [string, string[]] {
  const sample = changed('Caddyfile', [
    [/^firms\.example \{\n/gm, `https://${NAME}:${ports.tlsPort} {\n\tbind 127.0.0.1\n\ttls ${certificate} ${key}\n`],
    ['127.0.0.1:8080', `127.0.0.1:${ports.upstreamPort}`],
  ]);
  const file = join(folder, 'Caddyfile');
  writeFileSync(file, `{\n\tadmin off\n\tauto_https disable_redirects\n}\n${sample}`);
  return [pathOf('Caddy') ?? '', ['run', '--config', file, '--adapter', 'caddyfile']];
}

function makeCertificate(folder: string): Certificate {
  mkdirSync(folder, { recursive: true });
  const [certificate, key] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')];
  const about = ['-subj', `/CN=${NAME}`, '-addext', `subjectAltName=DNS:${NAME}`, '-days', '2'];
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  execFileSync(pathOf('openssl') ?? '', ['req', '-x509', ...kind, ...about, '-keyout', key, '-out', certificate], {
    stdio: 'ignore',
  });
  return { certificate, key };
}

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
