/** Serializes errors for another thread, and revives them with the same code, message, details, stack and cause. */

export interface SerializedError {
  /** Of its codec; null without one. */
  kind: string | null;
  name: string;
  message: string;
  /** The stack of the thread that threw. */
  stack: string | undefined;
  /** Further fields: codes of the system and of engines; code, message, faults and headers of an ApiError. */
  own: Record<string, unknown>;
  cause: SerializedError | undefined;
}

/** Revives errors of a class from their fields. */
export interface ErrorCodec {
  kind: string;
  accepts(error: Error): boolean;
  revive(own: Record<string, unknown>): Error;
}

const codecs = new Map<string, ErrorCodec>();

export const registerErrorCodec = (codec: ErrorCodec): unknown => codecs.set(codec.kind, codec);

/** An error may be its own cause. */
const CAUSES_MAX = 5;

export function serializeError(error: unknown, depth = 0): SerializedError {
  if (!(error instanceof Error)) {
    return { kind: null, name: 'Error', message: String(error), stack: undefined, own: {}, cause: undefined };
  }
  const { name, message, stack, cause } = error;
  return {
    kind: codecs.values().find((codec) => codec.accepts(error))?.kind ?? null,
    name,
    message,
    stack,
    own: ownOf(error),
    cause: cause === undefined || depth === CAUSES_MAX ? undefined : serializeError(cause, depth + 1),
  };
}

export function reviveError({ kind, name, message, stack, own, cause }: SerializedError): Error {
  const codec = kind === null ? undefined : codecs.get(kind);
  const error = codec?.revive(own) ?? Object.assign(new Error(message), own);
  defineHidden(error, 'stack', stack);
  if (!codec) defineHidden(error, 'name', name);
  if (cause !== undefined) defineHidden(error, 'cause', reviveError(cause));
  return error;
}

/** Fields that cannot be cloned, such as functions and sockets, are dropped. */
function ownOf(error: Error): Record<string, unknown> {
  const own: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(error)) {
    try {
      own[name] = structuredClone(value);
    } catch {
      // The rest of the error matters more.
    }
  }
  return own;
}

/** Not enumerable, as in native errors. */
function defineHidden(error: Error, name: 'stack' | 'name' | 'cause', value: unknown): void {
  Object.defineProperty(error, name, { value, writable: true, configurable: true, enumerable: false });
}
