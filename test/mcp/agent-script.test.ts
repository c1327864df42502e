/** The sample program of the documentation runs unchanged on Node; only the person at the browser is simulated. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { accountBrowser } from '#test/support/account-browser.ts';
import { Browser, decided } from '#test/support/app-kit.ts';
import { smallService } from '#test/support/small-service.ts';
import { scriptText } from '#transports/web/pages/agents.ts';

test('the sample program of the page and the documentation connects, gets consent and prints an answer', async () => {
  const visible = await readFile('docs/agents.md', 'utf8');
  assert.ok(
    visible.includes(`\`\`\`js\n${scriptText('https://YOUR-HOST/mcp')}\n\`\`\``),
    'the documentation contains the program of the page',
  );
  const service = await smallService();
  const folder = await mkdtemp(join(tmpdir(), 'firmoteca-script-'));
  try {
    await symlink(resolve('node_modules'), join(folder, 'node_modules'));
    await writeFile(join(folder, 'ask.mjs'), scriptText(`${service.origin}/mcp`));
    const program = spawn(process.execPath, ['ask.mjs'], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
    const ended = new Promise<number | null>((done) => program.once('close', done));
    let wrong = '';
    program.stderr.setEncoding('utf8').on('data', (text) => {
      wrong += text;
    });
    let printed = '';
    let isSent = false;
    for await (const text of program.stdout.setEncoding('utf8')) {
      printed += text;
      const [, path] = /http:\/\/[^/]+(\/oauth\/authorize\S+)\n/.exec(printed) ?? [];
      if (path === undefined || isSent) continue;
      isSent = true;
      const back = await decided(new Browser(service, await accountBrowser(service)), path);
      assert.equal(await (await fetch(back)).text(), 'Done: go back to the script.');
    }
    assert.deepEqual([await ended, wrong], [0, '']);
    assert.match(printed, /results: \[/);
    assert.match(printed, /url: 'http:[^']+\/en\/search\?q=moara'/);
  } finally {
    await rm(folder, { recursive: true });
    await service.close();
  }
});
