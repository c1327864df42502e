/** The installed openssl: an independent signer and verifier, for tests only. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { notRun } from '#test/support/skip-report.ts';

const OPENSSL = ['/usr/bin/openssl', '/usr/local/bin/openssl'].find((path) => existsSync(path)) ?? null;
const PDFSIG = ['/usr/bin/pdfsig', '/usr/local/bin/pdfsig'].find((path) => existsSync(path)) ?? null;
const CERTUTIL = ['/usr/bin/certutil', '/usr/local/bin/certutil'].find((path) => existsSync(path)) ?? null;
const PDFTOTEXT = ['/usr/bin/pdftotext', '/usr/local/bin/pdftotext'].find((path) => existsSync(path)) ?? null;

/** For `skip` of a test: false if openssl is installed. */
export const withoutOpenssl = (): false | string =>
  OPENSSL === null && notRun('seals made and judged by openssl', 'apt-get install -y openssl');
export const withoutPdfsig = (): false | string =>
  PDFSIG === null && notRun('signed PDFs judged by pdfsig', 'apt-get install -y poppler-utils');

export const withoutCertutil = (): false | string =>
  CERTUTIL === null && notRun('certificates judged by pdfsig', 'apt-get install -y libnss3-tools');

export function openssl(folder: string, settings: Record<string, string>, ...args: string[]): Buffer {
  const env = { PATH: process.env.PATH ?? '', ...settings };
  return execFileSync(OPENSSL ?? '', args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
}

/** Its output and verdict. */
export function opensslJudges(folder: string, ...args: string[]): { isGood: boolean; text: string } {
  const { status, stderr } = spawnSync(OPENSSL ?? '', args, { cwd: folder, encoding: 'utf8' });
  return { isGood: status === 0, text: stderr };
}

/** Whether it accepts a signature. */
export const opensslAgrees = (folder: string, ...args: string[]): boolean =>
  spawnSync(OPENSSL ?? '', args, { cwd: folder, stdio: 'ignore' }).status === 0;

export const pdfsig = (path: string, ...options: string[]): string => {
  const { stdout, stderr } = spawnSync(PDFSIG ?? '', [...options, path], { encoding: 'utf8' });
  return `${stdout}${stderr}`;
};

/** A certificate store for pdfsig with one root. */
export function certificateStore(folder: string, root: string): string {
  const store = `sql:${folder}`;
  execFileSync(CERTUTIL ?? '', ['-N', '-d', store, '--empty-password']);
  execFileSync(CERTUTIL ?? '', ['-A', '-d', store, '-n', 'root', '-t', 'CT,C,C', '-i', root]);
  return store;
}

/** The text of a PDF by an independent reader, annotations included. */
export const pdftotext = (path: string): string =>
  spawnSync(PDFTOTEXT ?? '', ['-q', '-layout', path, '-'], { encoding: 'utf8' }).stdout;
