/** A root, an intermediate authority and signers of every kind, made by openssl in a temporary folder. */
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keptFolder } from '#test/support/snapshot-folder.ts';
import { openssl } from './openssl.ts';

const CONFIG = `
[ca]
default_ca = here
[here]
dir = .
database = $ENV::CA_NAME.index
new_certs_dir = .
serial = $ENV::CA_NAME.serial
crlnumber = $ENV::CA_NAME.crlnumber
default_md = sha256
policy = any
unique_subject = no
[any]
countryName = optional
organizationName = optional
commonName = supplied
givenName = optional
surname = optional
serialNumber = optional
[req]
distinguished_name = dn
[dn]
[root]
basicConstraints = critical,CA:true
keyUsage = critical,keyCertSign,cRLSign
subjectKeyIdentifier = hash
[authority]
basicConstraints = critical,CA:true,pathlen:0
keyUsage = critical,keyCertSign,cRLSign
subjectKeyIdentifier = hash
authorityKeyIdentifier = keyid
[forservers]
basicConstraints = critical,CA:true
keyUsage = critical,keyCertSign,cRLSign
extendedKeyUsage = serverAuth
[fortime]
basicConstraints = critical,CA:true
keyUsage = critical,keyCertSign,cRLSign
extendedKeyUsage = critical,timeStamping
[formail]
basicConstraints = critical,CA:true
keyUsage = critical,keyCertSign,cRLSign
extendedKeyUsage = emailProtection,OCSPSigning
[confined]
basicConstraints = critical,CA:true,pathlen:0
keyUsage = critical,keyCertSign,cRLSign
subjectKeyIdentifier = hash
nameConstraints = permitted;dirName:names
[names]
C = FR
[signer]
basicConstraints = CA:false
keyUsage = critical,digitalSignature,nonRepudiation
subjectKeyIdentifier = hash
authorityKeyIdentifier = keyid
[placed]
basicConstraints = CA:false
keyUsage = critical,digitalSignature,nonRepudiation
crlDistributionPoints = URI:http://lists.example/1.crl
[otherid]
basicConstraints = CA:false
keyUsage = critical,digitalSignature,nonRepudiation
subjectKeyIdentifier = 0102030405060708
[encipher]
basicConstraints = CA:false
keyUsage = critical,keyEncipherment
[stamper]
basicConstraints = CA:false
keyUsage = critical,digitalSignature
extendedKeyUsage = critical,timeStamping
[twofold]
basicConstraints = CA:false
keyUsage = critical,digitalSignature
extendedKeyUsage = critical,timeStamping,emailProtection
[server]
basicConstraints = CA:false
keyUsage = critical,digitalSignature
extendedKeyUsage = serverAuth
[client]
basicConstraints = CA:false
keyUsage = critical,digitalSignature
extendedKeyUsage = clientAuth
[fordocuments]
basicConstraints = CA:false
keyUsage = critical,digitalSignature
extendedKeyUsage = clientAuth,1.3.6.1.5.5.7.3.36
[responder]
basicConstraints = CA:false
keyUsage = critical,digitalSignature
extendedKeyUsage = OCSPSigning
[constrained]
basicConstraints = CA:false
keyUsage = critical,digitalSignature
1.2.3.4.5 = critical,ASN1:UTF8String:nobody knows
[tsa]
default_tsa = stamps
[stamps]
dir = .
serial = stamps.serial
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256, sha512
accuracy = secs:1
ess_cert_id_alg = sha256
`;

type Key = 'rsa' | 'rsa1024' | 'p256' | 'p384' | 'brainpool' | 'wtls8';
export interface Authorities {
  folder: string;
  path(name: string): string;
  read(name: string): Buffer;
  write(name: string, bytes: Buffer | string): string;
  run(...args: string[]): Buffer;
  issue(name: string, from?: Partial<Issue>): void;
  /** The revocation list of an authority in DER, with these certificates revoked at these times. */
  list(issuer: string, revoked?: Record<string, Date>, days?: number): Buffer;
  /** Current lists of one authority, or of all; nothing is revoked. */
  lists(issuer?: string): Buffer[];
  /** Trusted: the root. Helper: the intermediate authority. */
  remove(): void;
}

