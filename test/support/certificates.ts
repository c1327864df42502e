/** A certificate authority and its certificates, made by OpenSSL, for TLS servers. */
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
  /** The file of the authority. */
  ca: string;
  /** For 127.0.0.1, without a host name. */
  server: Pair;
  client: Pair;
  /** The path of the authority’s file before it is written. */
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

/** Redis configuration for TLS only, with or without client certificates. */
export const tlsLines = ({ ca, server }: Certificates, asksForOurs: 'yes' | 'no'): Line[] => [
  ['tls-cert-file', server.certificate],
  ['tls-key-file', server.key],
  ['tls-ca-cert-file', ca],
  ['tls-auth-clients', asksForOurs],
];
