/** A quiet line about the state of what stands above it: still being read, of an older reading, not loaded here. */
import { type Html, html } from '#transports/web/html.ts';
import { type IconName, icon } from './icon.ts';

export type State = 'pending' | 'stale' | 'notLoaded';

const SIGNS: Record<State, IconName> = { pending: 'clock', stale: 'sourceLate', notLoaded: 'sourceNone' };

export const stateNote = (state: State, text: string | Html): Html =>
  html`<p class="state ${state}" role="note">${icon(SIGNS[state])}<span>${text}</span></p>`;
