/** The commands of an installation, from the first build to the API keys: their output and exit codes. */
import assert from 'node:assert/strict';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Manifest } from '#data/store/dataset.ts';
import { openStore } from '#data/store/open.ts';
import { lockFolder } from '#data/store/sqlite/folder-lock.ts';
import { loadSecrets } from '#server/secrets.ts';
import { type Environment, firmoteca, launched } from '#test/support/cli.ts';
import { keptInstallation } from '#test/support/installation-snapshot.ts';
import { secretsIn } from '#test/support/known-secrets.ts';
import { testDatabase } from '#test/support/postgres-server.ts';
import { type SmallService, smallService } from '#test/support/small-service.ts';
import { isLongTier } from '#test/support/tier.ts';
import { companyCui } from '#test/support/tiny-country.ts';
import { until } from '#test/support/until.ts';

const folder = mkdtempSync(join(tmpdir(), 'firmoteca-commands-'));
const data = join(folder, 'demo');
const demo: Environment = { FIRMOTECA_DATA: data, FIRMOTECA_COMPANIES: '300', FIRMOTECA_WORKERS: '1', PORT: '0' };

before(() => keptInstallation(data));
after(() => rmSync(folder, { recursive: true }));

const commands = join(import.meta.dirname, '../../src/cli');
const verbs = readdirSync(commands)
  .filter(
    (name) =>
      name.endsWith('.ts') && readFileSync(join(commands, name), 'utf8').includes('export const command: Command'),
  )
  .map((name) => name.slice(0, -'.ts'.length));

test('without a command every command is listed, and each command prints its usage', async () => {
  const { code, stdout } = await firmoteca([]);
  assert.equal(code, 0);
  assert.ok(verbs.length > 15);
  for (const verb of verbs) {
    assert.match(stdout, new RegExp(`^  ${verb} `, 'm'));
    const help = await firmoteca([verb, '--help']);
    assert.equal(help.code, 0, verb);
    assert.match(help.stdout, new RegExp(`npx firmoteca ${verb}`));
    // Descriptions of options name no other command.
    assert.doesNotMatch(help.stdout, new RegExp(`npx firmoteca (?!${verb}\\b)`), verb);
  }
});

test('--version prints the version of package.json', async () => {
  const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')) as {
    version: string;
  };
  const { code, stdout } = await launched(['--version']);
  assert.deepEqual([code, stdout.split(' ', 2).join(' ')], [0, `firmoteca ${version}`]);
});

test('wrong usage exits with 2 and a hint', async () => {
  for (const [args, output] of [
    [['dance'], /no command dance/],
    [['keys'], /create, list, revoke or import-free/],
    [['keys', 'create'], /--plan pro/],
    [['keys', 'create', '--colour', 'red'], /--colour/],
    [['generations', 'use'], /generations use N/],
    [['backup', 'a', 'b'], /one file or folder/],
    [['backup', '--keep', 'all'], /--keep takes a whole number/],
    [['restore'], /restore FILE/],
    [['move'], /npx firmoteca move --to postgres/],
    [['move', '--to', 'mysql://x'], /move --to postgres/],
    [['generations', 'paint'], /list, check, rollback or use/],
    [['ingest', '--from', 'x', '--download'], /not both/],
    [['ingest', '--from', join(folder, 'nowhere')], /no folder/],
    [['doctor', '--sources', '--cui', 'x'], /--cui/],
    [['ingest', 'a-folder'], /ingest takes options only, not “a-folder”/],
    [['serve', '8080'], /serve takes options only/],
    [['receipts'], /rotate or keys/],
    [['receipts', 'forget'], /rotate or keys/],
  ] as const) {
    const { code, stdout, stderr } = await firmoteca([...args], demo);
    assert.equal(code, 2, args.join(' '));
    assert.match(stdout + stderr, output);
    assert.doesNotMatch(stderr, /\n\s+at /, 'no stack');
  }
});

test('errors of the operating system are one sentence without a stack trace', async () => {
  for (const [environment, output] of [
    [
      { FIRMOTECA_DATA: join(import.meta.dirname, '../support/cli.ts', 'data') },
      /^This is no folder: .*\(ENOTDIR, \w+\)\.\n$/,
    ],
    [
      { DATABASE_URL: 'postgres://nobody@127.0.0.1:9/nothing' },
      /^The database does not answer: connect ECONNREFUSED 127\.0\.0\.1:9\. Start it, .*\n$/,
    ],
  ] as const) {
    const { code, stderr } = await firmoteca(['keys', 'list'], { ...demo, ...environment });
    assert.equal(code, 1, stderr);
    assert.match(stderr, output);
  }
});

