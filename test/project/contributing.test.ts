/** The example of CONTRIBUTING, followed step by step in a copy of the project: the new endpoint passes all checks. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';

const ROOT = join(import.meta.dirname, '../..');
const COPIED = [
  'src',
  'demo-country',
  'locales',
  'test',
  'tools',
  'reference',
  'migrations',
  'bin',
  'docs',
  'client',
].concat(['package.json', 'package-lock.json', 'tsconfig.json', 'biome.json', '.gitignore', 'CONTRIBUTING.md']);
const OUTPUT_BYTES_MAX = 16_777_216;
const copy = mkdtempSync(join(tmpdir(), 'firmoteca-contributing-'));
after(() => rmSync(copy, { recursive: true }));

const read = (path: string): string => readFileSync(join(copy, path), 'utf8');
const write = (path: string, text: string): void => writeFileSync(join(copy, path), text);

/** Runs a tool of the project in the copy. */
function outcome(command: string, ...args: string[]): { failed: boolean; output: string } {
  const { NODE_TEST_CONTEXT: _, FIRMOTECA_NOT_RUN: __, ...env } = process.env;
  const options = { cwd: copy, env, encoding: 'utf8', maxBuffer: OUTPUT_BYTES_MAX } as const;
  const { status, stdout, stderr } = spawnSync(command, args, options);
  return { failed: status !== 0, output: `${stdout}${stderr}` };
}

/** Runs a command that must succeed; its output describes the error on the page. */
function run(command: string, ...args: string[]): void {
  const { failed, output } = outcome(command, ...args);
  if (failed) assert.fail(`${command} ${args.join(' ')}\n${output}`);
}

const tool = (name: string): string => join(ROOT, 'node_modules/.bin', name);

test('an endpoint added by the steps of CONTRIBUTING passes types, style and documentation checks, and answers', () => {
  for (const name of COPIED) cpSync(join(ROOT, name), join(copy, name), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  const [query = '', declaration = '', ownTest = ''] = [...read('CONTRIBUTING.md').matchAll(/```ts\n(.*?)```/gs)].map(
    ([, code = '']) => code,
  );
  const [table, endpoints] = ['src/domain/statistics/rankings-table.ts', 'src/domain/statistics/endpoints.ts'];
  write(table, `${read(table)}\n${query}`);
  const imports = declaration.match(/^import .*\n/gm)?.join('') ?? '';
  const [before, behind] = read(endpoints).split('\n});\n');
  assert.equal(behind, '', 'the operations of the module end the file');
  write(endpoints, `${imports}${before}\n${declaration.replaceAll(/^import .*\n/gm, '')}});\n`);
  write('test/added.test.ts', ownTest);

  run(process.execPath, '--test', 'test/added.test.ts');
  run(tool('biome'), 'check', '--write', '--error-on-warnings', table, endpoints, 'test/added.test.ts');
  write('tsconfig.one.json', JSON.stringify({ extends: './tsconfig.json', include: [], files: [endpoints] }));
  run(tool('tsc'), '-p', 'tsconfig.one.json');
  const generate = [process.execPath, 'tools/generate.ts', '--without-demo'] as const;
  const stale = outcome(...generate, '--check');
  assert.equal(stale.failed, true);
  for (const name of ['operations', 'shapes'])
    assert.match(stale.output, new RegExp(`^client/src/generated/${name}\\.ts is out of date: npm run generate$`, 'm'));
  run(...generate);
  run(...generate, '--check');
  run(
    process.execPath,
    '--test',
    'test/http/operations.test.ts',
    'test/http/openapi.test.ts',
    'test/http/tables.test.ts',
    'test/web/web-api-addresses.test.ts',
    'test/platform/usage.test.ts',
  );
});
