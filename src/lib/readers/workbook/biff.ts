/** Records of an XLS stream (BIFF8): type, length and data; long data goes on in continuation records. */
import { BrokenWorkbook } from './worksheet.ts';

export interface BiffRecord {
  type: number;
  data: Buffer;
  /** Offsets of continuations in `data`: a text that crosses one repeats its encoding flags there. */
  seams: readonly number[];
}

const CONTINUE = 0x003c;
/** Shared texts are one record with thousands of continuations; other records have a few. */
const RECORD_BYTES_MAX = 400_000_000;

export async function* biffRecords(chunks: AsyncIterable<Buffer>): AsyncGenerator<BiffRecord[]> {
  let remainder: Buffer = Buffer.alloc(0);
  let open: { type: number; parts: Buffer[]; bytes: number } | null = null;
  const close = (): BiffRecord | null => {
    if (open === null) return null;
    const seams: number[] = [];
    let at = 0;
    for (const part of open.parts.slice(0, -1)) {
      at += part.length;
      seams.push(at);
    }
    const data = open.parts.length === 1 ? (open.parts[0] as Buffer) : Buffer.concat(open.parts);
    return { type: open.type, data, seams };
  };
  for await (const chunk of chunks) {
    const bytes = remainder.length === 0 ? chunk : Buffer.concat([remainder, chunk]);
    const records: BiffRecord[] = [];
    let at = 0;
    while (at + 4 <= bytes.length) {
      const type = bytes.readUInt16LE(at);
      const end = at + 4 + bytes.readUInt16LE(at + 2);
      if (end > bytes.length) break;
      const data = bytes.subarray(at + 4, end);
      at = end;
      if (type === CONTINUE && open !== null) {
        open.parts.push(data);
        open.bytes += data.length;
        if (open.bytes > RECORD_BYTES_MAX) throw new BrokenWorkbook('a record of more than 400 MB');
        continue;
      }
      const done = close();
      if (done !== null) records.push(done);
      open = { type, parts: [data], bytes: data.length };
    }
    remainder = bytes.subarray(at);
    yield records;
  }
  const last = close();
  if (last !== null) yield [last];
}

/** Reads texts that may cross seams. */
export class TextReader {
  private at: number;
  private readonly data: Buffer;
  private readonly seams: readonly number[];
  private seam = 0;

  constructor({ data, seams }: BiffRecord, at: number) {
    this.data = data;
    this.seams = seams;
    this.at = at;
  }

  /** A text after its length of two bytes; skips its formatting. */
  next(): string {
    this.skipSeams();
    const length = this.data.readUInt16LE(this.at);
    let flags = this.data[this.at + 2] ?? 0;
    this.at += 3;
    const runs = flags & RICH ? this.readUInt16() : 0;
    const extra = flags & EXTENDED ? this.readUInt32() : 0;
    let text = '';
    while (text.length < length) {
      const seam = this.nextSeam();
      if (this.at === seam) {
        // After a seam flags repeat whether characters take one byte or two.
        flags = this.data[this.at] ?? 0;
        this.at++;
        this.seam++;
        continue;
      }
      const width = flags & WIDE ? 2 : 1;
      const characters = Math.min(length - text.length, Math.floor((seam - this.at) / width));
      if (characters <= 0) throw new BrokenWorkbook('a text that breaks off');
      const end = this.at + characters * width;
      text += this.data.toString(width === 2 ? 'utf16le' : 'latin1', this.at, end);
      this.at = end;
    }
    this.at += runs * 4 + extra;
    return text;
  }

  private readUInt16(): number {
    this.at += 2;
    return this.data.readUInt16LE(this.at - 2);
  }

  private readUInt32(): number {
    this.at += 4;
    return this.data.readUInt32LE(this.at - 4);
  }

  /** Runs and extras may cross seams. */
  private skipSeams(): void {
    while (this.seam < this.seams.length && (this.seams[this.seam] ?? 0) <= this.at) this.seam++;
  }

  private nextSeam(): number {
    return this.seams[this.seam] ?? this.data.length;
  }
}

const WIDE = 1;
const EXTENDED = 4;
const RICH = 8;
