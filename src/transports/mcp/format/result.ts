/** Results of tool calls in the protocol: the answer as values and as text, or an error with the next step. */

import type { CallToolResult } from '@modelcontextprotocol/server';
import type { ApiError, ApiErrorCode } from '#api/api-error.ts';
import type { Language } from '#lib/i18n/message.ts';
import { translate } from '#lib/i18n/message.ts';
import { messages } from '#locales/messages.ts';
import type { ToolCall } from '#transports/mcp/tool.ts';

/** The usual size of an answer, so that a conversation holds many; tools cut their lists to it. */
export const BYTES_USUAL = 8_000;
/** The upper limit of an answer. */
const BYTES_MAX = 40_000;

export const sizeOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

export function toolResult(answer: Record<string, unknown>): CallToolResult {
  const text = JSON.stringify(answer);
  if (Buffer.byteLength(text) > BYTES_MAX)
    throw new Error(`An answer of ${text.length} characters: its tool has to cut it.`);
  return { structuredContent: answer, content: [{ type: 'text', text }] };
}

type ErrorReader = Pick<ToolCall, 'language' | 'offersPro'>;

export const refusal = (problem: ApiError, reader: ErrorReader): CallToolResult => ({
  isError: true,
  content: [{ type: 'text', text: refusalText(problem, reader) }],
});

/** The text for the model: code, message, next step. */
export function refusalText(problem: ApiError, { language, offersPro }: ErrorReader): string {
  const code = codeOf(problem.code);
  if (code === NEEDS_PRO && !offersPro)
    return `${code}: ${translate(messages.agents.next.notOpen(), language)} ${translate(messages.agents.next.sayNotOpen(), language)}`;
  // The message for API callers speaks of keys, which no agent may send.
  const message =
    problem.code === 'PRO_KEY_REQUIRED'
      ? translate(messages.agents.next.partOfPro(), language)
      : problem.in(language).message;
  const advice = ADVICE[problem.code];
  return [`${code}: ${message}`, ...(advice ? [translate(advice(), language)] : [])].join(' ');
}

/** The log has the error. */
export const internalError = (language: Language): CallToolResult => ({
  isError: true,
  content: [
    {
      type: 'text',
      text: `INTERNAL_ERROR: ${translate(messages.agents.transport.internalError(), language)} ${translate(messages.agents.next.later(), language)}`,
    },
  ],
});

/** A host without support for scope challenges gets the missing scopes as text. */
export const missingScopes = (scopes: readonly string[], language: Language): CallToolResult => ({
  isError: true,
  content: [
    {
      type: 'text',
      text: `INSUFFICIENT_SCOPE: ${translate(messages.agents.transport.scopes({ scopes: scopes.join(' ') }), language)}`,
    },
  ],
});

const NEEDS_PRO = 'PRO_REQUIRED';

/** Models send arguments and no keys: codes about bodies and keys have other names here. */
const codeOf = (code: ApiErrorCode): string =>
  code === 'INVALID_BODY' || code === 'INVALID_PARAMETER'
    ? 'INVALID_ARGUMENT'
    : code === 'PRO_KEY_REQUIRED' || code === 'SUBSCRIPTION_INACTIVE'
      ? NEEDS_PRO
      : code;

const ADVICE: Partial<Record<ApiErrorCode, () => ReturnType<typeof messages.agents.next.correct>>> = {
  INVALID_BODY: messages.agents.next.correct,
  INVALID_PARAMETER: messages.agents.next.correct,
  NOT_FOUND: messages.agents.next.search,
  PRO_KEY_REQUIRED: messages.agents.next.tellOfPro,
  SUBSCRIPTION_INACTIVE: messages.agents.next.tellOfPro,
  RATE_LIMITED: messages.agents.next.wait,
  UPSTREAM_UNAVAILABLE: messages.agents.next.later,
  UPSTREAM_TIMEOUT: messages.agents.next.later,
  UPSTREAM_INVALID: messages.agents.next.later,
  OVERLOADED: messages.agents.next.onceMore,
  STORE_UNAVAILABLE: messages.agents.next.onceMore,
  SOURCE_NOT_LOADED: messages.agents.next.unknownHere,
  DOCUMENTATION_NOT_READY: messages.agents.next.afterThat,
  WITHDRAWN: messages.agents.next.takenBack,
  UNPROCESSABLE_DOCUMENT: messages.agents.next.openIt,
  SERVICE_STARTING: messages.agents.next.comeBack,
};
