/**
 * Documentation examples without hidden persons. Persons may be hidden while the service runs; an alternative example then replaces
 * it, or the example and its recorded answer are left out.
 */
import { existsSync, readFileSync } from 'node:fs';
import { projectFile } from '#lib/paths.ts';
import type { HiddenPersons } from '#lib/redaction/hidden-names.ts';
import { decodedAddress } from '#lib/values/address-decoding.ts';
import type { Example, Operation } from './endpoint.ts';

export interface DocumentedOperation extends Operation {
  /** The demo's answers to the first example; null without a visible one. */
  answers: { whole: ExampleAnswer | null; preview: ExampleAnswer | null };
}

/** Cached by the hidden persons: every unpaid request renders an offer from it. */
const cache = new WeakMap<HiddenPersons, WeakMap<Operation, DocumentedOperation>>();

export function documentedOperation(operation: Operation, hidden: HiddenPersons): DocumentedOperation {
  const operations = cache.get(hidden) ?? new WeakMap<Operation, DocumentedOperation>();
  cache.set(hidden, operations);
  const firstVisible = operations.get(operation) ?? withoutHidden(operation, hidden);
  operations.set(operation, firstVisible);
  return firstVisible;
}

function withoutHidden({ id, declaration }: Operation, hidden: HiddenPersons): DocumentedOperation {
  const isVisible = (value: unknown): boolean => !mentionsHidden(value, hidden);
  const firstVisible = ({ alternatives = [], ...example }: Example): Example[] =>
    [example, ...alternatives].filter(isVisible).slice(0, 1);
  const { alternatives: _, ...first } = declaration.examples[0] ?? { title: '' };
  const isFirstVisible = isVisible(first);
  const answer = (recorded: ExampleAnswer | null): ExampleAnswer | null =>
    recorded !== null && isFirstVisible && isVisible(recorded) ? recorded : null;
  return {
    id,
    declaration: { ...declaration, examples: declaration.examples.flatMap(firstVisible) },
    answers: { whole: answer(exampleAnswer(id)), preview: answer(examplePreview(id)) },
  };
}

/** Whether a value contains the name or id of a hidden person, also in an address in any encoding. */
function mentionsHidden(value: unknown, { ids, names, version }: HiddenPersons): boolean {
  if (version === '') return false;
  if (ids.values().some((id) => JSON.stringify(value).includes(id))) return true;
  return textsIn(value).some((text) => {
    const decoded = decodedAddress(text);
    return names.redact(text) !== text || names.redact(decoded) !== decoded;
  });
}

/** Texts are compared unescaped: in JSON a name after a newline would begin with the letter of the escape. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

export const exampleFolder = projectFile('reference/examples/');

export interface ExampleAnswer {
  success: true;
  data: unknown;
  meta: Record<string, unknown>;
}

const answers = new Map<string, ExampleAnswer | null>();

/**
 * The recorded answer of the demo to the first example of an operation, its lists cut to the first rows (`npm run generate`);
 * null for an operation that was just declared.
 */
export const exampleAnswer = (id: string): ExampleAnswer | null =>
  answers.getOrInsertComputed(id, () => {
    const file = new URL(`${id}.json`, exampleFolder);
    return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as ExampleAnswer) : null;
  });

/** The same as a free visitor sees it; null without a preview. */
export const examplePreview = (id: string): ExampleAnswer | null => exampleAnswer(`${id}.preview`);
