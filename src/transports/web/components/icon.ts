/** Icons of one sprite, always beside a word: shape, word and colour have the same meaning. */
import { asset } from '#transports/web/assets/assets.ts';
import { type Html, html } from '#transports/web/html.ts';

export type IconName =
  | 'fine'
  | 'check'
  | 'stop'
  | 'unknown'
  | 'closed'
  | 'uncertain'
  | 'certain'
  | 'pro'
  | 'search'
  | 'menu'
  | 'copy'
  | 'print'
  | 'download'
  | 'person'
  | 'firm'
  | 'document'
  | 'clock'
  | 'flag'
  | 'source'
  | 'sourceLate'
  | 'sourceNone';

export const icon = (name: IconName, className = ''): Html =>
  html`<svg class="i ${className}" aria-hidden="true" focusable="false"><use href="${asset('icons.svg')}#${name}"/></svg>`;
