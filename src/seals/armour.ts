/** Seals written as text: PEM, or bare base64 as some portals deliver it. They are turned into bytes as they are read. */
import { closeSync, openSync, writeSync } from 'node:fs';
import { WINDOW_BYTES } from './bounds.ts';
import { malformed } from './broken.ts';
import { type BytesAt, bytesInMemory } from './bytes-at.ts';
import { cmsKind } from './signed-data.ts';

const MARK = 0xef;
const HEAD_BYTES = 4_096;
const BEGIN = /^\s*-----BEGIN (?:PKCS7|CMS|PKCS #7 SIGNED DATA)-----[ \t]*\r?\n/;
/** Enough to tell what is inside: some writers put lengths of several bytes in front. */
const SNIFFED = 64;

/** Where the text of an armoured seal begins; null when the file is none. */
export function armourStart(bytes: BytesAt): number | null {
  const skipped = bytes.size > 3 && bytes.byte(0) === MARK ? 3 : 0;
  const length = Math.min(HEAD_BYTES, bytes.size - skipped);
  const head = Buffer.from(bytes.view(skipped, length)).toString('latin1');
  const [begin = ''] = BEGIN.exec(head) ?? [];
  const text = head.slice(begin.length).replace(/\s+/g, '').slice(0, SNIFFED);
  if (!/^[A-Za-z0-9+/]{16,64}=*$/.test(text)) return null;
  const inside = Buffer.from(text.slice(0, text.length - (text.length % 4)), 'base64');
  return cmsKind(bytesInMemory(inside)) === null ? null : skipped + begin.length;
}

/** Writes the bytes that the text stands for. */
export function takeOffArmour(bytes: BytesAt, start: number, path: string): void {
  const file = openSync(path, 'wx');
  try {
    let rest = '';
    for (let at = start, isOver = false; at < bytes.size && !isOver; at += WINDOW_BYTES) {
      const part = bytes.view(at, Math.min(WINDOW_BYTES, bytes.size - at));
      const text = rest + Buffer.from(part).toString('latin1').replace(/\s+/g, '');
      const end = text.search(/[=-]/);
      isOver = end >= 0;
      const letters = isOver ? text.slice(0, end) : text;
      if (!/^[A-Za-z0-9+/]*$/.test(letters)) throw malformed();
      const whole = isOver ? letters.length : letters.length - (letters.length % 4);
      rest = letters.slice(whole);
      writeSync(file, Buffer.from(letters.slice(0, whole), 'base64'));
    }
    writeSync(file, Buffer.from(rest, 'base64'));
  } finally {
    closeSync(file);
  }
}
