/** A labelled field of a form; screen readers read its hint and error with it. */
import { type Html, html } from '#transports/web/html.ts';
import { icon } from './icon.ts';

export interface Field {
  name: string;
  label: string;
  /** Not sent for a day: browsers have a field of their own for it. */
  lengthMax: number;
  hint?: string;
  value?: string;
  error?: string | undefined;
  isRequired?: boolean;
  type?: 'text' | 'email' | 'password' | 'date';
  /** The first day. */
  min?: string;
  /** The value that browsers may fill in. Default for addresses: `email`. */
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
  const describedBy = [hint && `${name}-hint`, error && `${name}-error`].filter(Boolean).join(' ');
  const shared = html`id="${name}" name="${name}"${type !== 'date' && html` maxlength="${lengthMax}"`}${min && html` min="${min}"`}${isRequired && html` required`}${describedBy !== '' && html` aria-describedby="${describedBy}"`}${error && html` aria-invalid="true"`}`;
  const filled = autocomplete ?? (type === 'email' && 'email');
  const input = rows
    ? html`<textarea class="field text" rows="${rows}" ${shared}>${value}</textarea>`
    : html`<input class="field" type="${type}" value="${value}"${filled && html` autocomplete="${filled}"`} ${shared}>`;
  return html`<div class="form-field"><label for="${name}">${label}</label>${hint && html`<p class="hint" id="${name}-hint">${hint}</p>`}${error && html`<p class="wrong" id="${name}-error">${icon('stop')} ${error}</p>`}${input}</div>`;
}

/** Invisible to people: a program that fills in every field gives itself away. The label asks people to leave it empty. */
export const trap = (label: string): Html =>
  html`<div class="trap" aria-hidden="true"><label for="website">${label}</label><input id="website" name="${TRAP}" tabindex="-1" autocomplete="off"></div>`;

export const TRAP = 'website';
