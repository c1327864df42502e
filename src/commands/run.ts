/** argv → one command. */
import { parseArgs } from 'node:util';
import { type Command, print, UsageError } from '#commands/command.ts';
import { inOneSentence } from '#commands/operational-error.ts';
import { onTerminal, type Terminal, terminal } from '#commands/terminal.ts';
import { unknownSettings } from '#commands/unknown-settings.ts';
import { readConfig, WrongSetting } from '#config';
import { LaterVersion, OtherCountry, UnreadablePart } from '#store/dataset.ts';
import { HalfMoved } from '#store/half-moved.ts';
import { isStoreUnavailable } from '#store/unavailable.ts';
import { VERSION } from '#version';

/** Loaded when called: `keys list` must not wait for the server's modules. */
const commands: Record<string, () => Promise<{ command: Command }>> = {
  serve: () => import('#commands/serve.ts'),
  agents: () => import('#commands/agents.ts'),
  setup: () => import('#commands/setup.ts'),
  ingest: () => import('#commands/ingest.ts'),
  collect: () => import('#commands/collect.ts'),
  generations: () => import('#commands/generations.ts'),
  backup: () => import('#commands/backup.ts'),
  restore: () => import('#commands/restore.ts'),
  move: () => import('#commands/move.ts'),
  simulate: () => import('#commands/simulate.ts'),
  showcase: () => import('#commands/showcase.ts'),
  accounts: () => import('#commands/accounts.ts'),
  keys: () => import('#commands/keys.ts'),
  receipts: () => import('#commands/receipts.ts'),
  usage: () => import('#commands/usage.ts'),
  blocks: () => import('#commands/blocks.ts'),
  billing: () => import('#commands/billing.ts'),
  checks: () => import('#commands/checks.ts'),
  payments: () => import('#commands/payments.ts'),
  treasury: () => import('#commands/treasury.ts'),
  trust: () => import('#commands/trust.ts'),
  verify: () => import('#commands/verify.ts'),
  documents: () => import('#commands/documents.ts'),
  people: () => import('#commands/people.ts'),
  mail: () => import('#commands/mail.ts'),
  requests: () => import('#commands/requests.ts'),
  doctor: () => import('#commands/doctor.ts'),
  openapi: () => import('#commands/openapi.ts'),
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
      terminal().stderr.write(`${error.message}. ${ABOUT_STORE}\n`);
      return 1;
    }
    if (!isMistake(error)) throw error;
    terminal().stderr.write(`${error.message}\n`);
    if (!isSetting(error)) printUsageOf(command, rest[0]);
    return 2;
  }
}

/** No trace of calls: whoever reads it starts the database, or mends its address. */
const ABOUT_STORE = 'Start it, or look at DATABASE_URL (without one, at the data folder), and try again.';

const isSetting = (error: unknown): boolean =>
  [WrongSetting, OtherCountry, LaterVersion, UnreadablePart, HalfMoved].some((kind) => error instanceof kind);

const isMistake = (error: unknown): error is Error =>
  error instanceof UsageError ||
  isSetting(error) ||
  String((error as { code?: unknown }).code).startsWith('ERR_PARSE_ARGS');

/** Its usage tells: `keys create`, `backup [FILE|FOLDER]`, but not `ingest [--from FOLDER]`. */
const takesWords = ({ usage }: Command): boolean => usage.some((line) => /^[a-z]+ \[?[A-Za-z]/.test(line));

function printUsage({ summary, usage }: Command): void {
  // Indented lines tell about the one above.
  const lines = usage.map((line) => (line.startsWith(' ') ? `  ${line}` : `  npx firmoteca ${line}`));
  print(`${summary}\n\n${lines.join('\n')}`);
}

/** Under a mistake: of the verb that was meant, so that what is wrong is not scrolled away. */
function printUsageOf(command: Command, verb = ''): void {
  const own = command.usage.filter((line) => !line.startsWith(' ') && line.split(' ')[1] === verb);
  if (own.length === 0) printUsage(command);
  else print(`\n${own.map((line) => `  npx firmoteca ${line}`).join('\n')}`);
}

async function printHelp(verb: string | undefined): Promise<void> {
  if (verb !== undefined && verb !== 'help' && verb !== '--help') print(`There is no command ${verb}.\n`);
  print('Firmoteca: the company data of Romania.\n');
  for (const [name, load] of Object.entries(commands)) print(`  ${name.padEnd(12)} ${(await load()).command.summary}`);
  print('\nnpx firmoteca <command> --help tells the options, npx firmoteca --version which version this is.');
}

/** One command; its exit code. It ends no process: several can run in one, each with streams and settings of its own. */
export const runCommand = (args: readonly string[], own: Terminal): Promise<number> =>
  onTerminal(own, () => exitCode(args));

/** The command that this process was started for. */
export async function runProcess(): Promise<void> {
  // A reader such as `head` that has had enough is no failure; work is not left half done for it, and the exit code stays that of the work.
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
    terminal().stderr.write(`${inOneSentence(error) ?? stack}\n`);
    return 1;
  }
}