const ANOTHER_BUILD =
  'Another build is running on this data folder, which can hold only one at a time: wait until it has ended, or stop it.\n';

test('a second concurrent build is refused', async () => {
  const release = lockFolder(join(data, 'build.lock'));
  const { code, stderr } = await firmoteca(['ingest', '--json', '--from', join(data, 'publications')], demo);
  release();
  assert.deepEqual([code, stderr], [1, ANOTHER_BUILD]);
});

test('of two concurrent first builds in an empty folder one succeeds and the other is refused', {
  skip: !isLongTier,
}, async () => {
  const both = { ...demo, FIRMOTECA_DATA: join(folder, 'both') };
  const ended = await Promise.all([launched(['ingest', '--json'], both), launched(['ingest', '--json'], both)]);
  const [built, other] = ended.toSorted((a, b) => a.code - b.code);
  assert.equal(built?.code, 0, String(built?.stderr));
  // If the first build has already ended, the second builds again.
  const isRefused = other?.code === 1;
  assert.equal(other?.stderr, isRefused ? ANOTHER_BUILD : '');
});

test('an invalid setting exits with 2 and names the setting', async () => {
  const { code, stderr } = await firmoteca(['showcase'], { PORT: 'eighty' });
  assert.equal(code, 2);
  assert.match(stderr, /PORT must be a whole number/);
});

test('showcase lists its records as JSON and as text', async () => {
  const { json } = await firmoteca(['showcase', '--json']);
  const records = json() as { id: string; cui: string; name: string; shows: string }[];
  assert.ok(records.length >= 30);
  const { stdout } = await firmoteca(['showcase']);
  for (const { cui, shows } of records) assert.ok(stdout.includes(cui) && stdout.includes(shows), cui);
});

test('openapi prints the document without a running service', async () => {
  const document = (await firmoteca(['openapi'], demo)).json() as { openapi: string; paths: object };
  assert.match(document.openapi, /^3\.1/);
  assert.ok('/api/company/{cui}' in document.paths);
});

describe('generations', () => {
  test('the served generation is listed and complete, and a rollback without an earlier one is an error', async () => {
    const [only] = (await firmoteca(['generations', 'list', '--json'], demo)).json() as (Manifest & {
      served: boolean;
    })[];
    assert.equal(only?.served, true);
    assert.ok(only?.parts.some(({ name }) => name === 'search'));
    const check = await firmoteca(['generations', 'check', '--json'], demo);
    assert.deepEqual([check.code, check.json()], [0, { id: only?.id, problems: [] }]);
    const back = await firmoteca(['generations', 'rollback'], demo);
    assert.deepEqual(
      [back.code, back.stderr.trim()],
      [
        1,
        'There is no earlier generation to go back to; only the one before the newest is kept. To change what is served, run npx firmoteca ingest.',
      ],
    );
  });

  test('a generation is selected by number or id, and an unknown number is an error', async () => {
    const [only] = (await firmoteca(['generations', 'list', '--json'], demo)).json() as Manifest[];
    for (const which of ['1', only?.id ?? '']) {
      const { code, stdout } = await firmoteca(['generations', 'use', which], demo);
      assert.deepEqual([code, stdout], [0, `${only?.id} is being served.\n`]);
    }
    const { code, stderr } = await firmoteca(['generations', 'use', '7'], demo);
    assert.deepEqual([code, /^There is no generation 7: .*list/.test(stderr)], [1, true]);
    assert.match((await firmoteca(['generations', 'list'], demo)).stdout, new RegExp(`^1: ${only?.id}`));
  });

  test('an ingest of unchanged publications publishes nothing', async () => {
    const report = (await firmoteca(['ingest', '--from', join(data, 'publications'), '--json'], demo)).json();
    assert.equal((report as { published: boolean }).published, false);
  });
});

