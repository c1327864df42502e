/** The addresses that letters go to: plain ones, as nearly everybody has. Whatever could be read as more than one address is none. */
import { domainToASCII } from 'node:url';

/** Longer ones do not exist (RFC 5321). */
const LENGTH_MAX = 254;
const LOCAL_MAX = 64;
const DOMAIN_MAX = 253;

/** An atom of RFC 5322 without what routes, quotes or lists use; names with quotation marks or letters beyond ASCII need servers that few have. */
const LOCAL = /^[a-z0-9!#$&'*+/=?^_{|}~-]+(?:\.[a-z0-9!#$&'*+/=?^_{|}~-]+)*$/;
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** Lower case, its domain in ASCII, as it is stored and sent to; null when it is no address that we write to. */
export function readMailAddress(text: string): string | null {
  if (text.length > LENGTH_MAX * 2) return null;
  const [local, typed, ...more] = text.trim().toLowerCase().split('@');
  if (local === undefined || typed === undefined || more.length > 0) return null;
  if (local.length > LOCAL_MAX || !LOCAL.test(local)) return null;
  const domain = asciiDomain(typed);
  const address = `${local}@${domain}`;
  return domain !== null && address.length <= LENGTH_MAX ? address : null;
}

/** Names of hosts have a dot and end in letters: numbers and brackets lead to machines, not to people. */
function asciiDomain(typed: string): string | null {
  // The URL parser takes more for a domain than mail servers do, and drops what it does not like: it gets letters of other alphabets only.
  const domain = /^[\p{L}\p{M}\p{N}.-]+$/u.test(typed) ? domainToASCII(typed) : '';
  const labels = domain.split('.');
  const isDomain = labels.length > 1 && domain.length <= DOMAIN_MAX && labels.every((label) => LABEL.test(label));
  return isDomain && /[a-z]/.test(labels.at(-1) ?? '') ? domain : null;
}
