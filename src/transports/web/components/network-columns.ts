/** The network of a company in three columns: people and owners, the company, their other companies. Circles are people, squares companies. */
import { type Html, html } from '#transports/web/html.ts';

export interface NetworkNode {
  id: string;
  kind: 'company' | 'person';
  label: string;
  /** Null without a page. */
  href: string | null;
  /** Its roles, in a few words. */
  meta: string;
  /** Companies that no longer operate are hollow. */
  isClosed: boolean;
}

export interface NetworkPicture {
  centre: { label: string; note: string };
  /** Persons and companies with a role or a share in the centre. */
  holders: readonly NetworkNode[];
  /** Companies in which the holders or the centre have a role or a share. */
  firms: readonly NetworkNode[];
  /** `from` is a holder, or null for the centre; `to` is one of `firms`. */
  ties: readonly { from: string | null; to: string }[];
  label: string;
}

const ROW = 46;
/** For roles with a second line. */
const TALL_ROW = 60;
const META_LINE = 14;
/** For many companies: closer, without roles. */
const CLOSE_ROW = 26;
const CLOSE_FROM = 13;
const LEFT = 31;
const RIGHT = 69;
const BOX = { from: 40, to: 60 };
const LINE = 17;

export function networkColumns({ centre, holders, firms, ties, label }: NetworkPicture): Html {
  const isClose = firms.length >= CLOSE_FROM;
  const holderRow = rowOf(holders);
  const firmRow = isClose ? CLOSE_ROW : rowOf(firms);
  const height = Math.max(holders.length * holderRow, firms.length * firmRow, 2 * ROW);
  const middle = height / 2;
  const yOf = (nodes: readonly NetworkNode[], row: number) => {
    const top = (height - nodes.length * row) / 2;
    return new Map(nodes.map(({ id }, i) => [id, top + (i + 0.5) * row]));
  };
  const lefts = yOf(holders, holderRow);
  const rights = yOf(firms, firmRow);
  return html`<svg class="net" width="100%" height="${height}" role="group" aria-label="${label}">
${curves(
  LEFT,
  BOX.from,
  height,
  [...lefts.values()].map((y) => [y, middle]),
)}
${curves(
  BOX.to,
  RIGHT,
  height,
  ties.flatMap(({ from, to }) => (from === null ? ends(middle, rights.get(to)) : [])),
)}
${curves(
  LEFT,
  RIGHT,
  height,
  ties.flatMap(({ from, to }) => (from === null ? [] : ends(lefts.get(from), rights.get(to)))),
)}
${box(centre, middle)}
${holders.map((node) => point(node, LEFT, lefts.get(node.id) ?? 0, 'end'))}
${firms.map((node) => point(isClose ? { ...node, meta: '' } : node, RIGHT, rights.get(node.id) ?? 0, 'start'))}</svg>`;
}

const rowOf = (nodes: readonly NetworkNode[]): number =>
  nodes.some(({ meta }) => meta.length > META_MAX) ? TALL_ROW : ROW;

const ends = (from: number | undefined, to: number | undefined): [number, number][] =>
  from === undefined || to === undefined ? [] : [[from, to]];

/** A nested SVG stretched between two columns, so that curves need no width in pixels. */
const curves = (
  from: number,
  to: number,
  height: number,
  lines: readonly (readonly [number, number])[],
): Html | null =>
  lines.length === 0
    ? null
    : html`<svg x="${from}%" y="0" width="${to - from}%" height="${height}" viewBox="0 0 100 ${height}" preserveAspectRatio="none" aria-hidden="true">${lines.map(([a, b]) => html`<path d="M0 ${a}C50 ${a} 50 ${b} 100 ${b}" class="tie"/>`)}</svg>`;

function point(
  { kind, label, href, meta, isClosed }: NetworkNode,
  at: number,
  y: number,
  anchor: 'start' | 'end',
): Html {
  const dx = anchor === 'end' ? -14 : 14;
  const name = html`<text x="${at}%" dx="${dx}" y="${meta === '' ? y + 5 : y - 2}" text-anchor="${anchor}">${shortened(label, NAME_MAX)}${label.length > NAME_MAX && html`<title>${label}</title>`}</text>`;
  const className = isClosed ? 'node closed' : 'node';
  return html`${kind === 'person' ? html`<circle cx="${at}%" cy="${y}" r="5.5" class="${className}"/>` : html`<rect x="${at}%" y="${y - 5}" width="10" height="10" transform="translate(-5 0)" class="${className}"/>`}${href === null ? name : html`<a href="${href}">${name}</a>`}${meta !== '' && roles(meta, at, dx, y + 15, anchor)}`;
}

function roles(meta: string, at: number, dx: number, y: number, anchor: 'start' | 'end'): Html {
  const lines = roleLines(meta);
  const isWhole = lines.join(' ') === meta;
  return html`<text x="${at}%" dx="${dx}" y="${y}" text-anchor="${anchor}" class="quiet">${lines.map((line, i) => (i === 0 ? line : html`<tspan x="${at}%" dx="${dx}" dy="${META_LINE}">${line}</tspan>`))}${!isWhole && html`<title>${meta}</title>`}</text>`;
}

function box({ label, note }: NetworkPicture['centre'], middle: number): Html {
  const lines = [...wrapped(label), note];
  const height = lines.length * LINE + 16;
  const top = middle - height / 2;
  return html`<rect x="${BOX.from}%" y="${top}" width="${BOX.to - BOX.from}%" height="${height}" rx="4" class="centre"/>${lines.map((line, i) => html`<text x="50%" y="${top + 8 + LINE * i + 12}" text-anchor="middle" class="on-centre${i < lines.length - 1 && ' strong'}">${line}</text>`)}`;
}

const NAME_MAX = 27;
const META_MAX = 34;
/** A shorter role is unintelligible. */
const ROLE_LEAST = 8;
const BOX_CHARACTERS = 16;
const BOX_LINES = 3;

const shortened = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most - 1).trimEnd()}…`;

/** One line or two, split between roles if possible, else between words; longer text is cut. */
function roleLines(meta: string): string[] {
  if (meta.length <= META_MAX) return [meta];
  const between = meta.lastIndexOf(' · ', META_MAX - 2);
  const end = between > 0 ? between + 2 : meta.lastIndexOf(' ', META_MAX);
  return end <= 0 ? [shortenedRoles(meta)] : [meta.slice(0, end), shortenedRoles(meta.slice(end + 1))];
}

/** The last of several roles is the share, which only this line contains: the roles before it are cut. */
function shortenedRoles(meta: string): string {
  const at = meta.lastIndexOf(' · ');
  const [before, last] = [meta.slice(0, at), meta.slice(at)];
  return meta.length <= META_MAX || at < 0 || last.length > META_MAX - ROLE_LEAST
    ? shortened(meta, META_MAX)
    : `${shortened(before, META_MAX - last.length)}${last}`;
}

/** Wraps words into lines of the box; an ellipsis replaces the rest. */
function wrapped(text: string): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= BOX_CHARACTERS)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(shortened(word, BOX_CHARACTERS));
  }
  return lines.length <= BOX_LINES ? lines : [...lines.slice(0, BOX_LINES - 1), `${lines[BOX_LINES - 1]} …`];
}
