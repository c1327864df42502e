/** Notices: alerts across the page, states under a section, and the content of Pro. */

import type { Language } from '#lib/i18n/message.ts';
import { textsOf } from '#locales/texts.ts';
import { to } from '#transports/web/addresses.ts';
import { type Html, html } from '#transports/web/html.ts';
import { type IconName, icon } from './icon.ts';

export interface Alert {
  /** `note` is neutral: a struck-off company is no risk. */
  grade: 'stop' | 'check' | 'note';
  heading: string;
  lines: readonly (string | Html)[];
  /** The source and the first day. */
  note?: string | null;
}

const ALERT_ICONS = { stop: 'stop', check: 'check', note: 'closed' } as const;

export const alert = ({ grade, heading, lines, note }: Alert): Html =>
  html`<div class="alert ${grade}" role="note">${icon(ALERT_ICONS[grade])}<div><p class="heading">${heading}</p>${lines.map((line) => html`<p>${line}</p>`)}${note && html`<p class="note">${note}</p>`}</div></div>`;

export type State = 'pending' | 'stale' | 'notLoaded';

const STATE_ICONS: Record<State, IconName> = { pending: 'clock', stale: 'sourceLate', notLoaded: 'sourceNone' };

export const stateNote = (state: State, text: string | Html): Html =>
  html`<p class="state ${state}" role="note">${icon(STATE_ICONS[state])}<span>${text}</span></p>`;

export const proBox = (text: string, language: Language): Html =>
  html`<p class="pro">${icon('pro')}<span>${text} <a href="${to('pricing', language)}">${textsOf(language).components.proBox}</a></span></p>`;
