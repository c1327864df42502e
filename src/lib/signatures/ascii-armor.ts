/** Signed containers in ASCII armor: PEM, or bare base64 as some portals deliver it. Decoded as a stream. */
import { closeSync, openSync, writeSync } from 'node:fs';
import { WINDOW_BYTES } from './bounds.ts';
import { malformed } from './broken-signature.ts';
import { type BytesAt, bytesInMemory } from './bytes-at.ts';
import { cmsKind } from './signed-data.ts';

const MARK = 0xef;
const HEAD_BYTES = 4_096;
const BEGIN = /^\s*-----BEGIN (?:PKCS7|CMS|PKCS #7 SIGNED DATA)-----[ \t]*\r?\n/;
/** Enough to detect the content: some writers use lengths of several bytes. */
const SNIFFED = 64;

/** Offset of the text of an armored container; null if the file is none. */
export function armorStart(bytes: BytesAt): number | null {
  const skipped = bytes.size > 3 && bytes.byte(0) === MARK ? 3 : 0;
  const length = Math.min(HEAD_BYTES, bytes.size - skipped);
  const head = Buffer.from(bytes.view(skipped, length)).toString('latin1');
  const [begin = ''] = BEGIN.exec(head) ?? [];
  const text = head.slice(begin.length).replace(/\s+/g, '').slice(0, SNIFFED);
  if (!/^[A-Za-z0-9+/]{16,64}=*$/.test(text)) return null;
  const inside = Buffer.from(text.slice(0, text.length - (text.length % 4)), 'base64');
  return cmsKind(bytesInMemory(inside)) === null ? null : skipped + begin.length;
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const [BLANK, END, CHARACTER] = [1, 2, 3];
/** Meaning of each byte; 0: not allowed. A table, because expressions took ten times as long. */
const meanings = new Uint8Array(256);
for (const letter of ALPHABET) meanings[letter.charCodeAt(0)] = CHARACTER;
for (const blank of ' \t\r\n') meanings[blank.charCodeAt(0)] = BLANK;
for (const end of '=-') meanings[end.charCodeAt(0)] = END;

/** The end of the armor. Other text is refused, because a program could display it. */
const LAST_LINE = /^-----END [A-Z0-9# ]{1,40}-----$/;

function assertNothingBehind(bytes: BytesAt, at: number): void {
  const length = bytes.size - at;
  if (length > HEAD_BYTES) throw malformed();
  const rest = Buffer.from(bytes.view(at, length))
    .toString('latin1')
    .replace(/^={1,2}/, '')
    .trim();
  if (rest !== '' && !LAST_LINE.test(rest)) throw malformed();
}

/** Writes the decoded bytes. */
export function decodeArmor(bytes: BytesAt, start: number, path: string): void {
  const file = openSync(path, 'wx');
  // Four characters encode three bytes: up to three characters remain for the next window.
  const characters = Buffer.alloc(WINDOW_BYTES + 3);
  let waiting = 0;
  const write = (count: number): void => {
    writeSync(file, Buffer.from(characters.toString('latin1', 0, count), 'base64'));
    characters.copyWithin(0, count, waiting);
    waiting -= count;
  };
  try {
    for (let at = start, isOver = false; at < bytes.size && !isOver; at += WINDOW_BYTES) {
      const part = bytes.view(at, Math.min(WINDOW_BYTES, bytes.size - at));
      for (let index = 0; index < part.length && !isOver; index++) {
        const byte = part[index] ?? 0;
        const meaning = meanings[byte];
        if (meaning === CHARACTER) characters[waiting++] = byte;
        else if (meaning === END) {
          isOver = true;
          assertNothingBehind(bytes, at + index);
        } else if (meaning !== BLANK) throw malformed();
      }
      write(waiting - (waiting % 4));
    }
    write(waiting);
  } finally {
    closeSync(file);
  }
}
