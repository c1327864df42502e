/** Reads a part of an answer whose source may be unavailable: the answer then has the rest, and a note on the gap. */

import { ApiError } from '#api/api-error.ts';
import type { Message } from '#lib/i18n/message.ts';
import { messages } from '#locales/messages.ts';

export type Settled<Part> = { part: Part; missing: null } | { part: null; missing: Message };

/** Only an unavailable or unloaded source leaves a gap; errors of the caller and internal errors are rethrown. */
export async function settle<Part>(name: string, read: () => Promise<Part>): Promise<Settled<Part>> {
  try {
    return { part: await read(), missing: null };
  } catch (error) {
    if (!(error instanceof ApiError) || !GAPS.has(error.code)) throw error;
    return { part: null, missing: messages.agents.tools.missing({ part: name, why: error.explanation }) };
  }
}

const GAPS: ReadonlySet<string> = new Set([
  'UPSTREAM_UNAVAILABLE',
  'UPSTREAM_TIMEOUT',
  'UPSTREAM_INVALID',
  'SOURCE_NOT_LOADED',
]);
