/** The shared texts of a workbook: millions, stored as bytes outside the heap and decoded on access. */
import { BrokenWorkbook } from './worksheet.ts';

/** The largest export has some 100 MB; together with a loader, memory stays under a gigabyte. */
const TEXT_BYTES_MAX = 400_000_000;
const FIRST_BYTES = 1 << 20;
const FIRST_TEXTS = 1 << 14;

export class SharedTexts {
  private bytes = Buffer.allocUnsafe(FIRST_BYTES);
  private ends = new Uint32Array(FIRST_TEXTS);
  private count = 0;

  add(text: string): void {
    const start = this.end(this.count - 1);
    const most = text.length * 3;
    if (start + most > this.bytes.length) this.grow(start + most);
    if (this.count === this.ends.length) {
      const ends = new Uint32Array(this.ends.length * 2);
      ends.set(this.ends);
      this.ends = ends;
    }
    this.ends[this.count++] = start + this.bytes.write(text, start, 'utf8');
  }

  get(index: number): string | null {
    return index >= 0 && index < this.count ? this.bytes.toString('utf8', this.end(index - 1), this.end(index)) : null;
  }

  private end(index: number): number {
    return index < 0 ? 0 : (this.ends[index] ?? 0);
  }

  private grow(needed: number): void {
    if (needed > TEXT_BYTES_MAX) throw new BrokenWorkbook(`more than ${TEXT_BYTES_MAX / 1e6} MB of shared texts`);
    const bytes = Buffer.allocUnsafe(Math.min(TEXT_BYTES_MAX, Math.max(needed, this.bytes.length * 2)));
    this.bytes.copy(bytes);
    this.bytes = bytes;
  }
}
