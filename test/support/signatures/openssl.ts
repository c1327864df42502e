/** The openssl of this machine: an independent maker and judge of seals, for tests only. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { notRun } from '#test/support/not-run.ts';

const OPENSSL = ['/usr/bin/openssl', '/usr/local/bin/openssl'].find((path) => existsSync(path)) ?? null;
const PDFSIG = ['/usr/bin/pdfsig', '/usr/local/bin/pdfsig'].find((path) => existsSync(path)) ?? null;
const PDFTOTEXT = ['/usr/bin/pdftotext', '/usr/local/bin/pdftotext'].find((path) => existsSync(path)) ?? null;

/** For `skip` of a test: false where it can run. */
export const withoutOpenssl = (): false | string =>
  OPENSSL === null && notRun('seals made and judged by openssl', 'apt-get install -y openssl');
export const withoutPdfsig = (): false | string =>
  PDFSIG === null && notRun('signed PDFs judged by pdfsig', 'apt-get install -y poppler-utils');

export function openssl(folder: string, settings: Record<string, string>, ...args: string[]): Buffer {
  const env = { PATH: process.env.PATH ?? '', ...settings };
  return execFileSync(OPENSSL ?? '', args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
}

/** Whether it calls something good. */
export const opensslAgrees = (folder: string, ...args: string[]): boolean =>
  spawnSync(OPENSSL ?? '', args, { cwd: folder, stdio: 'ignore' }).status === 0;

export const pdfsig = (path: string): string => {
  const { stdout, stderr } = spawnSync(PDFSIG ?? '', [path], { encoding: 'utf8' });
  return `${stdout}${stderr}`;
};

/** What a reader of another maker shows, annotations included. */
export const pdftotext = (path: string): string =>
  spawnSync(PDFTOTEXT ?? '', ['-q', '-layout', path, '-'], { encoding: 'utf8' }).stdout;
