/**
 * One typed way to call another thread. Both sides share an interface: one serves what implements it on its end of a port, the
 * other gets the same interface at its end. A method that gives a promise is a question: its answer or its error comes back. One
 * that gives nothing is a notice: nobody waits, and those of a while travel together.
 */
import type { MessagePort } from 'node:worker_threads';
import { arrived, type CarriedError, carried } from './error-codec.ts';

/** Arguments and answers are plain data, but for an AbortSignal as the last argument: a caller that aborts, aborts it there. */
// biome-ignore lint/suspicious/noConfusingVoidType: that is what a method which gives nothing is declared with.
export type Callable<Interface> = { [Name in keyof Interface]: (...args: never[]) => Promise<unknown> | void };

type Notices<Interface> = {
  [Name in keyof Interface as Interface[Name] extends (...args: never[]) => Promise<unknown> ? never : Name]: number;
};

type ToServer =
  | { id: number; name: string; args: unknown[]; withSignal: boolean }
  | { cancelled: number; reason: CarriedError }
  | { name: string; notices: unknown[][] };
type ToCaller = { id: number } & ({ value: unknown } | { error: CarriedError });

/** Notices that travel together; when there are more, they set out at once. */
const NOTICES_MAX = 10_000;

type Method = (...args: unknown[]) => unknown;

/** Answers what comes in on the port. Nobody waits for a notice: `onError` hears what went wrong with one. */
export function serve<Interface extends Callable<Interface>>(
  port: MessagePort,
  implementation: Interface,
  onError: (error: unknown) => void = rethrow,
): void {
  const methods = implementation as unknown as Record<string, Method>;
  const open = new Map<number, AbortController>();

  const answer = async (id: number, name: string, args: unknown[]): Promise<void> => {
    try {
      const method = methods[name];
      if (method === undefined) throw new Error(`The other thread knows no ${name}.`);
      port.postMessage({ id, value: await Reflect.apply(method, implementation, args) } satisfies ToCaller);
    } catch (error) {
      port.postMessage({ id, error: carried(error) } satisfies ToCaller);
    } finally {
      open.delete(id);
    }
  };

  port.on('message', (message: ToServer) => {
    if ('cancelled' in message) open.get(message.cancelled)?.abort(arrived(message.reason));
    else if ('notices' in message) take(message.name, message.notices);
    else {
      const { id, name, args, withSignal } = message;
      const caller = new AbortController();
      open.set(id, caller);
      void answer(id, name, withSignal ? [...args, caller.signal] : args);
    }
  });
  const take = (name: string, notices: unknown[][]): void => {
    for (const args of notices) {
      try {
        methods[name]?.(...args);
      } catch (error) {
        onError(error);
      }
    }
  };
  // A caller that is gone has cancelled.
  port.on('close', () => {
    for (const caller of open.values()) caller.abort(gone());
  });
}

/**
 * The interface at the caller's end. Questions are rejected when the other side goes away, also those asked later. `notices` says
 * within how many milliseconds those of each kind set out; equal ones of that while are told once.
 */
export function connect<Interface extends Callable<Interface>>(
  port: MessagePort,
  ...[notices]: keyof Notices<Interface> extends never ? [] : [notices: Notices<Interface>]
): Interface {
  const open = new Map<number, PromiseWithResolvers<unknown>>();
  let isGone = false;
  let lastId = 0;
  port.on('message', (reply: ToCaller) => {
    // One that was cancelled waits no more.
    const question = open.get(reply.id);
    open.delete(reply.id);
    if ('error' in reply) question?.reject(arrived(reply.error));
    else question?.resolve(reply.value);
  });
  port.on('close', () => {
    isGone = true;
    for (const { reject } of open.values()) reject(gone());
    open.clear();
  });

  const ask = async (name: string, args: unknown[]): Promise<unknown> => {
    const signal = args.at(-1) instanceof AbortSignal ? (args.at(-1) as AbortSignal) : null;
    signal?.throwIfAborted();
    if (isGone) throw gone();
    const id = ++lastId;
    const reply = Promise.withResolvers<unknown>();
    const sent = signal ? args.slice(0, -1) : args;
    port.postMessage({ id, name, args: sent, withSignal: signal !== null } satisfies ToServer);
    open.set(id, reply);
    if (signal === null) return reply.promise;
    const cancel = (): void => {
      open.delete(id);
      port.postMessage({ cancelled: id, reason: carried(signal.reason) } satisfies ToServer);
      reply.reject(signal.reason);
    };
    signal.addEventListener('abort', cancel, { once: true });
    return reply.promise.finally(() => signal.removeEventListener('abort', cancel));
  };

  const collect = (name: string, withinMs: number): Method => {
    const waiting = new Map<string, unknown[]>();
    const tell = (): void => {
      clearTimeout(timer);
      port.postMessage({ name, notices: [...waiting.values()] } satisfies ToServer);
      waiting.clear();
    };
    let timer: NodeJS.Timeout | undefined;
    return (...args) => {
      if (waiting.size === 0) timer = setTimeout(tell, withinMs).unref();
      waiting.set(sameness(args), args);
      if (waiting.size === NOTICES_MAX) tell();
    };
  };

  const methods: Record<string, Method> = Object.create(null);
  for (const [name, withinMs] of Object.entries<number>(notices ?? {})) methods[name] = collect(name, withinMs);
  return new Proxy(methods, {
    get(known, name) {
      // A promise of it is asked for its `then`.
      if (typeof name === 'symbol' || name === 'then') return undefined;
      known[name] ??= (...args) => ask(name, args);
      return known[name];
    },
  }) as unknown as Interface;
}

/** Equal for equal notices of one kind. Most tell one name, thousands of them a second. */
const sameness = (args: unknown[]): string =>
  args.length === 1 && typeof args[0] === 'string' ? args[0] : JSON.stringify(args);

const gone = (): Error => new Error('The other thread is gone.');

const rethrow = (error: unknown): void => {
  throw error;
};
