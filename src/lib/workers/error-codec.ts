/** Errors on their way to another thread: as plain data, and made again on arrival with the same code, sentence, details, stack and cause. */

export interface CarriedError {
  /** Of the codec that takes it; null for every other error. */
  kind: string | null;
  name: string;
  message: string;
  /** Of the thread where it happened: that of the arrival says nothing. */
  stack: string | undefined;
  /** What the error holds beside: codes of the system and of engines; of a problem its code, sentence, faults and headers. */
  own: Record<string, unknown>;
  cause: CarriedError | undefined;
}

/** How errors of a class travel that are more than a message: by their own fields, from which they are made again. */
export interface ErrorCodec {
  kind: string;
  takes(error: Error): boolean;
  revive(own: Record<string, unknown>): Error;
}

const codecs = new Map<string, ErrorCodec>();

export const registerErrorCodec = (codec: ErrorCodec): unknown => codecs.set(codec.kind, codec);

/** A cause of a cause of a cause tells enough; one that is its own cause has no end. */
const CAUSES_MAX = 5;

export function carried(error: unknown, depth = 0): CarriedError {
  if (!(error instanceof Error)) {
    return { kind: null, name: 'Error', message: String(error), stack: undefined, own: {}, cause: undefined };
  }
  const { name, message, stack, cause } = error;
  return {
    kind: codecs.values().find((codec) => codec.takes(error))?.kind ?? null,
    name,
    message,
    stack,
    own: ownOf(error),
    cause: cause === undefined || depth === CAUSES_MAX ? undefined : carried(cause, depth + 1),
  };
}

export function arrived({ kind, name, message, stack, own, cause }: CarriedError): Error {
  const codec = kind === null ? undefined : codecs.get(kind);
  const error = codec?.revive(own) ?? Object.assign(new Error(message), own);
  hidden(error, 'stack', stack);
  if (!codec) hidden(error, 'name', name);
  if (cause !== undefined) hidden(error, 'cause', arrived(cause));
  return error;
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
