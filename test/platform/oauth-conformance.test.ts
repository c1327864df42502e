/** The official MCP conformance suite for authorization servers; the user at the browser is simulated. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { accountBrowser } from '#test/support/account-browser.ts';
import { Browser, decided, registered } from '#test/support/app-kit.ts';
import { freePort } from '#test/support/free-port.ts';
import { type SmallService, smallService } from '#test/support/small-service.ts';
import { until } from '#test/support/until.ts';

const SUITE = fileURLToPath(import.meta.resolve('@modelcontextprotocol/conformance/dist/index.js'));

const isOver = (): boolean => true;
const isNotYet = (): boolean => false;

let service: SmallService;
before(async () => {
  service = await smallService({ bare: true });
});
after(() => service.close());

test('the authorization server conforms', async (t) => {
  const port = await freePort();
  const client = await registered(service, { redirect_uris: [`http://127.0.0.1:${port}/callback`] });
  const browser = new Browser(service, await accountBrowser(service));
  const suite = spawn(process.execPath, [
    ...[SUITE, 'authorization', '--url', service.origin, '--client-id', client, '-p', String(port)],
    ...['--resource', `${service.origin}/mcp`, '--spec-version', '2026-07-28'],
  ]);
  t.after(() => suite.kill());
  let result = '';
  let answered = '';
  for (const stream of [suite.stdout, suite.stderr])
    stream.on('data', (bytes: Buffer) => {
      result += bytes;
      const [url = ''] = /http:\/\/[^\s]+\/oauth\/authorize\?[^\s]+/.exec(result.slice(answered.length)) ?? [];
      if (url === '' || answered !== '') return;
      answered = result;
      decided(browser, url.slice(service.origin.length))
        // The suite prints the address before it listens for the answer.
        .then((back) => until('the suite listens', () => fetch(back).then(isOver, isNotYet)))
        .catch((error) => suite.kill() && assert.fail(error));
    });
  const code = await new Promise((resolve) => suite.on('close', resolve));
  assert.equal(code, 0, result);
  assert.match(result, /3 passed, 0 failed|Passed: 3/, result);
});
