/** A labelled field of a form: what it is for, how much it takes, and what is wrong with it, read together with it. */
import { type Html, html } from '#transports/web/html.ts';
import { icon } from './icon.ts';

export interface Field {
  name: string;
  label: string;
  /** Not told to browsers for a day, which have a field of their own for it. */
  lengthMax: number;
  hint?: string;
  value?: string;
  error?: string | undefined;
  isRequired?: boolean;
  type?: 'text' | 'email' | 'password' | 'date';
  /** The first day. */
  min?: string;
  /** What browsers may fill in; for addresses, `email` unless said. */
  autocomplete?: 'username' | 'current-password' | 'new-password' | 'off';
  /** A field of several lines. */
  rows?: number;
}

export function field({
  name,
  label,
  lengthMax,
  hint,
  value = '',
  error,
  isRequired,
  type = 'text',
  min,
  autocomplete,
  rows,
}: Field): Html {
  const told = [hint && `${name}-hint`, error && `${name}-error`].filter(Boolean).join(' ');
  const shared = html`id="${name}" name="${name}"${type !== 'date' && html` maxlength="${lengthMax}"`}${min && html` min="${min}"`}${isRequired && html` required`}${told !== '' && html` aria-describedby="${told}"`}${error && html` aria-invalid="true"`}`;
  const filled = autocomplete ?? (type === 'email' && 'email');
  const input = rows
    ? html`<textarea class="field text" rows="${rows}" ${shared}>${value}</textarea>`
    : html`<input class="field" type="${type}" value="${value}"${filled && html` autocomplete="${filled}"`} ${shared}>`;
  return html`<div class="asked"><label for="${name}">${label}</label>${hint && html`<p class="hint" id="${name}-hint">${hint}</p>`}${error && html`<p class="wrong" id="${name}-error">${icon('stop')} ${error}</p>`}${input}</div>`;
}

/** Seen by programs only, which fill in whatever they find; people who see it are told to leave it alone. */
export const trap = (label: string): Html =>
  html`<div class="trap" aria-hidden="true"><label for="website">${label}</label><input id="website" name="${TRAP}" tabindex="-1" autocomplete="off"></div>`;

export const TRAP = 'website';
