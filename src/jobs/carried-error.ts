/** Errors on their way to another thread: as plain data, and made again on arrival with the same code, sentence, details, stack and cause. */
import { Problem } from '#operations/problem.ts';

export interface CarriedError {
  kind: 'problem' | 'error';
  name: string;
  message: string;
  /** Of the thread where it happened: that of the arrival says nothing. */
  stack: string | undefined;
  /** What the error holds beside: codes of the system and of engines; of a problem its code, sentence, faults and headers. */
  own: Record<string, unknown>;
  cause: CarriedError | undefined;
}

/** A cause of a cause of a cause tells enough; one that is its own cause has no end. */
const CAUSES_MAX = 5;

export function carried(error: unknown, depth = 0): CarriedError {
  if (!(error instanceof Error)) {
    return { kind: 'error', name: 'Error', message: String(error), stack: undefined, own: {}, cause: undefined };
  }
  const { name, message, stack, cause } = error;
  return {
    kind: error instanceof Problem ? 'problem' : 'error',
    name,
    message,
    stack,
    own: ownOf(error),
    cause: cause === undefined || depth === CAUSES_MAX ? undefined : carried(cause, depth + 1),
  };
}

export function arrived({ kind, name, message, stack, own, cause }: CarriedError): Error {
  const error = kind === 'problem' ? problemOf(own) : Object.assign(new Error(message), own);
  hidden(error, 'stack', stack);
  if (kind === 'error') hidden(error, 'name', name);
  if (cause !== undefined) hidden(error, 'cause', arrived(cause));
  return error;
}

function problemOf(own: Record<string, unknown>): Problem {
  const { code, sentence, faults, headers } = own as unknown as Problem;
  return new Problem(code, sentence, { details: [...faults], headers });
}

/** What cannot travel, such as functions and sockets, is left behind. */
function ownOf(error: Error): Record<string, unknown> {
  const own: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(error)) {
    try {
      own[name] = structuredClone(value);
    } catch {
      // The rest of the error is worth more than a complaint about this.
    }
  }
  return own;
}

/** As the language has it: not listed among what the error holds. */
function hidden(error: Error, name: 'stack' | 'name' | 'cause', value: unknown): void {
  Object.defineProperty(error, name, { value, writable: true, configurable: true, enumerable: false });
}