interface Issue {
  issuer: string;
  extensions: string;
  key: Key | string;
  from: Date;
  to: Date;
  subject: string;
  digest: string;
}

const DAY_MS = 86_400_000;
const now = Date.now();
const utc = (time: Date): string => `${time.toISOString().replace(/[-:T]/g, '').slice(2, 14)}Z`;

/** Concurrent sets of authorities have different keys. */
const sets = new Set<number>();

/** RSA primes are slow to find, so they are generated once for all tests. */
function keptRsaKey(name: string, kind: string): string {
  const folder = join(keptFolder(), 'rsa-keys');
  const file = join(folder, `${name}.key`);
  if (existsSync(file)) return file;
  mkdirSync(folder, { recursive: true });
  const own = `${file}.${process.pid}`;
  openssl(folder, {}, 'genrsa', '-out', own, kind === 'rsa1024' ? '1024' : '2048');
  renameSync(own, file);
  return file;
}

export function makeAuthorities(): Authorities {
  let set = 0;
  while (sets.has(set)) set++;
  sets.add(set);
  const folder = mkdtempSync(join(tmpdir(), 'firmoteca-seals-'));
  const path = (name: string): string => join(folder, name);
  // The authority whose database the configuration uses.
  let books = 'root';
  const run = (...args: string[]): Buffer => openssl(folder, { CA_NAME: books }, ...args);
  writeFileSync(path('openssl.cnf'), CONFIG);
  writeFileSync(path('stamps.serial'), '01\n');
  mkdirSync(path('out'));
  const keys = new Set<string>();
  const keyOf = (key: string): string => {
    if (keys.has(key)) return `${key}.key`;
    keys.add(key);
    const kind = key.split('-', 1)[0] ?? key;
    if (kind.startsWith('rsa')) copyFileSync(keptRsaKey(`${key}-${set}`, kind), path(`${key}.key`));
    else run('ecparam', '-name', CURVES[kind] ?? '', '-genkey', '-noout', '-out', `${key}.key`);
    return `${key}.key`;
  };
  const issue: Authorities['issue'] = (name, requested = {}) => {
    const about: Issue = {
      issuer: 'authority',
      extensions: 'signer',
      key: 'p256',
      from: new Date(now - 10 * DAY_MS),
      to: new Date(now + 365 * DAY_MS),
      subject: `/C=RO/O=Primăria Exemplu/CN=${name}`,
      digest: 'sha256',
      ...requested,
    };
    const own = about.issuer === name;
    const key = keyOf(about.key);
    run('req', '-new', '-utf8', '-config', 'openssl.cnf', '-key', key, '-subj', about.subject, '-out', `${name}.csr`);
    books = about.issuer;
    for (const [file, text] of [
      ['index', ''],
      ['serial', '1001\n'],
      ['crlnumber', '01\n'],
    ] as const) {
      appendFileSync(path(`${about.issuer}.${file}`), existsSync(path(`${about.issuer}.${file}`)) ? '' : text);
    }
    const dates = ['-startdate', utc(about.from), '-enddate', utc(about.to)];
    const by = own ? ['-selfsign'] : ['-cert', `${about.issuer}.pem`];
    const signing = ['-keyfile', own ? key : `${about.issuer}.key`, '-md', about.digest];
    const what = ['-extensions', about.extensions, '-in', `${name}.csr`, '-out', `${name}.pem`, '-notext', '-batch'];
    run('ca', '-config', 'openssl.cnf', '-utf8', ...by, ...signing, ...dates, ...what);
    writeFileSync(path(`${name}.key`), readFileSync(path(key)));
  };
  const current = new Map<string, Buffer>();
  const lists = (only?: string): Buffer[] =>
    readdirSync(folder)
      .filter((file) => file.endsWith('.index'))
      .map((file) => file.slice(0, -'.index'.length))
      .filter((issuer) => existsSync(path(`${issuer}.key`)) && (only ?? issuer) === issuer)
      .map((issuer) => current.getOrInsertComputed(issuer, () => list(issuer)));
  const list: Authorities['list'] = (issuer, revoked = {}, days = 30) => {
    // The current one has no revocations.
    if (Object.keys(revoked).length > 0) lists(issuer);
    const index = readFileSync(path(`${issuer}.index`), 'utf8');
    const changed = Object.entries(revoked).reduce((text, [name, time]) => {
      const serial = run('x509', '-in', `${name}.pem`, '-noout', '-serial').toString().trim().split('=')[1];
      const lines = text.split('\n').map((line) => {
        const [, end, , number, ...rest] = line.split('\t');
        return number === serial ? ['R', end, utc(time), number, ...rest].join('\t') : line;
      });
      return lines.join('\n');
    }, index);
    books = issuer;
    writeFileSync(path(`${issuer}.index`), changed);
    const by = ['-cert', `${issuer}.pem`, '-keyfile', `${issuer}.key`];
    run('ca', '-config', 'openssl.cnf', '-gencrl', '-crldays', String(days), ...by, '-out', 'list.pem');
    const der = run('crl', '-in', 'list.pem', '-outform', 'DER');
    return der;
  };
  issue('root', { issuer: 'root', extensions: 'root', key: 'rsa-root', to: new Date(now + 3_650 * DAY_MS) });
  issue('authority', {
    issuer: 'root',
    extensions: 'authority',
    key: 'p256-authority',
    to: new Date(now + 3_000 * DAY_MS),
  });
  return {
    folder,
    path,
    read: (name) => readFileSync(path(name)),
    write: (name, bytes) => {
      writeFileSync(path(name), bytes);
      return path(name);
    },
    run,
    issue,
    list,
    lists,
    remove() {
      sets.delete(set);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** One certificate for each key, period, purpose and issuer that a verifier has to distinguish. */
export function issueSigners(created: Authorities): void {
  created.issue('rsa', { key: 'rsa' });
  created.issue('p256');
  created.issue('p384', { key: 'p384' });
  created.issue('brainpool', { key: 'brainpool' });
  created.issue('expired', { from: new Date(now - 100 * DAY_MS), to: new Date(now - 5 * DAY_MS) });
  created.issue('short', { to: new Date(now + DAY_MS) });
  created.issue('future', { from: new Date(now + 5 * DAY_MS) });
  created.issue('otherid', { extensions: 'otherid' });
  created.issue('encipher', { extensions: 'encipher' });
  created.issue('constrained', { extensions: 'constrained' });
  created.issue('confined', { issuer: 'root', extensions: 'confined', key: 'p256-confined' });
  created.issue('beyond', { issuer: 'confined' });
  created.issue('stamper', { extensions: 'stamper' });
  created.issue('server', { extensions: 'server' });
  created.issue('client', { extensions: 'client' });
  created.issue('fordocuments', { extensions: 'fordocuments' });
  created.issue('weakkey', { key: 'rsa1024' });
  created.issue('wtls8', { key: 'wtls8' });
  created.issue('weakauthority', { issuer: 'root', extensions: 'root', key: 'rsa1024' });
  created.issue('belowweak', { issuer: 'weakauthority' });
  for (const kind of ['forservers', 'fortime', 'formail']) {
    created.issue(kind, { issuer: 'root', extensions: kind, key: 'p256-authority' });
    created.issue(`below${kind}`, { issuer: kind });
  }
  created.issue('rooted', { issuer: 'root', key: 'rsa' });
  created.issue('sha1', { digest: 'sha1' });
  created.issue('leaf', { issuer: 'p256' });
  created.issue('stranger', { issuer: 'stranger', extensions: 'root', key: 'p256-stranger' });
  created.issue('untrusted', { issuer: 'stranger' });
  // A second certificate for the same key.
  created.issue('twin', { key: 'rsa', subject: '/C=RO/CN=Somebody else' });
}

const CURVES: Record<string, string> = {
  p256: 'prime256v1',
  p384: 'secp384r1',
  brainpool: 'brainpoolP256r1',
  // A 112-bit curve without the number in its name.
  wtls8: 'wap-wsg-idm-ecid-wtls8',
};
