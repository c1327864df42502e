/** A part of an answer that its source may leave open: then the rest is told, with a note of what is missing and why. */

import { ApiError } from '#api/api-error.ts';
import type { Message } from '#lib/i18n/message.ts';
import { messages } from '#locales/messages.ts';

export type Attempted<Part> = { part: Part; missing: null } | { part: null; missing: Message };

/** What the caller did wrong, and what is our fault, is thrown on: only a source that is silent or not loaded leaves a gap. */
export async function attempted<Part>(name: string, read: () => Promise<Part>): Promise<Attempted<Part>> {
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
