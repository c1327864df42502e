/** Questions and answers between threads, over a MessagePort: plain data, one promise per question. */
import type { MessagePort } from 'node:worker_threads';

type Question = { id: number; name: string; args: unknown[] };
type Reply = { id: number } & ({ value: unknown } | { error: string });

// biome-ignore lint/suspicious/noExplicitAny: functions of every kind cross here; each side names their types.
export type Callable = Record<string, (...args: any[]) => Promise<unknown> | undefined>;

/** Answers what comes in on the port. */
export function serveCalls(port: MessagePort, functions: Callable): void {
  port.on('message', async ({ id, name, args }: Question) => {
    try {
      const value = await functions[name]?.(...args);
      port.postMessage({ id, value } satisfies Reply);
    } catch (error) {
      port.postMessage({ id, error: error instanceof Error ? error.message : String(error) } satisfies Reply);
    }
  });
}

/** A function that asks the other side. What is open when the other side goes away is rejected. */
export function connectCalls(port: MessagePort): <Value>(name: string, ...args: unknown[]) => Promise<Value> {
  const open = new Map<number, PromiseWithResolvers<unknown>>();
  let lastId = 0;
  port.on('message', (reply: Reply) => {
    const question = open.get(reply.id);
    open.delete(reply.id);
    if ('error' in reply) question?.reject(new Error(reply.error));
    else question?.resolve(reply.value);
  });
  port.on('close', () => {
    for (const { reject } of open.values()) reject(new Error('The other thread is gone.'));
    open.clear();
  });
  return <Value>(name: string, ...args: unknown[]) => {
    const id = ++lastId;
    const reply = Promise.withResolvers<unknown>();
    open.set(id, reply);
    port.postMessage({ id, name, args } satisfies Question);
    return reply.promise as Promise<Value>;
  };
}
