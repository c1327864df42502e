/** What a request for authorization asks, as the provider is to read it. */
import { FIRST_SCOPES, scopesIn } from './scopes.ts';

/** The rest belongs to ways of signing in that there are none of, and would only be refused: `nonce`, `max_age`, `login_hint` … */
const READ = new Set([
  ...['response_type', 'client_id', 'redirect_uri', 'state', 'scope', 'resource', 'response_mode', 'prompt'],
  ...['code_challenge', 'code_challenge_method', 'ui_locales', 'request', 'request_uri', 'registration'],
]);

/** Names that are sent twice stay so: the provider refuses them. */
export function authorizationQuery(sent: string): string {
  const asked = new URLSearchParams([...new URLSearchParams(sent)].filter(([name]) => READ.has(name)));
  // Who asks for nothing of ours gets what nobody minds.
  if (scopesIn(asked.get('scope') ?? '').length === 0) asked.set('scope', FIRST_SCOPES.join(' '));
  // Everybody is asked, always; only who wants nobody asked is told that this cannot be.
  if (asked.has('prompt') && asked.get('prompt') !== 'none') asked.set('prompt', 'consent');
  // Answers go into the address only; another way is refused there, and not in that way.
  if (asked.has('response_mode') && asked.get('response_mode') !== 'query') asked.set('response_mode', 'unsupported');
  return asked.toString();
}
