/** API keys: `fmt_live_` + 30 random base62 characters + 6 characters of CRC-32. Stored as a keyed digest only, displayed once. */
import { randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { keyedDigest } from '#lib/values/hash.ts';

const PREFIX = 'fmt_live_';
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SHAPE = /^fmt_live_([0-9A-Za-z]{30})([0-9A-Za-z]{6})$/;

export function generateKey(): string {
  let secret = '';
  for (let i = 0; i < 30; i++) secret += BASE62[randomInt(BASE62.length)];
  return PREFIX + secret + checksum(secret);
}

/** True if form and checksum are right. Does not check that the key exists. */
export function isWellFormed(key: string): boolean {
  const [, secret = '', check] = SHAPE.exec(key) ?? [];
  return secret !== '' && checksum(secret) === check;
}

/** Access tokens of agents, accepted at the connector only, are 32 random bytes. */
export const isLikeToken = (text: string): boolean => /^[A-Za-z0-9_-]{43}$/.test(text);

function checksum(secret: string): string {
  let rest = crc32(secret);
  let text = '';
  for (let i = 0; i < 6; i++) {
    text = (BASE62[rest % 62] ?? '') + text;
    rest = Math.floor(rest / 62);
  }
  return text;
}

export const digestOf = (pepper: string, key: string): string => keyedDigest(pepper, key);

/** Start and end of a key, enough to recognise it in a list. The end is part of the checksum and reveals nothing of the secret. */
export const hintOf = (key: string): string => `${PREFIX}…${key.slice(-4)}`;

const DEMO_SECRET = 'DemoCountryOnlyInventedFirms00';

/** Constant, printed on the terminal, accepted on the demo dataset only. */
export const DEMO_KEY = PREFIX + DEMO_SECRET + checksum(DEMO_SECRET);

const KEY = /fmt_(live|test)_[0-9A-Za-z]+/gi;
/** One character, its percent sign encoded any number of times. */
const ENCODED = /%(?:25)*([0-9a-f]{2})/gi;
/** Layers of percent-encoding that are undone; text with more layers is masked. */
const DEPTH_MAX = 8;
const ENCODED_RUN = /[\w%]+/g;

/** Masks keys in a text for logs, in any percent-encoding. A text without a key is returned unchanged. */
export function withoutKeys(text: string): string {
  const plain = text.includes('%') ? decoded(text) : text;
  if (plain === null) return text.replace(ENCODED_RUN, (run) => (run.includes('%') ? '…' : run));
  const masked = plain.replace(KEY, (_, kind: string) => `fmt_${kind}_…`);
  return masked === plain ? text : masked;
}

/** Whether a text contains a key, plain or encoded. */
export const hasKey = (text: string): boolean => withoutKeys(text) !== text;

/** Null if the text has too many layers of encoding. */
function decoded(text: string): string | null {
  let plain = text;
  for (let depth = 0; depth < DEPTH_MAX; depth++) {
    const next = plain.replace(ENCODED, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
    if (next === plain) return plain;
    plain = next;
  }
  return null;
}
