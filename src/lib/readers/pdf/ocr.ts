/** OCR of pages: Tesseract compiled to WebAssembly, with its Romanian model, both from npm, offline. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { PDFiumPage } from '@hyzyla/pdfium';

/** A picture in shades of grey, a byte a pixel. */
export interface GreyPicture {
  width: number;
  height: number;
  data: Uint8Array;
  dpi: number;
}

export interface Recognizer {
  /** The lines of the picture; null if none is readable. */
  textOf(picture: GreyPicture): string | null;
  /** The same for a file: PNG, JPEG, TIFF … */
  textOfFile(file: Uint8Array): string | null;
}

/** Of 100. Clean scans reach 90, bad ones 70; noise and photographs stay below 40. */
const CONFIDENCE_MIN = 55;
const LANGUAGE = 'ron';
/** `OEM_LSTM_ONLY` of Tesseract. */
const NEURAL_ENGINE = 1;
/** Exif orientation: the first pixel is the upper left one. */
const UPRIGHT = 1;

interface Engine {
  FS: { writeFile(path: string, data: Uint8Array): void };
  TessBaseAPI: new () => {
    Init(path: null, language: string, mode: number): number;
    SetVariable(name: string, value: string): boolean;
    SetImageFile(orientation: number, angle: number): number;
    Recognize(monitor: null): number;
    GetUTF8Text(): string;
    MeanTextConf(): number;
    Clear(): void;
  };
}

const require = createRequire(import.meta.url);
const engineFile = require.resolve('tesseract.js-core/tesseract-core-simd-lstm.js');
const modelFile = require.resolve('@tesseract.js-data/ron/4.0.0_best_int/ron.traineddata.gz');

export async function createRecognizer(): Promise<Recognizer> {
  const load: (options: object) => Promise<Engine> = require(engineFile);
  const wasmBinary = await readFile(engineFile.replace(/js$/, 'wasm'));
  const engine = await load({ wasmBinary, print: () => {}, printErr: () => {} });
  engine.FS.writeFile(`${LANGUAGE}.traineddata`, await promisify(gunzip)(await readFile(modelFile)));
  const api = new engine.TessBaseAPI();
  if (api.Init(null, LANGUAGE, NEURAL_ENGINE) !== 0) throw new Error('Tesseract does not start.');
  const textOfFile = (file: Uint8Array): string | null => {
    engine.FS.writeFile('/input', file);
    // Pictures of a few pixels are refused.
    const isRead = api.SetImageFile(UPRIGHT, 0) === 0 && api.Recognize(null) === 0;
    const text = isRead && api.MeanTextConf() >= CONFIDENCE_MIN ? api.GetUTF8Text() : null;
    api.Clear();
    return text;
  };
  return {
    textOf(picture) {
      api.SetVariable('user_defined_dpi', String(picture.dpi));
      return textOfFile(greymap(picture));
    },
    textOfFile,
  };
}

/** PGM: a line of text, then the pixels. */
const greymap = ({ width, height, data }: GreyPicture): Buffer =>
  Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`), data]);

/** Tesseract works best at 200 to 300 dots an inch. */
const DPI = 200;
const POINTS_PER_INCH = 72;
/** An A3 page at that density; larger pages are scaled down. */
const PIXELS_MAX = 8_000_000;

export async function renderPage(page: PDFiumPage): Promise<GreyPicture> {
  const { originalWidth, originalHeight } = page.getOriginalSize();
  const inches = (originalWidth * originalHeight) / POINTS_PER_INCH ** 2;
  const dpi = Math.min(DPI, Math.floor(Math.sqrt(PIXELS_MAX / Math.max(inches, Number.EPSILON))));
  const scale = dpi / POINTS_PER_INCH;
  const picture = await page.render({ scale, colorSpace: 'Gray', render: async ({ data }) => data });
  return { ...picture, dpi };
}
