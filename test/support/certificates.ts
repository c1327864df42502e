/** An authority of our own and what it signs, made by OpenSSL: for servers that are spoken to over TLS. */
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Line } from './redis-server.ts';

interface Pair {
  certificate: string;
  key: string;
}

export interface Certificates {
  /** File of the authority. */
  ca: string;
  /** Of 127.0.0.1, and of no name. */
  server: Pair;
  client: Pair;
  /** Where the authority's file will be once it is written there. */
  later(): { file: string; write(): void };
  remove(): void;
}

export function opensslPath(): string | null {
  return ['/usr/bin/openssl', '/usr/local/bin/openssl'].find((path) => existsSync(path)) ?? null;
}

export function makeCertificates(): Certificates {
  const folder = mkdtempSync(join(tmpdir(), 'firmoteca-certificates-'));
  const at = (name: string): string => join(folder, name);
  const openssl = (...args: string[]): void =>
    void execFileSync(opensslPath() ?? '', args, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
  const anew = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  openssl('req', '-x509', ...anew, '-keyout', 'ca.key', '-out', 'ca.crt', '-subj', '/CN=an authority of our own');
  const sign = (name: string, extensions: string): Pair => {
    writeFileSync(at(`${name}.ext`), extensions);
    openssl('req', ...anew.slice(0, 5), '-keyout', `${name}.key`, '-out', `${name}.csr`, '-subj', `/CN=${name}`);
    const signed = ['x509', '-req', '-in', `${name}.csr`, '-CA', 'ca.crt', '-CAkey', 'ca.key', '-CAcreateserial'];
    openssl(...signed, '-days', '2', '-extfile', `${name}.ext`, '-out', `${name}.crt`);
    return { certificate: at(`${name}.crt`), key: at(`${name}.key`) };
  };
  return {
    ca: at('ca.crt'),
    server: sign('server', 'subjectAltName=IP:127.0.0.1\n'),
    client: sign('client', 'extendedKeyUsage=clientAuth\n'),
    later: () => ({ file: at('later.crt'), write: () => copyFileSync(at('ca.crt'), at('later.crt')) }),
    remove: () => rmSync(folder, { recursive: true }),
  };
}

/** Lines of Redis that have it speak TLS only, and ask callers for a certificate or not. */
export const tlsLines = ({ ca, server }: Certificates, asksForOurs: 'yes' | 'no'): Line[] => [
  ['tls-cert-file', server.certificate],
  ['tls-key-file', server.key],
  ['tls-ca-cert-file', ca],
  ['tls-auth-clients', asksForOurs],
];
