/** An empty project with the packed client package installed, without a network. */
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const ROOT = join(import.meta.dirname, '../..');
const BIN = join(ROOT, 'node_modules/.bin');
/** Time to pack, compile or run one program, on a busy machine. */
const PATIENCE_MS = 300_000;

export interface PackedClient {
  /** The folder of the installed package. */
  installed: string;
  write(name: string, text: string): void;
  /** Links an installed package into the project, for use together with the client. */
  link(name: string): void;
  /** Runs a program of the project and returns its output; throws with the output on failure. */
  run(name: string, environment?: Record<string, string>): Promise<string>;
  /** Compiles with a tsconfig of the project; throws with the compiler’s output on failure. */
  compile(config: string): Promise<void>;
  remove(): void;
}

export async function packedClient(): Promise<PackedClient> {
  const folder = mkdtempSync(join(tmpdir(), 'firmoteca-client-'));
  const [source, project] = [join(folder, 'client'), join(folder, 'project')];
  const run = async (cwd: string, command: string, args: string[], environment = {}): Promise<string> => {
    const env = { PATH: `${BIN}:${process.env.PATH ?? ''}`, HOME: folder, npm_config_cache: join(folder, 'cache') };
    const options = { cwd, env: { ...env, ...environment }, timeout: PATIENCE_MS, maxBuffer: 100_000_000 };
    try {
      return (await promisify(execFile)(command, args, options)).stdout;
    } catch (error) {
      const { stdout, stderr } = error as { stdout?: string; stderr?: string };
      throw new Error(`${command} ${args.join(' ')}:\n${stdout ?? ''}${stderr ?? ''}`, { cause: error });
    }
  };
  const isPackaged = (path: string): boolean => path !== join(ROOT, 'client/dist');
  cpSync(join(ROOT, 'client'), source, { recursive: true, filter: isPackaged });
  mkdirSync(project);
  await run(source, 'npm', ['pack', '--pack-destination', folder]);
  const { version } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8')) as { version: string };
  const write = (name: string, text: string): void => writeFileSync(join(project, name), text);
  write('package.json', JSON.stringify({ name: 'empty', private: true, type: 'module' }));
  const tarball = join(folder, `firmoteca-client-${version}.tgz`);
  await run(project, 'npm', ['install', '--offline', '--no-audit', '--no-fund', tarball]);
  return {
    installed: join(project, 'node_modules/firmoteca-client'),
    write,
    link(name) {
      const location = join(project, 'node_modules', name);
      mkdirSync(dirname(location), { recursive: true });
      symlinkSync(join(ROOT, 'node_modules', name), location);
    },
    run: (name, environment) => run(project, process.execPath, [name], environment),
    async compile(config) {
      await run(project, 'tsc', ['-p', config]);
    },
    remove: () => rmSync(folder, { recursive: true }),
  };
}
