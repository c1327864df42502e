/** A place among peers: a line from weakest to best, the middle half as a box, right is always better. */
import { type Html, html } from '#transports/web/html.ts';

/** `better`: share of the peers that stand behind, 0 to 100; null where there are none to compare with. */
export const peersLine = (better: number | null): Html =>
  html`<svg class="peers" aria-hidden="true" focusable="false"><line x1="0" x2="100%" y1="8" y2="8" class="line"/><rect x="25%" y="4" width="50%" height="8" class="middle"/><line x1="50%" x2="50%" y1="4" y2="12" class="median"/>${better === null ? html`<circle cx="50%" cy="8" r="4.5" class="hollow"/>` : html`<circle cx="${Math.min(99, Math.max(1, better))}%" cy="8" r="5" class="dot"/>`}</svg>`;
