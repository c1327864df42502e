/** A reader without types in a folder of ours, made once for all of its processes by one that reads no file of a stranger. */
import { execFile } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

export interface PlainReader {
  folder: string;
  /** The module of the process, and the reader that it loads. */
  child: string;
  reader: string;
}

const root = join(import.meta.dirname, '../..');
const SCRIPT = join(import.meta.dirname, 'take-types-off.ts');
const TIMEOUT_MS = 60_000;

export async function plainReader(child: string, reader: string, within: string): Promise<PlainReader> {
  const folder = await mkdtemp(join(within, 'firmoteca-readers-'));
  const modules = [child, fileURLToPath(reader)];
  await promisify(execFile)(process.execPath, ['--disable-warning=ExperimentalWarning', SCRIPT, folder, ...modules], {
    timeout: TIMEOUT_MS,
  });
  const [plainChild = '', plain = ''] = modules.map((each) =>
    join(folder, relative(root, each)).replace(/\.ts$/, '.js'),
  );
  return { folder, child: plainChild, reader: pathToFileURL(plain).href };
}
