/** Whole numbers in as few bytes as they need, seven bits each. */

export class ByteWriter {
  private bytes = new Uint8Array(16);
  length = 0;

  number(value: number): void {
    let rest = value;
    while (rest >= 0x80) {
      this.byte((rest & 0x7f) | 0x80);
      rest = Math.floor(rest / 0x80);
    }
    this.byte(rest);
  }

  all(bytes: Uint8Array): void {
    this.grow(bytes.length);
    this.bytes.set(bytes, this.length);
    this.length += bytes.length;
  }

  written(): Uint8Array {
    return this.bytes.subarray(0, this.length);
  }

  private byte(value: number): void {
    this.grow(1);
    this.bytes[this.length++] = value;
  }

  private grow(by: number): void {
    if (this.length + by <= this.bytes.length) return;
    const larger = new Uint8Array(Math.max(this.bytes.length * 2, this.length + by));
    larger.set(this.written());
    this.bytes = larger;
  }
}

export class ByteReader {
  at = 0;
  private readonly bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  get isDone(): boolean {
    return this.at >= this.bytes.length;
  }

  number(): number {
    let value = 0;
    let factor = 1;
    for (;;) {
      const byte = this.bytes[this.at++] ?? 0;
      value += (byte & 0x7f) * factor;
      if (byte < 0x80) return value;
      factor *= 0x80;
    }
  }

  take(length: number): Uint8Array {
    const taken = this.bytes.subarray(this.at, this.at + length);
    this.at += length;
    return taken;
  }
}
