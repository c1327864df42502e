/** Generated files match the code, the demo’s answers included, on every day and in every time zone. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { PROJECT_FOLDER } from '#lib/paths.ts';

test('generated files are up to date; `npm run generate` writes them', () => {
  const { NODE_TEST_CONTEXT: _, FIRMOTECA_TEST_KEPT: __, ...environment } = process.env;
  const { status, stdout, stderr } = spawnSync(process.execPath, ['tools/generate.ts', '--check'], {
    cwd: PROJECT_FOLDER,
    env: { ...environment, TZ: 'Pacific/Auckland' },
    encoding: 'utf8',
  });
  assert.equal(status, 0, `${stdout}${stderr}`);
});
