/** A map of parts by their size: drawn on the server, without a script; on narrow screens the same as bars. */
import { type Html, html } from '#transports/web/html.ts';

export interface MapPart {
  /** Short enough for any cell. */
  code: string;
  title: string;
  value: number;
  figure: string;
  /** Class of its colour. */
  shade: string;
  href: string;
  /** The text alternative. */
  label: string;
}

interface Box {
  /** Per cent. */
  x: number;
  width: number;
  /** Pixels. */
  y: number;
  height: number;
}

const HEIGHT = 260;
/** The width on the narrowest screen with a map: titles that fit there fit everywhere. */
const WIDTH = 690;
/** The width of a character of a title, in pixels. */
const CHARACTER_WIDTH = 7.4;

/** Leaves out parts without a value; the greatest come first. */
export function treemap(parts: readonly MapPart[], label: string): Html {
  const sorted = parts.filter(({ value }) => value > 0).sort((a, b) => b.value - a.value);
  const boxes = layout(sorted.map(({ value }) => value));
  return html`<svg class="tree" height="${HEIGHT}" role="group" aria-label="${label}">${sorted.map((part, i) => cell(part, boxes[i] as Box))}</svg>`;
}

function cell({ code, title, figure, shade, href, label }: MapPart, { x, y, width, height }: Box): Html {
  const titleMax = Math.floor(((width / 100) * WIDTH - 20) / CHARACTER_WIDTH) - code.length - 1;
  const figureFits = figure.length * CHARACTER_WIDTH <= (width / 100) * WIDTH - 14;
  const visible = title.length <= titleMax ? title : titleMax >= 12 ? `${title.slice(0, titleMax - 1).trimEnd()}…` : '';
  return html`<a href="${href}"><svg x="${x}%" y="${y}" width="${width}%" height="${height}"><title>${label}</title><rect width="100%" height="100%" class="${shade}"/>${height >= 24 && html`<text x="10" y="20" class="strong on-${shade}">${code} ${visible}</text>`}${height >= 44 && figureFits && html`<text x="10" y="38" class="on-${shade}">${figure}</text>`}</svg></a>`;
}

/** Squarified layout: strips of parts as square as possible, greatest first, each along the shorter remaining side. */
export function layout(values: readonly number[]): Box[] {
  const total = values.reduce((sum, value) => sum + value, 0);
  const scale = total === 0 ? 0 : (WIDTH * HEIGHT) / total;
  const areas = values.map((value) => value * scale);
  const boxes: Box[] = [];
  let [left, top, width, height] = [0, 0, WIDTH, HEIGHT];
  for (let from = 0; from < areas.length; ) {
    const side = Math.min(width, height);
    let to = from + 1;
    while (to < areas.length && worst(areas.slice(from, to + 1), side) <= worst(areas.slice(from, to), side)) to++;
    const strip = areas.slice(from, to);
    const sum = strip.reduce((all, area) => all + area, 0);
    const depth = side === 0 ? 0 : sum / side;
    let along = 0;
    for (const area of strip) {
      const length = depth === 0 ? 0 : area / depth;
      boxes.push(width >= height ? boxOf(left, top + along, depth, length) : boxOf(left + along, top, length, depth));
      along += length;
    }
    if (width >= height) [left, width] = [left + depth, width - depth];
    else [top, height] = [top + depth, height - depth];
    from = to;
  }
  return boxes;
}

/** The longest side against the shortest, of the worst part of a strip. */
function worst(strip: readonly number[], side: number): number {
  const sum = strip.reduce((all, area) => all + area, 0);
  const [most, least] = [Math.max(...strip), Math.min(...strip)];
  return Math.max((side * side * most) / (sum * sum), (sum * sum) / (side * side * least));
}

const boxOf = (x: number, y: number, width: number, height: number): Box => ({
  x: rounded((x / WIDTH) * 100),
  width: rounded((width / WIDTH) * 100),
  y: rounded(y),
  height: rounded(height),
});

const rounded = (value: number): number => Math.round(value * 100) / 100;

/** The same as bars, for screens too narrow for a map. */
export function partBars(parts: readonly MapPart[]): Html {
  const most = Math.max(0, ...parts.map(({ value }) => value));
  return html`<ul class="part-bars">${parts.map(({ code, title, value, figure, shade, href }) => html`<li><a href="${href}">${code} ${title}</a><svg class="row-bar" aria-hidden="true"><rect width="${most === 0 ? 0 : rounded((value / most) * 100)}%" height="12" class="${shade}"/></svg><span>${figure}</span></li>`)}</ul>`;
}
