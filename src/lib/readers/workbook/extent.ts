/** How much a workbook may hold: what is far beyond any published table was made to keep a machine busy. */
import { BrokenWorkbook } from './broken-workbook.ts';

interface ExtentCaps {
  /** A quarter's export has one to a dozen; Excel itself begins to falter at some hundreds. */
  sheets: number;
  /** The largest export has some forty million. */
  cells: number;
  /** That stand in the file once, with a count: equal rows and cells of an ODS, a few hundred in what is published. */
  repeatedCells: number;
}

export const EXTENT_CAPS: ExtentCaps = { sheets: 256, cells: 200_000_000, repeatedCells: 1_000_000 };

/** Counts what is read of one workbook. */
export class Extent {
  private sheets = 0;
  private cells = 0;
  private repeatedCells = 0;
  private readonly caps: ExtentCaps;

  constructor(caps: ExtentCaps = EXTENT_CAPS) {
    this.caps = caps;
  }

  addSheet(): void {
    if (++this.sheets > this.caps.sheets) throw new BrokenWorkbook(`more than ${this.caps.sheets} sheets`);
  }

  addCells(count: number): void {
    this.cells += count;
    if (this.cells > this.caps.cells) throw new BrokenWorkbook(`more than ${this.caps.cells} cells`);
  }

  addRepeated(count: number): void {
    this.repeatedCells += count;
    if (this.repeatedCells > this.caps.repeatedCells)
      throw new BrokenWorkbook(`more than ${this.caps.repeatedCells} cells that repeat others`);
  }
}
