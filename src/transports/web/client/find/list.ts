/** The list under the search field: groups of links, the words that were typed marked in them. Texts are set as texts: what names contain is never markup. */
import { sign } from '#transports/web/client/sign.ts';
import type { Group, Hit, Told } from './hits.ts';

interface Around {
  /** What ids of this list begin with. */
  id: string;
  q: string;
  told: Told;
}

const PLACEHOLDERS = 3;

/** Where the answer takes its time: rows of the final size, empty. */
export function waiting(): HTMLElement {
  const box = made('div', { class: 'waiting', 'aria-busy': 'true' });
  for (let i = 0; i < PLACEHOLDERS; i++) box.append(made('span', {}));
  return box;
}

export function drawn(groups: readonly Group[], { id, q, told }: Around): Node[] {
  if (groups.length === 0) return [made('p', { class: 'end' }, told.none)];
  const list = made('div', { role: 'listbox', id, 'aria-label': told.titles.companies });
  let place = 0;
  for (const [i, { title, hits }] of groups.entries()) {
    const group = made('div', { role: 'group', 'aria-labelledby': `${id}-group-${i}` });
    group.append(made('p', { id: `${id}-group-${i}`, role: 'presentation' }, title));
    for (const hit of hits) group.append(option(hit, `${id}-${place++}`, q));
    list.append(group);
  }
  return [list, made('p', { class: 'end keys', 'aria-hidden': 'true' }, told.keys)];
}

function option({ name, meta, href, tag }: Hit, id: string, q: string): HTMLElement {
  const link = made('a', { role: 'option', id, 'aria-selected': 'false', href, tabindex: '-1' });
  const text = made('span', {});
  text.append(marked(name, q));
  if (meta !== '') text.append(made('small', {}, meta));
  link.append(text);
  if (tag) {
    const shown = made('span', { class: `tag ${tag.colour}` });
    shown.append(sign(tag.sign), tag.label);
    link.append(shown);
  }
  return link;
}

/** Letters without their marks, one for one, so that places in one are places in the other. */
const plain = (text: string): string =>
  [...text].map((letter) => letter.normalize('NFD').charAt(0).toLowerCase().charAt(0)).join('');

/** The name with every word marked that begins as one of those typed. */
function marked(name: string, q: string): DocumentFragment {
  const words = plain(q)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
  const box = document.createDocumentFragment();
  for (const piece of name.split(/(?<=[^\p{L}\p{N}])(?=[\p{L}\p{N}])|(?<=[\p{L}\p{N}])(?=[^\p{L}\p{N}])/u)) {
    const begun = words.find((word) => plain(piece).startsWith(word));
    if (begun === undefined) box.append(piece);
    else box.append(made('mark', {}, piece.slice(0, begun.length)), piece.slice(begun.length));
  }
  return box;
}

function made(kind: string, attributes: Record<string, string>, text = ''): HTMLElement {
  const element = document.createElement(kind);
  element.textContent = text;
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}
