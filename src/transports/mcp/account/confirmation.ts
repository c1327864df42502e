/**
 * Confirmation by the person behind an agent, on a page of the web app: a host's answer is the claim of a program and confirms nothing.
 * A host that supports links asks its person to open the page; its answer returns with the state that was sent with the question:
 * signed for this account, app, tool and arguments, for half an hour, and accepted once.
 */

import {
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  createRequestStateCodec,
  inputRequired,
  inputResponse,
} from '@modelcontextprotocol/server';
import Type from 'typebox';
import { ApiError } from '#api/api-error.ts';
import type { Context } from '#api/context.ts';
import { type Message, translate } from '#lib/i18n/message.ts';
import { oneOf, orNull } from '#lib/schema/fields.ts';
import type { Static } from '#lib/schema/static.ts';
import { sha256 } from '#lib/values/hash.ts';
import { messages } from '#locales/messages.ts';
import type { OwnerKeys } from '#platform/accounts/owner-keys.ts';
import { APPROVAL_MINUTES, type Approval, type ApprovalKind } from '#platform/approvals/approval.ts';
import type { Approvals } from '#platform/approvals/approvals.ts';
import type { Billing } from '#platform/billing/billing.ts';
import type { BillingSettings } from '#platform/billing/settings.ts';
import type { Plan } from '#platform/billing/subscriptions-table.ts';
import { InputRequired, type ToolCall } from '#transports/mcp/tool.ts';

export type AccountContext = Pick<Context, 'contact'> & {
  approvals: Approvals;
  keys: OwnerKeys;
  planOf(account: string): Promise<Plan | null>;
  /** Null where nothing is sold: the operator grants plans. */
  sold: { billing: Billing; settings: BillingSettings } | null;
  /** Signs the state of a question; the same on all hosts. At least 32 bytes. */
  stateKey: string;
  /** Requests a minute. */
  limits: { agent: number; agentPro: number; api: number };
};

const STATES = [...['open', 'declined', 'expired', 'done', 'paying', 'active'], ...['notSold', 'nothing']] as const;

/** The output of every tool that a person completes. */
export const Confirmation = Type.Object({
  state: oneOf(
    STATES,
    '`open`: the person has not finished it. `paying`: they went on to the payment, which is not confirmed. `active`: Pro is active. `done`: it is done. `nothing`: there is nothing to do. `notSold`: this installation sells nothing.',
  ),
  link: orNull(
    Type.String(),
    'A page of ours for the person, and for nobody else; null when there is nothing to open.',
  ),
  until: orNull(Type.String(), 'When the link expires.'),
  next: Type.String({ description: 'What to do or to say now.' }),
});
export type Confirmation = Static<typeof Confirmation>;

type State = (typeof STATES)[number];

export const confirmation = (
  { language }: Pick<ToolCall, 'language'>,
  state: State,
  message: Message,
  link: string | null = null,
  until: string | null = null,
): Confirmation => ({ state, link, until, next: translate(message, language) });

export const notSold = ({ contact }: Pick<Context, 'contact'>, call: Pick<ToolCall, 'language'>): Confirmation =>
  confirmation(
    call,
    'notSold',
    contact === null ? messages.agents.account.notSold() : messages.agents.account.notSoldAsk({ contact }),
  );

export interface Question {
  tool: string;
  input: object;
  kind: ApprovalKind;
  about?: string | null;
  /** The text that the host shows to its person. */
  message: Message;
  /** The text for the agent after the person has finished. */
  done: Message;
  /** The state after the person has finished. Default: `done`. */
  doneState?: 'paying';
  /** The output where there is nothing to ask; not checked with an answer, which comes after the person has acted. */
  nothing?(): Promise<Confirmation | null>;
}

type ConfirmContext = Pick<AccountContext, 'approvals' | 'stateKey'>;

const ANSWER = 'person';

