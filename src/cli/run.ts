/** Runs the command that the arguments name. */

import { parseArgs } from 'node:util';
import { HalfMoved, LaterVersion, OtherCountry, UnreadablePart } from '#data/store/dataset.ts';
import { isStoreUnavailable } from '#data/store/unavailable.ts';
import { nearest } from '#lib/values/nearest.ts';
import { VERSION } from '#lib/version.ts';
import { readConfig, settings, WrongSetting } from '#server/config/config.ts';
import { operationalMessage } from '#server/error-messages.ts';
import { type Command, onTerminal, print, type Terminal, terminal, UsageError } from './command.ts';

/** Loaded on call: `keys list` must not wait for the server's modules. */
const commands: Record<string, () => Promise<{ command: Command }>> = {
  serve: () => import('./serve.ts'),
  agents: () => import('./agents.ts'),
  setup: () => import('./setup.ts'),
  ingest: () => import('./ingest.ts'),
  collect: () => import('./collect.ts'),
  generations: () => import('./generations.ts'),
  backup: () => import('./backup.ts'),
  restore: () => import('./restore.ts'),
  move: () => import('./move.ts'),
  simulate: () => import('./simulate.ts'),
  showcase: () => import('./showcase.ts'),
  accounts: () => import('./accounts.ts'),
  keys: () => import('./keys.ts'),
  receipts: () => import('./receipts.ts'),
  usage: () => import('./usage.ts'),
  blocks: () => import('./blocks.ts'),
  billing: () => import('./billing.ts'),
  checks: () => import('./checks.ts'),
  payments: () => import('./payments.ts'),
  treasury: () => import('./treasury.ts'),
  trust: () => import('./trust.ts'),
  verify: () => import('./verify.ts'),
  documents: () => import('./documents.ts'),
  people: () => import('./people.ts'),
  mail: () => import('./mail.ts'),
  requests: () => import('./requests.ts'),
  doctor: () => import('./doctor.ts'),
  openapi: () => import('./openapi.ts'),
};

async function main([verb, ...rest]: string[]): Promise<number> {
  if (verb === '--version') {
    print(`firmoteca ${VERSION} (Node ${process.versions.node})`);
    return 0;
  }
  const load = Object.hasOwn(commands, verb ?? '') ? commands[verb ?? ''] : undefined;
  if (verb === undefined || load === undefined) {
    await printHelp(verb);
    return verb === undefined || verb === 'help' || verb === '--help' ? 0 : 2;
  }
  const { command } = await load();
  if (rest.includes('--help')) {
    printUsage(command);
    return 0;
  }
  try {
    const { positionals, values } = parseArgs({ args: rest, options: command.options, allowPositionals: true });
    const options = values as Record<string, string | boolean | undefined>;
    if (positionals.length > 0 && !takesWords(command))
      throw new UsageError(`${verb} takes options only, not “${positionals.join(' ')}”.`);
    for (const sentence of unknownSettings(terminal().env)) terminal().stderr.write(`${sentence}\n`);
    return await command.run({ words: positionals, options, config: readConfig(terminal().env) });
  } catch (error) {
    if (isStoreUnavailable(error)) {
      // About a file of SQLite the message itself says what helps.
      const advice = 'errcode' in Object(error.cause) ? '' : `. ${ABOUT_STORE}`;
      terminal().stderr.write(`${error.message}${advice}\n`);
      return 1;
    }
    if (!isMistake(error)) throw error;
    terminal().stderr.write(`${error.message}\n`);
    if (!isSetting(error)) printUsageOf(command, rest[0]);
    return 2;
  }
}

/** Printed without a stack: the reader starts the database, or corrects its address. */
const ABOUT_STORE = 'Start it, or look at DATABASE_URL (without one, at the data folder), and try again.';

const isSetting = (error: unknown): boolean =>
  [WrongSetting, OtherCountry, LaterVersion, UnreadablePart, HalfMoved].some((kind) => error instanceof kind);

const isMistake = (error: unknown): error is Error =>
  error instanceof UsageError ||
  isSetting(error) ||
  String((error as { code?: unknown }).code).startsWith('ERR_PARSE_ARGS');

/** By its usage: `keys create`, `backup [FILE|FOLDER]`, but not `ingest [--from FOLDER]`. */
const takesWords = ({ usage }: Command): boolean => usage.some((line) => /^[a-z]+ \[?[A-Za-z]/.test(line));

function printUsage({ summary, usage }: Command): void {
  // Indented lines explain the one above.
  const lines = usage.map((line) => (line.startsWith(' ') ? `  ${line}` : `  npx firmoteca ${line}`));
  print(`${summary}\n\n${lines.join('\n')}`);
}

/** After a mistake: the usage of the verb only, so that the message stays visible. */
function printUsageOf(command: Command, verb = ''): void {
  const own = command.usage.filter((line) => !line.startsWith(' ') && line.split(' ')[1] === verb);
  if (own.length === 0) printUsage(command);
  else print(`\n${own.map((line) => `  npx firmoteca ${line}`).join('\n')}`);
}

async function printHelp(verb: string | undefined): Promise<void> {
  if (verb !== undefined && verb !== 'help' && verb !== '--help') print(`There is no command ${verb}.\n`);
  print('Firmoteca: the company data of Romania.\n');
  for (const [name, load] of Object.entries(commands)) print(`  ${name.padEnd(12)} ${(await load()).command.summary}`);
  print('\nnpx firmoteca <command> --help lists the options, npx firmoteca --version prints the version.');
}

/** Runs one command; returns its exit code. Several commands can run in one process, each with its own streams and settings. */
export const runCommand = (args: readonly string[], own: Terminal): Promise<number> =>
  onTerminal(own, () => exitCode(args));

/** The command that this process was started for. */
export async function runProcess(): Promise<void> {
  // A reader such as `head` that closes the pipe is no failure: the work continues, and decides the exit code.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
  process.stderr.on('error', () => {});
  process.exitCode = await exitCode(process.argv.slice(2));
}

async function exitCode(args: readonly string[]): Promise<number> {
  try {
    return await main([...args]);
  } catch (error) {
    const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
    terminal().stderr.write(`${operationalMessage(error, dataFolder()) ?? stack}\n`);
    return 1;
  }
}

function dataFolder(): string | undefined {
  try {
    return readConfig(terminal().env).dataFolder;
  } catch {
    // A wrong setting was the error.
    return undefined;
  }
}

const PREFIX = 'FIRMOTECA_';
/** Settings of the test runner, which tests pass on. */
const OF_TESTS = `${PREFIX}TEST_`;

/** One sentence each, with the setting that was probably meant. */
export const unknownSettings = (environment: Record<string, string | undefined>): string[] =>
  Object.keys(environment)
    .filter((name) => name.startsWith(PREFIX) && !name.startsWith(OF_TESTS) && !(name in settings))
    .map((name) => {
      const meant = nearSetting(name);
      return `${name} is no setting and counts for nothing${meant === null ? '; docs/settings.md lists them all.' : `: did you mean ${meant}?`}`;
    });

/** Compares without the common prefix. */
function nearSetting(name: string): string | null {
  const bare = new Map(Object.keys(settings).map((each) => [each.replace(PREFIX, ''), each]));
  const [near = ''] = nearest(name.slice(PREFIX.length), [...bare.keys()]);
  return bare.get(near) ?? null;
}
