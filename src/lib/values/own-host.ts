/** Names of this machine in a `Host` header. */
import { ipNumber, isLoopback } from './ip.ts';

/** `localhost` and the addresses of the loopback, at any port: another may lead here, as containers do it. */
export function isOwnHost(host: string): boolean {
  const [, name = ''] = /^(localhost|\[[0-9a-f:.]{2,45}\]|[0-9.]{7,15})(?::[0-9]{1,5})?$/i.exec(host) ?? [];
  if (name.toLowerCase() === 'localhost') return true;
  const number = ipNumber(name.replace(/^\[|\]$/g, ''));
  return number !== null && isLoopback(number);
}
