/** The units in `deploy/systemd/`: systemd understands every line of them, and what they run and set exists. */
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

test('systemd finds nothing to complain about in the units', { skip }, () => {
  // The service is not installed here: its program lies where the project lies.
  for (const name of units) writeFileSync(join(folder, name), textOf(name).replaceAll('/opt/firmoteca', ROOT));
  const paths = units.map((name) => join(folder, name));
  const { status, stdout, stderr } = spawnSync(ANALYZE, ['verify', '--man=no', ...paths], { encoding: 'utf8' });
  // Units of the machine itself are none of our business.
  const complaints = `${stdout}${stderr}`.split('\n').filter((line) => line.includes('firmoteca'));
  assert.deepEqual(complaints, []);
  assert.equal(status, 0, stderr);
});

test('a mistake in a unit would be found', { skip }, () => {
  const path = join(folder, 'firmoteca-wrong.service');
  writeFileSync(path, textOf('firmoteca.service').replaceAll('/opt/firmoteca', ROOT).replace('Type=exec', 'Type=exce'));
  const { stderr } = spawnSync(ANALYZE, ['verify', '--man=no', path], { encoding: 'utf8' });
  assert.match(stderr, /exce/);
});

test('every unit runs a command that there is, with the same settings and the same walls around it', () => {
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

test('the file of settings names settings that there are, and their values are taken', () => {
  const lines = textOf('firmoteca.env')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  const environment = Object.fromEntries(lines.map((line) => line.split('=', 2) as [string, string]));
  for (const name of Object.keys(environment)) assert.ok(name in settings, name);
  const { country, publicUrl, trustedProxies } = readConfig(environment);
  assert.deepEqual([country, publicUrl, trustedProxies.length], ['romania', 'https://firms.example', 2]);
});