describe('keys', () => {
  let service: SmallService;
  let running: Environment;
  before(async () => {
    service = await smallService({ bare: true });
    running = { ...demo, FIRMOTECA_DATA: service.place.folder, FIRMOTECA_SECRETS: secretsIn(folder) };
  });
  after(() => service.close());

  test('a new key works on the running service, and a revoked key is refused', async () => {
    const created = (await firmoteca(['keys', 'create', '--plan', 'pro', '--json'], running)).json() as Made;
    const ask = (key: string) =>
      fetch(`${service.origin}/api/company/${companyCui(0)}`, { headers: { 'x-api-key': key } });
    assert.equal((await ask(created.key)).status, 200);

    const entries = (await firmoteca(['keys', 'list', '--json'], running)).json() as { id: string }[];
    assert.ok(entries.some(({ id }) => id === created.id));
    assert.ok(!JSON.stringify(entries).includes(created.key), 'the list does not contain the key');

    assert.equal((await firmoteca(['keys', 'revoke', created.id], running)).code, 0);
    await until('the key is revoked', async () => (await ask(created.key)).status === 401);
    assert.equal((await firmoteca(['keys', 'revoke', created.id], running)).code, 1);
  });

  test('a running service follows a restore within a second: a key revoked after the back-up works again', async () => {
    const created = (await firmoteca(['keys', 'create', '--plan', 'pro', '--json'], running)).json() as Made;
    const ask = () =>
      fetch(`${service.origin}/api/company/${companyCui(0)}`, { headers: { 'x-api-key': created.key } });
    const { file } = (await firmoteca(['backup', '--json'], running)).json() as { file: string };
    await firmoteca(['keys', 'revoke', created.id], running);
    await until('the key is revoked', async () => (await ask()).status === 401);
    const { code, stdout, stderr } = await firmoteca(['restore', file, '--replace'], running);
    assert.equal(code, 0, stderr);
    assert.match(stdout, /A running service sees it within a second\./);
    await until('the key works again', async () => (await ask()).status === 200);
  });

  test('a back-up with other secrets is refused if a dataset was built with the current ones', async () => {
    const other = { ...demo, FIRMOTECA_DATA: join(folder, 'other') };
    await firmoteca(['keys', 'create', '--plan', 'pro'], other);
    const { file } = (await firmoteca(['backup', '--json'], other)).json() as { file: string };
    const { code, stderr } = await firmoteca(['restore', file, '--replace'], demo);
    assert.equal(code, 1);
    assert.match(stderr, /built with other secrets.*hidden ones would show.*\nNothing was changed\.\n$/);
  });

  test('the receipt key is rotated and listed; only public halves of former keys are stored', async () => {
    const rotate = async () => (await firmoteca(['receipts', 'rotate', '--json'], running)).json();
    const [first, second] = [await rotate(), await rotate()] as { kid: string; keysBefore: number }[];
    assert.deepEqual([first?.keysBefore, second?.keysBefore], [1, 2]);
    const lines = (await firmoteca(['receipts', 'keys'], running)).stdout.trim().split('\n');
    assert.equal(lines[0], `${second?.kid}  signs`);
    assert.match(lines[1] ?? '', new RegExp(`^${first?.kid}  until 20`));
    const { receiptKeysBefore = [] } = loadSecrets(running.FIRMOTECA_SECRETS ?? '');
    assert.deepEqual(
      receiptKeysBefore.map((stored) => Object.keys(stored)),
      [
        ['x', 'retiredAt'],
        ['x', 'retiredAt'],
      ],
    );
  });

  interface Made {
    key: string;
    id: string;
  }
});

test('demo data and real data are never mixed', async () => {
  for (const verb of [['serve'], ['keys', 'list'], ['generations', 'list'], ['setup', '--yes']]) {
    const { code, stderr } = await firmoteca(verb, { ...demo, FIRMOTECA_COUNTRY: 'romania' });
    assert.equal(code, 2, verb.join(' '));
    assert.match(stderr, /holds the country "demo", and "romania" was asked for/);
    assert.doesNotMatch(stderr, /\n\s+at /);
  }
});

