/** A sign of the sprite whose address the page tells. */
const SVG = 'http://www.w3.org/2000/svg';

export function sign(name: string): SVGSVGElement {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('class', 'i');
  svg.setAttribute('aria-hidden', 'true');
  const use = document.createElementNS(SVG, 'use');
  use.setAttribute('href', `${document.documentElement.dataset.signs ?? ''}#${name}`);
  svg.append(use);
  return svg;
}
