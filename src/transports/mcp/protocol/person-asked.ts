/** The answer of a tool that cannot be given before its person was asked: what is to be shown to them, and what comes back with their answer. */
import {
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  type InputRequiredResult,
  type ServerContext,
} from '@modelcontextprotocol/server';

export class PersonAsked {
  readonly result: InputRequiredResult;

  constructor(result: InputRequiredResult) {
    this.result = result;
  }
}

/** What a host can show to its person, as it says with each call. Hosts of 2025 can show nothing to us: no connection is kept to ask by. */
export function canShow(protocol: ServerContext, isLegacy: boolean): { form: boolean; link: boolean } {
  // The package's own type of it is empty.
  const envelope = protocol.mcpReq.envelope as { [CLIENT_CAPABILITIES_META_KEY]?: ClientCapabilities } | undefined;
  const can = envelope?.[CLIENT_CAPABILITIES_META_KEY]?.elicitation;
  if (isLegacy || !can) return { form: false, link: false };
  // Who names neither shows forms, as all did before links came.
  return { form: can.form !== undefined || can.url === undefined, link: can.url !== undefined };
}
