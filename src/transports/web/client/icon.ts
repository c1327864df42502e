/** An icon of the sprite; the page has the address of the sprite in `data-signs`. */
const SVG = 'http://www.w3.org/2000/svg';

export function icon(name: string): SVGSVGElement {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('class', 'i');
  svg.setAttribute('aria-hidden', 'true');
  const use = document.createElementNS(SVG, 'use');
  use.setAttribute('href', `${document.documentElement.dataset.signs ?? ''}#${name}`);
  svg.append(use);
  return svg;
}
