/**
 * Examples as they may be shown now: whoever they are about may ask to be hidden while the service runs. Then somebody else stands
 * in, or the example is left out; and the answer that was kept of it is left out with it.
 */

import type { HiddenPersons } from '#lib/redaction/hidden-persons.ts';
import { decodedAddress } from '#lib/values/address-decoding.ts';
import type { Example, Operation } from './endpoint.ts';
import { type ExampleAnswer, exampleAnswer, examplePreview } from './response-examples.ts';

export interface DocumentedOperation extends Operation {
  /** Answers of the demo to the first example; null where there is none that may be shown. */
  answers: { whole: ExampleAnswer | null; preview: ExampleAnswer | null };
}

/** By who is hidden: offers are made with every request that is not paid for. */
const kept = new WeakMap<HiddenPersons, WeakMap<Operation, DocumentedOperation>>();

export function documentedOperation(operation: Operation, hidden: HiddenPersons): DocumentedOperation {
  const known = kept.get(hidden) ?? new WeakMap<Operation, DocumentedOperation>();
  kept.set(hidden, known);
  const shown = known.get(operation) ?? made(operation, hidden);
  known.set(operation, shown);
  return shown;
}

function made({ id, declaration }: Operation, hidden: HiddenPersons): DocumentedOperation {
  const isShown = (value: unknown): boolean => !leadsTo(value, hidden);
  const shown = ({ alternatives = [], ...example }: Example): Example[] =>
    [example, ...alternatives].filter(isShown).slice(0, 1);
  const { alternatives: _, ...first } = declaration.examples[0] ?? { title: '' };
  const isFirstShown = isShown(first);
  const answer = (given: ExampleAnswer | null): ExampleAnswer | null =>
    given !== null && isFirstShown && isShown(given) ? given : null;
  return {
    id,
    declaration: { ...declaration, examples: declaration.examples.flatMap(shown) },
    answers: { whole: answer(exampleAnswer(id)), preview: answer(examplePreview(id)) },
  };
}

/** Whether it names a hidden person, or gives the id: also in an address, however that is encoded. */
function leadsTo(value: unknown, { ids, names, version }: HiddenPersons): boolean {
  if (version === '') return false;
  if (ids.values().some((id) => JSON.stringify(value).includes(id))) return true;
  return textsIn(value).some((text) => {
    const spoken = decodedAddress(text);
    return names.redacted(text) !== text || names.redacted(spoken) !== spoken;
  });
}

/** Each as it is: in JSON a name behind a new line would begin with the letter of its escape. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
