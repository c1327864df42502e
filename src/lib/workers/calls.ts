/**
 * Typed calls between threads. Both sides share an interface: one serves an implementation on its end of a port, the other gets a proxy
 * with the same interface. A method that returns a promise is a call: its result or error is sent back. A method that returns nothing
 * is a notice: the caller does not wait, and notices are sent in batches.
 */
import type { MessagePort } from 'node:worker_threads';
import { reviveError, type SerializedError, serializeError } from './error-codec.ts';

/** Arguments and results are plain data, except an AbortSignal as the last argument: an abort is forwarded. */
// biome-ignore lint/suspicious/noConfusingVoidType: notices are declared with void.
export type Callable<Interface> = { [Name in keyof Interface]: (...args: never[]) => Promise<unknown> | void };

type Notices<Interface> = {
  [Name in keyof Interface as Interface[Name] extends (...args: never[]) => Promise<unknown> ? never : Name]: number;
};

type ToServer =
  | { id: number; name: string; args: unknown[]; withSignal: boolean }
  | { cancelled: number; reason: SerializedError }
  | { name: string; notices: unknown[][] };
type ToCaller = { id: number } & ({ value: unknown } | { error: SerializedError });

/** A batch of this size is sent at once. */
const NOTICES_MAX = 10_000;

type Method = (...args: unknown[]) => unknown;

/** Executes calls and notices from the port. `onError` gets errors of notices, for which no caller waits. */
export function serve<Interface extends Callable<Interface>>(
  port: MessagePort,
  implementation: Interface,
  onError: (error: unknown) => void = rethrow,
): void {
  // An interface has no index signature; `Callable` checks its members.
  const methods = implementation as unknown as Record<string, Method>;
  const open = new Map<number, AbortController>();

  const answer = async (id: number, name: string, args: unknown[]): Promise<void> => {
    try {
      const method = methods[name];
      if (method === undefined) throw new Error(`The other thread knows no ${name}.`);
      port.postMessage({ id, value: await Reflect.apply(method, implementation, args) } satisfies ToCaller);
    } catch (error) {
      port.postMessage({ id, error: serializeError(error) } satisfies ToCaller);
    } finally {
      open.delete(id);
    }
  };

  port.on('message', (message: ToServer) => {
    if ('cancelled' in message) open.get(message.cancelled)?.abort(reviveError(message.reason));
    else if ('notices' in message) receive(message.name, message.notices);
    else {
      const { id, name, args, withSignal } = message;
      const caller = new AbortController();
      open.set(id, caller);
      void answer(id, name, withSignal ? [...args, caller.signal] : args);
    }
  });
  const receive = (name: string, notices: unknown[][]): void => {
    for (const args of notices) {
      try {
        methods[name]?.(...args);
      } catch (error) {
        onError(error);
      }
    }
  };
  // A closed port cancels all calls.
  port.on('close', () => {
    for (const caller of open.values()) caller.abort(closedError());
  });
}

/**
 * The interface at the caller's end. Calls are rejected once the port is closed. `notices`: delay of each notice in milliseconds;
 * equal notices of a batch are sent once.
 */
export function connect<Interface extends Callable<Interface>>(
  port: MessagePort,
  ...[notices]: keyof Notices<Interface> extends never ? [] : [notices: Notices<Interface>]
): Interface {
  const open = new Map<number, PromiseWithResolvers<unknown>>();
  let isClosed = false;
  let lastId = 0;
  port.on('message', (reply: ToCaller) => {
    // Undefined after a cancellation.
    const pending = open.get(reply.id);
    open.delete(reply.id);
    if ('error' in reply) pending?.reject(reviveError(reply.error));
    else pending?.resolve(reply.value);
  });
  port.on('close', () => {
    isClosed = true;
    for (const { reject } of open.values()) reject(closedError());
    open.clear();
  });

  const call = async (name: string, args: unknown[]): Promise<unknown> => {
    const signal = args.at(-1) instanceof AbortSignal ? (args.at(-1) as AbortSignal) : null;
    signal?.throwIfAborted();
    if (isClosed) throw closedError();
    const id = ++lastId;
    const reply = Promise.withResolvers<unknown>();
    const plain = signal ? args.slice(0, -1) : args;
    port.postMessage({ id, name, args: plain, withSignal: signal !== null } satisfies ToServer);
    open.set(id, reply);
    if (signal === null) return reply.promise;
    const cancel = (): void => {
      open.delete(id);
      port.postMessage({ cancelled: id, reason: serializeError(signal.reason) } satisfies ToServer);
      reply.reject(signal.reason);
    };
    signal.addEventListener('abort', cancel, { once: true });
    return reply.promise.finally(() => signal.removeEventListener('abort', cancel));
  };

  const batch = (name: string, withinMs: number): Method => {
    const batched = new Map<string, unknown[]>();
    const flush = (): void => {
      clearTimeout(timer);
      port.postMessage({ name, notices: [...batched.values()] } satisfies ToServer);
      batched.clear();
    };
    let timer: NodeJS.Timeout | undefined;
    return (...args) => {
      if (batched.size === 0) timer = setTimeout(flush, withinMs).unref();
      batched.set(noticeKey(args), args);
      if (batched.size === NOTICES_MAX) flush();
    };
  };

  const methods: Record<string, Method> = Object.create(null);
  for (const [name, withinMs] of Object.entries<number>(notices ?? {})) methods[name] = batch(name, withinMs);
  // The compiler does not see that the proxy has every method of the interface.
  return new Proxy(methods, {
    get(target, name) {
      // `await` reads `then`: the proxy is no promise.
      if (typeof name === 'symbol' || name === 'then') return undefined;
      target[name] ??= (...args) => call(name, args);
      return target[name];
    },
  }) as unknown as Interface;
}

/** Equal for equal notices. Most have one string, thousands a second. */
const noticeKey = (args: unknown[]): string =>
  args.length === 1 && typeof args[0] === 'string' ? args[0] : JSON.stringify(args);

const closedError = (): Error => new Error('The other thread is gone.');

const rethrow = (error: unknown): void => {
  throw error;
};
