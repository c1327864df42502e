/** Decodes a path or URL to readable text, for inspection only, never for requests. */

/** Nested encodings. */
const DEPTH_MAX = 8;
const ENCODED = /(?:%(?:25)*[0-9a-f]{2})+/gi;
const ESCAPES = /%(?:25)*/g;

export function decodedAddress(text: string): string {
  let plain = text;
  for (let depth = 0; depth < DEPTH_MAX; depth++) {
    // Invalid UTF-8 becomes U+FFFD.
    const next = plain.replace(ENCODED, (run) => Buffer.from(run.replace(ESCAPES, ''), 'hex').toString());
    if (next === plain) break;
    plain = next;
  }
  return plain.replaceAll('+', ' ');
}
