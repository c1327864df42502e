/** A path or an address as a person reads it, however it is encoded: for looking at it, never for asking for it. */

/** Encodings of encodings that are undone. */
const DEPTH_MAX = 8;
const ENCODED = /(?:%(?:25)*[0-9a-f]{2})+/gi;
const ESCAPES = /%(?:25)*/g;

export function decodedAddress(text: string): string {
  let plain = text;
  for (let depth = 0; depth < DEPTH_MAX; depth++) {
    // Bytes that are no text become a sign that is none.
    const next = plain.replace(ENCODED, (run) => Buffer.from(run.replace(ESCAPES, ''), 'hex').toString());
    if (next === plain) break;
    plain = next;
  }
  return plain.replaceAll('+', ' ');
}
