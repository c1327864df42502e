/**
 * Every regular expression in `src/`: literals, `RegExp(…)`, and the `pattern` of schemas. Expressions composed while a module loads are
 * captured there; expressions composed later cannot be checked in advance and are only listed.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Node, parseSync, Visitor } from 'oxc-parser';
import { type Constants, constantsOf, isRegex, textOf } from './constants.ts';
import { madeByLoading } from './module-regexes.ts';

export interface Regex {
  source: string;
  flags: string;
  /** Its first location: `file:line`, or the file. */
  place: string;
}

export interface Found {
  /** By name. */
  regexes: Map<string, Regex>;
  /** `file: expression` of those composed at run time. */
  later: string[];
}

/** The name of an expression in the table of verdicts. */
export const nameOf = ({ source, flags }: Pick<Regex, 'source' | 'flags'>): string => `/${source}/${flags}`;

const PRODUCT = ['src', 'demo-country', 'locales'];

/** Flags of the expressions that the schema validator creates. */
const SCHEMA_FLAGS = 'u';

export async function findRegexes(root: string, folders: readonly string[] = PRODUCT): Promise<Found> {
  const files = folders
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
    )
    .filter((name) => /\.(?:ts|js)$/.test(name) && !name.endsWith('.test.ts'))
    .sort();
  const parsed = files.map((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    return { file, text, program: parseSync(file, text).program };
  });
  const constants = constantsOf(parsed.map(({ program }) => program));
  const found: Found = { regexes: new Map(), later: [] };
  const add = (regex: Regex): void => {
    if (!found.regexes.has(nameOf(regex))) found.regexes.set(nameOf(regex), regex);
  };
  for (const [i, { file, text, program }] of parsed.entries()) {
    const lineAt = (at: number): number => text.slice(0, at).split('\n').length;
    const unknown: string[] = [];
    look(program, constants[i] as Constants, {
      regex: (source, flags, { start }) => add({ source, flags, place: `${file}:${lineAt(start)}` }),
      unknown: ({ start, end }) => unknown.push(`${file}: ${text.slice(start, end).replaceAll(/\s+/g, ' ')}`),
    });
    if (unknown.length === 0) continue;
    const created = await madeByLoading(join(root, file));
    for (const regex of created) add({ ...regex, place: file });
    if (created.length < unknown.length) found.later.push(...unknown);
  }
  return found;
}

interface Seen {
  regex(source: string, flags: string, node: Node): void;
  unknown(node: Node): void;
}

function look(program: Node, constants: Constants, seen: Seen): void {
  const created = (node: Extract<Node, { type: 'NewExpression' | 'CallExpression' }>): void => {
    if (node.callee.type !== 'Identifier' || node.callee.name !== 'RegExp') return;
    const [source, flags] = node.arguments;
    const known = source ? textOf(source, constants) : '';
    const knownFlags = flags ? textOf(flags, constants) : '';
    if (known === null || knownFlags === null) seen.unknown(node);
    else seen.regex(known, knownFlags, node);
  };
  new Visitor({
    Literal(node) {
      if (isRegex(node)) seen.regex(node.regex.pattern, node.regex.flags, node);
    },
    NewExpression: created,
    CallExpression: created,
    Property(node) {
      if (node.key.type !== 'Identifier' || node.key.name !== 'pattern' || isRegex(node.value)) return;
      const known = textOf(node.value, constants);
      if (known === null) seen.unknown(node);
      else seen.regex(known, SCHEMA_FLAGS, node);
    },
  }).visit(program as Extract<Node, { type: 'Program' }>);
}
