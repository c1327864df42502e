/** Who is calling, and may they: the one place that decides, before anything else is looked at. */
import type { Access, Caller } from './endpoint.ts';
import { Problem } from './problem.ts';

/** What the gate needs from accounts: the holder of a key, or the problem with it. */
export interface KeyHolders {
  holderOf(key: string): Promise<Caller>;
}

export interface Credentials {
  'x-api-key'?: string | undefined;
  authorization?: string | undefined;
}

export interface Gate {
  admit(access: Access, credentials: Credentials): Promise<Caller>;
}

export const gate = ({ holderOf }: KeyHolders): Gate => ({
  async admit(_access, credentials) {
    const key = keyOf(credentials);
    if (key === null) {
      throw new Problem('API_KEY_REQUIRED', 'Send your Pro key in the header X-API-Key, or as Authorization: Bearer.', {
        headers: { 'www-authenticate': 'Bearer' },
      });
    }
    return holderOf(key);
  },
});

/** The key of either header; both are fine when they agree. */
function keyOf(credentials: Credentials): string | null {
  const own = credentials['x-api-key'];
  const bearer = bearerOf(credentials.authorization);
  if (own !== undefined && bearer !== undefined && own !== bearer) {
    throw new Problem('INVALID_PARAMETER', 'X-API-Key and Authorization carry different keys; send one of them.', {
      details: [{ in: 'header', name: 'authorization', problem: 'differs from x-api-key' }],
    });
  }
  return own ?? bearer ?? null;
}

function bearerOf(authorization: string | undefined): string | undefined {
  if (authorization === undefined) return undefined;
  const bearer = /^Bearer +(\S+) *$/i.exec(authorization)?.[1];
  if (bearer === undefined) {
    throw new Problem('INVALID_API_KEY', 'The Authorization header must read: Bearer <your Pro key>.', {
      headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
    });
  }
  return bearer;
}