/** Asks for a confirmation, or reads the answer that this call carries. */
export async function confirm(
  context: ConfirmContext,
  call: ToolCall,
  question: Question,
): Promise<Confirmation | InputRequired> {
  const answer = await answerOf(context, call, question);
  if (answer) return linkResult(context, call, question, answer);
  const nothing = await question.nothing?.();
  if (nothing) return nothing;
  const { id, expiresAt } = await context.approvals.open(intentOf(call, question), call.now);
  const link = call.link('approval', { id });
  if (!opensLinks(call)) return progress(call, question, { state: 'open', link, until: expiresAt });
  const request = inputRequired.elicitUrl({ message: translate(question.message, call.language), url: link });
  const requestState = await codecOf(context, call, question).mint({ errand: id }, call.protocol);
  return new InputRequired(inputRequired({ inputRequests: { [ANSWER]: request }, requestState }));
}

interface Answer {
  id: string;
  approval: Approval;
  action: 'accept' | 'decline' | 'cancel' | null;
}

async function linkResult(
  { approvals }: ConfirmContext,
  call: ToolCall,
  question: Question,
  { id, approval, action }: Answer,
): Promise<Confirmation> {
  const { state, expiresAt } = approval;
  if (action === 'decline' && (await approvals.close(approval, 'declined', call.now)))
    return progress(call, question, { state: 'declined' });
  return progress(
    call,
    question,
    state === 'open' ? { state, link: call.link('approval', { id }), until: expiresAt } : { state },
  );
}

interface Progress {
  state: Approval['state'];
  link?: string;
  until?: string;
}

function progress(call: ToolCall, { done, doneState }: Question, { state, link, until }: Progress): Confirmation {
  if (state === 'done') return confirmation(call, doneState ?? 'done', done);
  const { next } = messages.agents.account;
  return confirmation(call, state, state === 'open' ? next.giveLink() : next[state](), link, until);
}

/** Whether the host asks its person to open links, which it declares with each call. Hosts of protocol 2025 do not: no connection stays open. */
function opensLinks({ protocol, isLegacy }: ToolCall): boolean {
  // The package types the envelope as empty.
  const envelope = protocol.mcpReq.envelope as { [CLIENT_CAPABILITIES_META_KEY]?: ClientCapabilities } | undefined;
  return !isLegacy && envelope?.[CLIENT_CAPABILITIES_META_KEY]?.elicitation?.url !== undefined;
}

const intentOf = ({ grant: { account, client } }: ToolCall, { kind, about = null }: Question) => ({
  account,
  client,
  kind,
  about,
});

/** The state that is sent with a question. */
interface QuestionState {
  /** The id of the approval, under its name in states that are in use. */
  errand: string;
}

/** Null for a call without an answer: it is a new question, whatever else it contains. */
async function answerOf(context: ConfirmContext, call: ToolCall, question: Question): Promise<Answer | null> {
  const { mcpReq } = call.protocol;
  const state: unknown = mcpReq.requestState();
  if (call.isLegacy || state === undefined) return null;
  const id = await approvalIdIn(context, call, question, state);
  const approval = id === null ? null : await context.approvals.takeAnswer(id, intentOf(call, question), call.now);
  if (id === null || approval === null) throw new ApiError('INVALID_PARAMETER', messages.agents.account.answerOver());
  const view = inputResponse(mcpReq.inputResponses, ANSWER);
  return { id, approval, action: view.kind === 'elicit' ? view.action : null };
}

/** Null for a state that was signed for another call, or too long ago. */
async function approvalIdIn(
  context: ConfirmContext,
  call: ToolCall,
  question: Question,
  state: unknown,
): Promise<string | null> {
  if (typeof state !== 'string') return null;
  return codecOf(context, call, question)
    .verify(state, call.protocol)
    .then(
      ({ errand }) => errand,
      () => null,
    );
}

const codecOf = ({ stateKey }: ConfirmContext, { grant }: ToolCall, { tool, input }: Question) =>
  createRequestStateCodec<QuestionState>({
    key: stateKey,
    ttlSeconds: APPROVAL_MINUTES * 60,
    bind: () => JSON.stringify([grant.account, grant.client, grant.resource, tool, sha256(JSON.stringify(input))]),
  });