describe('doctor', () => {
  type Findings = { ok: boolean; findings: { check: string; state: string; found: string; advice: string | null }[] };
  const examine = async (environment = demo) => {
    const { code, json } = await firmoteca(['doctor', '--json'], environment);
    const { ok, findings } = json() as Findings;
    assert.equal(ok, code === 0);
    return { code, wrong: findings.filter(({ state }) => state === 'wrong'), findings };
  };

  test('a healthy installation exits with 0', async () => {
    const { code, wrong, findings } = await examine();
    assert.deepEqual([code, wrong], [0, []]);
    for (const check of ['runtime', 'clock', 'free space', 'secrets', 'generation', 'part search', 'documents'])
      assert.ok(
        findings.some((finding) => finding.check === check),
        check,
      );
    const foundOf = (check: string): string => findings.find((finding) => finding.check === check)?.found ?? '';
    assert.match(foundOf('documents'), /files in .*documents, stored without a limit/);
    // Other tests ran services on this folder, so the number of collected documents is not fixed.
    const { documents: db, close } = await openStore({ databaseUrl: null, folder: data, country: 'demo' });
    try {
      const stored = await db.one<{ bytes: number | null }>('select sum(bytes) as bytes from blob');
      assert.equal(foundOf('space for documents'), `${((stored?.bytes ?? 0) / 1e9).toFixed(2)} of 20 GB`);
      const states = await db.all<{ line: string }>(
        "select count(*) || ' ' || state as line from documentation group by state",
      );
      const [result = ''] = foundOf('collected documents').split(';');
      const expected = states.length === 0 ? ['none yet'] : states.map(({ line }) => line);
      assert.deepEqual(result.split(', ').toSorted(), expected.toSorted());
    } finally {
      await close();
    }
  });

  test('after a failed import the doctor suggests a new import of its file instead of a check of the sources', async () => {
    // The other parts come from the previous generation.
    const [good, broken] = [join(folder, 'good'), join(folder, 'broken')];
    for (const into of [good, broken])
      cpSync(join(data, 'publications/import/tax-debts.csv'), join(into, 'tax-debts.csv'), {
        preserveTimestamps: true,
      });
    const file = join(broken, 'tax-debts.csv');
    const lines = readFileSync(file, 'utf8').split('\n');
    writeFileSync(file, lines.map((line, i) => (i < 2 ? line : line.replace(/;[0-9.]+;/, ';much;'))).join('\n'));
    const { stdout } = await firmoteca(['ingest', '--from', broken], demo);
    const result = stdout.split('\n').find((line) => line.startsWith('debts')) ?? '';
    assert.equal(result.match(/understood/g)?.length, 1, result);
    const { wrong } = await examine();
    assert.equal((await firmoteca(['ingest', '--from', good], demo)).code, 0);
    assert.deepEqual((await examine()).wrong, []);
    assert.deepEqual(
      wrong.map(({ check }) => check),
      ['part debts'],
    );
    assert.match(wrong[0]?.advice ?? '', /ingest --from FOLDER/);
    assert.doesNotMatch(wrong[0]?.advice ?? '', /--sources/);
  });

  test('secrets readable by others are reported with the command that fixes them', async () => {
    const secrets = join(data, 'secrets.json');
    chmodSync(secrets, 0o644);
    const { code, wrong } = await examine();
    chmodSync(secrets, 0o600);
    assert.equal(code, 1);
    assert.deepEqual([wrong.length, wrong[0]?.check, wrong[0]?.advice], [1, 'secrets', `chmod 600 ${secrets}`]);
  });

  test('a missing installation is reported and no folder is created', async () => {
    const nowhere = join(folder, 'nowhere');
    const { code, wrong } = await examine({ ...demo, FIRMOTECA_DATA: nowhere });
    assert.equal(code, 1);
    assert.deepEqual(
      wrong.map(({ check }) => check),
      ['data folder', 'database'],
    );
    assert.ok(!existsSync(nowhere));
  });

  test('an unreachable database is reported', async () => {
    const { wrong } = await examine({ ...demo, DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none' });
    assert.deepEqual(
      wrong.map(({ check }) => check),
      ['database'],
    );
  });

  test('an empty database stays empty, and one without a generation is reported', async () => {
    const database = await testDatabase();
    try {
      const onPostgres = { ...demo, DATABASE_URL: database.url };
      for (const _ of [1, 2])
        assert.deepEqual(
          (await examine(onPostgres)).wrong.map(({ found }) => found),
          ['nothing is installed in this database'],
        );
      await (await openStore({ databaseUrl: database.url, folder: data, country: 'demo' })).close();
      const { wrong, findings } = await examine(onPostgres);
      assert.deepEqual(
        wrong.map(({ check, found }) => [check, found]),
        [['generation', 'there is none yet']],
      );
      assert.equal(findings.filter(({ found }) => found === 'all applied').length, 3);
    } finally {
      await database.stop();
    }
  });

  // Last, since it damages the installation.
  test('a damaged part is reported by name', async () => {
    const part = readdirSync(join(data, 'parts')).find((name) => name.startsWith('finances')) ?? '';
    truncateSync(join(data, 'parts', part), 65_536);
    const { code, wrong } = await examine();
    assert.equal(code, 1);
    assert.ok(
      wrong.some(({ check, found }) => check === 'generation' && found.includes('finances')),
      JSON.stringify(wrong),
    );
  });
});
