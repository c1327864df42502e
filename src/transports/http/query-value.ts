/** One parameter of an address, for whoever needs it before the operation reads them all; read as the operation reads it. */

/** Of two of a name the first: the operation refuses the second. Null where it is not there, or cannot be read. */
export function valueInQuery(query: string, name: string): string | null {
  for (const pair of query.split('&')) {
    const split = pair.indexOf('=');
    if (split >= 0 && decoded(pair.slice(0, split)) === name) return decoded(pair.slice(split + 1));
  }
  return null;
}

/** Letters may be sent as their codes, in names too: `l%61ng=ro` is `lang=ro`. */
function decoded(text: string): string | null {
  const plain = text.replaceAll('+', ' ');
  if (!plain.includes('%')) return plain;
  try {
    return decodeURIComponent(plain);
  } catch {
    return null;
  }
}
