/** The settings of the connector for agents: pages that may speak to it, and what public directories gave you to prove whose it is. */
import { httpAddress, list, optional, setting } from './setting-readers.ts';

export const agentSettings = {
  FIRMOTECA_AGENT_ORIGINS: setting(
    '',
    (value, name) => list(value).map((each) => new URL(httpAddress(each, name)).origin),
    'Origins, by commas, of web pages that may speak to the connector for agents, beside our own. Hosts that call from their servers need none.',
  ),
  FIRMOTECA_OPENAI_CHALLENGE: setting(
    '',
    optional,
    'Text that OpenAI gives you when you submit the connector: served at `/.well-known/openai-apps-challenge`.',
  ),
  FIRMOTECA_MCP_REGISTRY_AUTH: setting(
    '',
    optional,
    'Line that proves your domain to the MCP registry (`v=MCPv1; k=ed25519; p=…`): served at `/.well-known/mcp-registry-auth`.',
  ),
} as const;
