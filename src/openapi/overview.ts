/** What holds for all operations of an installation, gathered from its declarations and settings: introduction, guidance and /llms.txt say it. */
import type { Operation } from '#operations/endpoint.ts';

/** Requests a minute. */
export interface Limits {
  /** With a Pro key, over all keys of the account. */
  pro: number;
  /** From one address without a key. */
  address: number;
  /** From a browser that opened a page of ours. */
  browser: number;
}

export interface Overview {
  /** The key that opens the demo country; null where real data is served. */
  demoKey: string | null;
  isSold: boolean;
  /** Null where nobody said. */
  limits: Limits | null;
  /** Beside JSON, as the parameter `format` of operations names them. */
  formats: string[];
}

/** In the order in which declarations name them. */
export function formatsOf(operations: readonly Operation[]): string[] {
  const named = operations.flatMap(({ declaration }) => choicesOf(declaration.query?.properties.format));
  return [...new Set(named)].filter((format) => format !== 'json');
}

interface Choices {
  enum?: unknown[];
  anyOf?: { const?: unknown }[];
}

const choicesOf = (schema: Choices = {}): string[] =>
  [...(schema.enum ?? []), ...(schema.anyOf ?? []).map((choice) => choice.const)].filter(
    (choice) => typeof choice === 'string',
  );
