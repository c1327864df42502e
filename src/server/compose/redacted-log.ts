/**
 * Removes the names of hidden persons from log lines: paths contain them, and errors quote unreadable input. Removes the secret addresses
 * of bulk checks as well.
 */
import { maskedPart } from '#domain/documents/masking.ts';
import { languages } from '#lib/i18n/message.ts';
import type { HiddenNames, HiddenPersons } from '#lib/redaction/hidden-names.ts';
import { decodedAddress } from '#lib/values/address-decoding.ts';
import type { Log } from '#transports/http/server.ts';
import { addresses } from '#transports/web/addresses.ts';

export function redactedLog({ access, error }: Log, hidden: () => HiddenPersons): Log {
  return {
    access: access && ((line) => access({ ...line, path: redactedPath(line.path, hidden().names) })),
    error(thrown, requestId) {
      const text = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
      const redacted = hidden().names.redact(text);
      error(redacted === text ? thrown : redacted, requestId);
    },
  };
}

/** Longer paths are cut before redaction: callers send up to 32 KB. */
const PATH_MAX = 512;
const CUT_WORD_MAX = 64;
const WORD = /[\p{L}\p{M}\p{N}%]/u;
const CUT = '…';

function redactedPath(path: string, names: HiddenNames): string {
  if (path.length <= PATH_MAX) return withoutNames(withoutSecret(path), names.redact);
  // Masks the first half of a name that the cut divides.
  const unnamed = (text: string): string => maskedPart(text, names, { head: false, tail: true });
  return withoutNames(withoutSecret(withoutCutWord(path.slice(0, PATH_MAX))), unnamed) + CUT;
}

/** Drops the last word, which the cut may have shortened, or a part of an encoded character. */
function withoutCutWord(text: string): string {
  const characters = [...text.slice(-CUT_WORD_MAX)];
  const word = characters.slice(characters.findLastIndex((letter) => !WORD.test(letter)) + 1);
  return text.slice(0, text.length - word.join('').length);
}

/** The address of a bulk check is a secret: it opens and deletes the check. */
const CHECKS = languages.map((language) => addresses.bulkResult[language].replace('{check}', ''));

function withoutSecret(path: string): string {
  const start = CHECKS.find((prefix) => path.startsWith(prefix));
  return start === undefined ? path : path.replace(/[^/]+/g, (word, at: number) => (at === start.length ? '…' : word));
}

/** A path with the name of a hidden person is decoded, without the name. */
function withoutNames(path: string, unnamed: (text: string) => string): string {
  const decoded = decodedAddress(path);
  const redacted = unnamed(decoded);
  return redacted === decoded ? path : redacted;
}
