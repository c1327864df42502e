/** Runtime, clock, data folder, free space and secrets. Changes nothing. */
import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { personalFiles } from '#data/ingest/personal-files.ts';
import { openness } from '#data/store/own-folder.ts';
import { bucharestDay } from '#lib/values/date.ts';
import type { Config } from '#server/config/config.ts';
import { publicationsFolder } from '#server/jobs/load-publications.ts';
import { secretsProblem } from '#server/secrets.ts';
import { type Finding, messageOf, ok, warning, wrong } from './finding.ts';

/** The version that npm installs; the launcher accepts later ones. */
const NODE_MAJOR_MIN = 26;
/** State, logs and working files of a day fit into this. */
const FREE_BYTES_MIN = 200_000_000;

export async function checkMachine(config: Config): Promise<Finding[]> {
  return [
    runtime(),
    clock(),
    folder(config.dataFolder),
    ...(config.country === 'romania' ? [await birthDates(config)] : []),
    space(config.dataFolder),
    secrets(config.secretsFile),
  ];
}

function runtime(): Finding {
  const found = `Node ${process.versions.node}, SQLite ${process.versions.sqlite}, ${process.platform}-${process.arch}`;
  return Number.parseInt(process.versions.node, 10) >= NODE_MAJOR_MIN
    ? ok('runtime', found)
    : wrong('runtime', found, 'Run npm ci and start through bin/firmoteca, which uses the Node that npm installed.');
}

function clock(): Finding {
  const now = new Date();
  return ok('clock', `${now.toISOString()}, in București it is ${bucharestDay(now)}`);
}

function folder(path: string): Finding {
  if (!existsSync(path))
    return wrong(
      'data folder',
      `${path} does not exist`,
      'Set FIRMOTECA_DATA, or run npm start or npx firmoteca setup.',
    );
  try {
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
    if (!statSync(path).isDirectory())
      return wrong('data folder', `${path} is no folder`, 'Set FIRMOTECA_DATA to a folder.');
    const mode = openness(path);
    return mode === null
      ? ok('data folder', `${path}, open to its owner only`)
      : wrong('data folder', `${path} is open to others (${mode})`, `Run: chmod 700 ${path}`);
  } catch (error) {
    return wrong('data folder', messageOf(error), 'Give the folder to the user who runs the service.');
  }
}

/** Files with birth dates are needed until an import has read them. */
async function birthDates({ dataFolder, keepPublications }: Config): Promise<Finding> {
  const files = await personalFiles(publicationsFolder(dataFolder));
  if (files.length === 0) return ok('birth dates', 'in no file');
  const open = files.filter((file) => openness(file) !== null);
  if (open.length > 0)
    return wrong('birth dates', `others can read ${open.join(', ')}`, `Run: chmod 600 ${open.join(' ')}`);
  if (keepPublications)
    return ok('birth dates', `${files.length} files, retained by setting, readable by their owner only`);
  return warning(
    'birth dates',
    `${files.length} files contain them: ${files.join(', ')}`,
    'Run npx firmoteca ingest, which deletes them when they have been read, or set FIRMOTECA_KEEP_PUBLICATIONS=yes.',
  );
}

function space(path: string): Finding {
  let existing = path;
  while (!existsSync(existing)) existing = dirname(existing);
  const { bavail, bsize } = statfsSync(existing);
  const found = `${((bavail * bsize) / 1e9).toFixed(1)} GB free`;
  return bavail * bsize >= FREE_BYTES_MIN
    ? ok('free space', found)
    : wrong('free space', found, 'Make room: below 200 MB writes will fail soon.');
}

function secrets(file: string): Finding {
  if (!existsSync(file))
    return warning(
      'secrets',
      `${file} does not exist yet`,
      'The first start creates it; every further host needs that of the first.',
    );
  const problem = secretsProblem(file);
  if (problem !== null) return wrong('secrets', problem.found, problem.advice);
  return ok('secrets', `${file}, complete, readable by its owner only`);
}
