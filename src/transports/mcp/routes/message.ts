/** What a message asks for, as far as the door has to know it; whether it is a right one, the protocol says. */
import type { MessageId } from './refusals.ts';

export interface Message {
  id: MessageId;
  /** What is called: a tool, a resource or a prompt. Null for everything that is answered from memory. */
  called: Called | null;
}

export interface Called {
  kind: 'tool' | 'resource' | 'prompt';
  name: string;
}

const CALLS: ReadonlyMap<unknown, { kind: Called['kind']; field: 'name' | 'uri' }> = new Map([
  ['tools/call', { kind: 'tool', field: 'name' }],
  ['resources/read', { kind: 'resource', field: 'uri' }],
  ['prompts/get', { kind: 'prompt', field: 'name' }],
]);

/** Resources have as many names as there are companies. */
export const callName = ({ kind, name }: Called): string => (kind === 'resource' ? RESOURCE : name);

export const RESOURCE = 'resource';

export function messageIn(body: unknown): Message {
  const { id, method, params } = (body ?? {}) as { id?: unknown; method?: unknown; params?: unknown };
  const call = CALLS.get(method);
  return {
    id: typeof id === 'string' || typeof id === 'number' ? id : null,
    called: call ? { kind: call.kind, name: textIn(params, call.field) } : null,
  };
}

function textIn(params: unknown, field: 'name' | 'uri'): string {
  const value = typeof params === 'object' && params !== null ? (params as Record<string, unknown>)[field] : null;
  return typeof value === 'string' ? value : '';
}
