/** What holds for all operations of an installation, gathered from its declarations and settings: introduction, guidance and /llms.txt say it. */
import type { Json } from './components.ts';

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
  /** Operations that need neither key nor payment: `POST /api/receipts/verify`. */
  free: string[];
  /** Whether answers can be had of a day of the past, with a receipt. */
  hasReceipts: boolean;
}

/** Where receipts are checked: who has it, issues them. */
const RECEIPTS_CHECKED = '/api/receipts/verify';

export const hasReceiptsIn = ({ paths }: Json): boolean => RECEIPTS_CHECKED in (paths as Json);

/** By method and path, wherever the document says so. */
export const freeIn = ({ paths }: Json): string[] =>
  Object.entries(paths as Record<string, Record<string, { 'x-access'?: string }>>).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => operation['x-access'] === 'free')
      .map(([method]) => `${method.toUpperCase()} ${path}`),
  );

interface Parameter {
  name?: string;
  schema?: { enum?: unknown[] };
}

/** Every value of a parameter `format`, wherever the document describes one. */
export function formatsIn(document: Json): string[] {
  const { paths, components } = document as {
    paths: Record<string, Record<string, { parameters?: Parameter[] }>>;
    components: { parameters?: Record<string, Parameter> };
  };
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  const parameters = [
    ...Object.values(components.parameters ?? {}),
    ...operations.flatMap((one) => one.parameters ?? []),
  ];
  const named = parameters.filter(({ name }) => name === 'format').flatMap(({ schema }) => schema?.enum ?? []);
  return [...new Set(named.map(String))].filter((format) => format !== 'json');
}
