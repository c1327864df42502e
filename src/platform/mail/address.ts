/** Email addresses: only plain ones are accepted. Text that could be read as several addresses is rejected. */
import { domainToASCII } from 'node:url';

/** Limits of RFC 5321. */
const LENGTH_MAX = 254;
const LOCAL_MAX = 64;
const DOMAIN_MAX = 253;

/** A dot-atom of RFC 5322 without characters of routes and lists. Quoted and non-ASCII local parts are rare, and few servers accept them. */
const LOCAL = /^[a-z0-9!#$&'*+/=?^_{|}~-]+(?:\.[a-z0-9!#$&'*+/=?^_{|}~-]+)*$/;
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** The address in lower case with its domain in ASCII, as it is stored; null if it is not accepted. */
export function readMailAddress(text: string): string | null {
  if (text.length > LENGTH_MAX * 2) return null;
  const [local, typed, ...more] = text.trim().toLowerCase().split('@');
  if (local === undefined || typed === undefined || more.length > 0) return null;
  if (local.length > LOCAL_MAX || !LOCAL.test(local)) return null;
  const domain = asciiDomain(typed);
  const address = `${local}@${domain}`;
  return domain !== null && address.length <= LENGTH_MAX ? address : null;
}

/** Domains have a dot and a top-level domain with a letter: IP addresses are not mailboxes of people. */
function asciiDomain(typed: string): string | null {
  // The URL parser accepts and drops characters that mail servers reject, so it gets letters, digits, dots and hyphens only.
  const domain = /^[\p{L}\p{M}\p{N}.-]+$/u.test(typed) ? domainToASCII(typed) : '';
  const labels = domain.split('.');
  const isDomain = labels.length > 1 && domain.length <= DOMAIN_MAX && labels.every((label) => LABEL.test(label));
  return isDomain && /[a-z]/.test(labels.at(-1) ?? '') ? domain : null;
}
