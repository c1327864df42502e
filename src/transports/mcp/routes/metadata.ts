/** What each place of the connector says of itself to programs that look for its authorization server (RFC 9728). */

import { messages } from '#locales/messages.ts';
import { FIRST_SCOPES } from '#platform/oauth/scopes.ts';
import { originReached } from '#transports/http/client-address.ts';
import type { Router } from '#transports/http/router.ts';
import type { Handler } from '#transports/http/server.ts';

import { forbidden } from './refusals.ts';

export const METADATA_PATH = '/.well-known/oauth-protected-resource';

const MAX_AGE_SECONDS = 3_600;

/** Of each path, and without one of the first: some clients ask for no other. */
export function addResourceMetadata(router: Router<Handler>, paths: readonly string[], publicUrl: string | null): void {
  const [first = '', ...others] = paths;
  const documents = [['', first], ...[first, ...others].map((path) => [path, path])] as const;
  for (const [suffix, path] of documents)
    router.add('GET', `${METADATA_PATH}${suffix}`, (request) => {
      const origin = originReached(request, publicUrl);
      if (origin === null) return forbidden(messages.agents.door.otherHost(), request);
      return {
        status: 200,
        headers: {
          'content-type': 'application/json',
          'cache-control': publicUrl === null ? 'no-store' : `public, max-age=${MAX_AGE_SECONDS}`,
        },
        body: JSON.stringify(metadataOf(origin, path)),
      };
    });
}

/** What more than the first scopes a tool needs, it asks for itself. */
const metadataOf = (origin: string, path: string) => ({
  resource: `${origin}${path}`,
  authorization_servers: [origin],
  scopes_supported: FIRST_SCOPES,
  bearer_methods_supported: ['header'],
  resource_name: 'Firmoteca',
  resource_documentation: `${origin}/docs`,
});
