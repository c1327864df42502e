/**
 * Asks the person behind an agent, and reads what they answered. An answer comes back with the state that went out with the question:
 * sealed for this account, app, tool and these arguments, for half an hour, and taken once. What a host says of its person's answer
 * opens a link or confirms an end; it never pays and never shows a key.
 */

import { createRequestStateCodec, inputRequired, inputResponse } from '@modelcontextprotocol/server';
import { ApiError } from '#api/api-error.ts';
import { type Message, translate } from '#lib/i18n/message.ts';
import { sha256 } from '#lib/values/hash.ts';
import { messages } from '#locales/messages.ts';
import { APPROVAL_MINUTES, type Approval, type ApprovalKind } from '#platform/approvals/approval.ts';
import { canShow, PersonAsked } from '#transports/mcp/protocol/person-asked.ts';
import type { ToolCall } from '#transports/mcp/tool.ts';
import type { AccountToolsNeeds } from './needs.ts';

export interface Question {
  tool: string;
  input: object;
  kind: ApprovalKind;
  about?: string | null;
  /** What the host shows to its person. */
  message: Message;
}

/** How far it is, and where the person finishes it. */
export interface InBrowser {
  state: Approval['state'];
  link: string | null;
  until: string | null;
}

type Needs = Pick<AccountToolsNeeds, 'approvals' | 'stateKey'>;

const ANSWER = 'person';
const CONFIRM = 'confirm';

/** What only a browser of the person finishes: the host opens the link, or the model gives it on. */
export async function askedByLink(needs: Needs, call: ToolCall, question: Question): Promise<InBrowser | PersonAsked> {
  const brought = await broughtAnswer(needs, call, question);
  if (brought) {
    const { approval, id, action } = brought;
    if (action === 'decline' && (await needs.approvals.close(approval, 'declined', call.now)))
      return { state: 'declined', link: null, until: null };
    const isOpen = approval.state === 'open';
    return { state: approval.state, ...(isOpen ? placeOf(call, id, approval.expiresAt) : { link: null, until: null }) };
  }
  const { id, expiresAt } = await needs.approvals.open(wishOf(call, question), call.now);
  const place = placeOf(call, id, expiresAt);
  if (!canShow(call.protocol, call.isLegacy).link) return { state: 'open', ...place };
  const request = inputRequired.elicitUrl({ message: translate(question.message, call.language), url: place.link });
  return asked(needs, call, question, id, request);
}

/** What a person confirms in their host, where it shows forms; else by a link. `confirmed`: take it now, and close the errand when it is done. */
export async function askedByForm(
  needs: Needs,
  call: ToolCall,
  question: Question,
): Promise<{ confirmed: Approval } | InBrowser | PersonAsked> {
  const brought = await broughtAnswer(needs, call, question);
  if (brought) {
    const { approval, action, content } = brought;
    if (approval.state === 'open' && action === 'accept' && content?.[CONFIRM] === true) return { confirmed: approval };
    await needs.approvals.close(approval, 'declined', call.now);
    return { state: approval.state === 'open' ? 'declined' : approval.state, link: null, until: null };
  }
  const { id, expiresAt } = await needs.approvals.open(wishOf(call, question), call.now);
  if (!canShow(call.protocol, call.isLegacy).form) return { state: 'open', ...placeOf(call, id, expiresAt) };
  const title = translate(messages.agents.asks.confirm(), call.language);
  const request = inputRequired.elicit({
    message: translate(question.message, call.language),
    requestedSchema: { type: 'object', properties: { [CONFIRM]: { type: 'boolean', title } }, required: [CONFIRM] },
  });
  return asked(needs, call, question, id, request);
}

const placeOf = ({ link }: ToolCall, id: string, until: string) => ({ link: link('approval', { id }), until });

const wishOf = ({ grant: { account, client } }: ToolCall, { kind, about = null }: Question) => ({
  account,
  client,
  kind,
  about,
});

/** What goes out with a question. */
interface Remembered {
  /** Its name in states that are on their way. */
  errand: string;
}

async function asked(
  needs: Needs,
  call: ToolCall,
  question: Question,
  id: string,
  request: ReturnType<typeof inputRequired.elicitUrl>,
): Promise<PersonAsked> {
  const requestState = await codecOf(needs, call, question).mint({ errand: id }, call.protocol);
  return new PersonAsked(inputRequired({ inputRequests: { [ANSWER]: request }, requestState }));
}

interface Brought {
  id: string;
  approval: Approval;
  action: 'accept' | 'decline' | 'cancel' | null;
  content: Record<string, unknown> | undefined;
}

/** Null for a call that brings no answer: it is a new question then, whatever else it holds. */
async function broughtAnswer(needs: Needs, call: ToolCall, question: Question): Promise<Brought | null> {
  const { mcpReq } = call.protocol;
  const sealed: unknown = mcpReq.requestState();
  if (call.isLegacy || sealed === undefined) return null;
  const id = await opened(needs, call, question, sealed);
  const approval = id === null ? null : await needs.approvals.takeAnswer(id, wishOf(call, question), call.now);
  if (id === null || approval === null) throw new ApiError('INVALID_PARAMETER', messages.agents.account.answerOver());
  const view = inputResponse(mcpReq.inputResponses, ANSWER);
  const isAnswer = view.kind === 'elicit';
  return { id, approval, action: isAnswer ? view.action : null, content: isAnswer ? view.content : undefined };
}

/** Null for a state that we did not seal for this very call, or too long ago. */
async function opened(needs: Needs, call: ToolCall, question: Question, sealed: unknown): Promise<string | null> {
  if (typeof sealed !== 'string') return null;
  return codecOf(needs, call, question)
    .verify(sealed, call.protocol)
    .then(
      ({ errand }) => errand,
      () => null,
    );
}

const codecOf = ({ stateKey }: Needs, { grant }: ToolCall, { tool, input }: Question) =>
  createRequestStateCodec<Remembered>({
    key: stateKey,
    ttlSeconds: APPROVAL_MINUTES * 60,
    bind: () => JSON.stringify([grant.account, grant.client, grant.resource, tool, sha256(JSON.stringify(input))]),
  });
