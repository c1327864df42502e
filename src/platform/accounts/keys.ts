/** API keys: `fmt_live_` + 30 random base62 characters + 6 characters of CRC-32. Stored as a keyed digest only, shown once. */
import { randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { keyedDigest } from '#lib/values/hash.ts';

const PREFIX = 'fmt_live_';
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SHAPE = /^fmt_live_([0-9A-Za-z]{30})([0-9A-Za-z]{6})$/;

export function makeKey(): string {
  let secret = '';
  for (let i = 0; i < 30; i++) secret += BASE62[randomInt(BASE62.length)];
  return PREFIX + secret + checksum(secret);
}

/** True for a key that was not mistyped: the checksum is right. Says nothing about whether it exists. */
export function isWellFormed(key: string): boolean {
  const [, secret = '', check] = SHAPE.exec(key) ?? [];
  return secret !== '' && checksum(secret) === check;
}

/** Access tokens of agents, which work elsewhere, are 32 random bytes. */
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

/** Enough to recognise a key in a list, by how it begins and ends. The end is part of the checksum, and tells nothing of the secret by itself. */
export const hintOf = (key: string): string => `${PREFIX}…${key.slice(-4)}`;

const DEMO_SECRET = 'DemoCountryOnlyInventedFirms00';

/** The same at every start, printed on the terminal, accepted on the demo dataset only. */
export const DEMO_KEY = PREFIX + DEMO_SECRET + checksum(DEMO_SECRET);
