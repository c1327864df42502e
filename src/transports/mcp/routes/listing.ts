/** Files for public directories of connectors: the server description, and proofs of ownership. */

import { ApiError } from '#api/api-error.ts';
import { messages } from '#locales/messages.ts';
import { type Handler, releaseDocument } from '#transports/http/reply.ts';
import type { Router } from '#transports/http/router.ts';

export interface Listing {
  version: string;
  /** Null without the setting: then the connector cannot be listed. */
  publicUrl: string | null;
  /** The demo is never listed. */
  isDemo: boolean;
  /** Path of the listed connector: directories refuse commerce. */
  path: string;
  /** The operator gets them from the directories. */
  proofs: Proofs;
}

export interface Proofs {
  openai: string | null;
  registry: string | null;
}

export const SERVER_JSON = '/.well-known/mcp/server.json';
const OPENAI_PROOF = '/.well-known/openai-apps-challenge';
const REGISTRY_PROOF = '/.well-known/mcp-registry-auth';

const SCHEMA = 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json';

export function addListing(router: Router<Handler>, listing: Listing): void {
  router.add('GET', SERVER_JSON, () => ({
    status: 200,
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'public, max-age=3600' },
    body: JSON.stringify(serverJson(listing), null, 2),
  }));
  for (const [path, proof] of [
    [OPENAI_PROOF, listing.proofs.openai],
    [REGISTRY_PROOF, listing.proofs.registry],
  ] as const)
    if (proof !== null)
      router.add(
        'GET',
        path,
        releaseDocument('text/plain; charset=utf-8', () => proof),
      );
}

/** The description for the protocol's registry; throws the reason where it cannot be listed. */
export function serverJson({ version, publicUrl, isDemo, path }: Listing): object {
  if (isDemo) throw new ApiError('NOT_FOUND', messages.agents.demoUnlisted());
  if (publicUrl === null || !publicUrl.startsWith('https://'))
    throw new ApiError('NOT_FOUND', messages.agents.unlistedAddress());
  return {
    $schema: SCHEMA,
    name: `${new URL(publicUrl).hostname.split('.').reverse().join('.')}/firmoteca`,
    title: 'Firmoteca',
    description: 'Romanian companies, balance sheets and public contracts from official sources, with citations.',
    version,
    websiteUrl: publicUrl,
    icons: [
      { src: `${publicUrl}/icon-512.png`, mimeType: 'image/png', sizes: ['512x512'] },
      { src: `${publicUrl}/icon.svg`, mimeType: 'image/svg+xml', sizes: ['any'] },
    ],
    remotes: [{ type: 'streamable-http', url: `${publicUrl}${path}` }],
  };
}
