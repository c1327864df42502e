/** The settings of the connector for agents: what public directories gave you to prove whose it is. */
import { optional, setting } from './setting-readers.ts';

export const agentSettings = {
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
