/** The units in `deploy/systemd/`: systemd accepts every line, and their commands and settings exist. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { readConfig, settings } from '#server/config/config.ts';
import { notRun } from '#test/support/skip-report.ts';

const ROOT = join(import.meta.dirname, '../..');
const UNITS = join(ROOT, 'deploy/systemd');
const units = readdirSync(UNITS).filter((name) => /\.(service|timer)$/.test(name));
const textOf = (name: string): string => readFileSync(join(UNITS, name), 'utf8');

const ANALYZE = '/usr/bin/systemd-analyze';
const skip = existsSync(ANALYZE) ? false : notRun('systemd’s judgement of the units', 'apt-get install -y systemd');
const folder = mkdtempSync(join(tmpdir(), 'firmoteca-systemd-'));
after(() => rmSync(folder, { recursive: true }));

test('systemd accepts the units', { skip }, () => {
  // The service is not installed here, so the path of its program is that of the project.
  for (const name of units) writeFileSync(join(folder, name), textOf(name).replaceAll('/opt/firmoteca', ROOT));
  const paths = units.map((name) => join(folder, name));
  const { status, stdout, stderr } = spawnSync(ANALYZE, ['verify', '--man=no', ...paths], { encoding: 'utf8' });
  // Complaints about other units of the machine do not matter.
  const complaints = `${stdout}${stderr}`.split('\n').filter((line) => line.includes('firmoteca'));
  assert.deepEqual(complaints, []);
  assert.equal(status, 0, stderr);
});

test('systemd reports a mistake in a unit', { skip }, () => {
  const path = join(folder, 'firmoteca-wrong.service');
  writeFileSync(path, textOf('firmoteca.service').replaceAll('/opt/firmoteca', ROOT).replace('Type=exec', 'Type=exce'));
  const { stderr } = spawnSync(ANALYZE, ['verify', '--man=no', path], { encoding: 'utf8' });
  assert.match(stderr, /exce/);
});

test('every unit runs an existing command with the same settings and the same sandbox', () => {
  const walls = (name: string): string[] =>
    textOf(name)
      .split('\n')
      .filter((line) =>
        /^(User|Environment|State|UMask|NoNew|Protect(System|Home)|Private|Restrict(Addr|Name)|Cap|SystemCall)/.test(
          line,
        ),
      );
  const services = units.filter((name) => name.endsWith('.service'));
  for (const name of services) {
    const [, verb = ''] = /^ExecStart=\/opt\/firmoteca\/bin\/firmoteca ([a-z]+)/m.exec(textOf(name)) ?? [];
    assert.ok(existsSync(join(ROOT, `src/cli/${verb}.ts`)), name);
    assert.deepEqual(walls(name), walls('firmoteca.service'), name);
  }
  for (const name of units.filter((one) => one.endsWith('.timer')))
    assert.ok(services.includes(name.replace('.timer', '.service')), name);
});

test('the environment file has existing settings with valid values', () => {
  const lines = textOf('firmoteca.env')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  const environment = Object.fromEntries(lines.map((line) => line.split('=', 2) as [string, string]));
  for (const name of Object.keys(environment)) assert.ok(name in settings, name);
  const { country, publicUrl, trustedProxies } = readConfig(environment);
  assert.deepEqual([country, publicUrl, trustedProxies.length], ['romania', 'https://firms.example', 2]);
});
