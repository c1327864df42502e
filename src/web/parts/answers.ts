/** Four answers under a name: a question, a word with its shape and colour, since when. */
import { type Html, html } from '#web/html.ts';
import { type IconName, icon } from './icon.ts';

export type Standing = 'fine' | 'check' | 'stop' | 'unknown' | 'closed';

export interface Answered {
  question: string;
  word: string;
  /** `pro`: neither good nor bad, it takes a key. */
  standing: Standing | 'pro';
  since?: string | null;
  sources?: Html;
}

const COLOURS: Record<Answered['standing'], string> = {
  fine: 'good',
  check: 'amber',
  stop: 'bad',
  unknown: 'quiet',
  closed: '',
  pro: '',
};

export const answers = (rows: readonly Answered[]): Html => html`<dl class="answers">${rows.map(answer)}</dl>`;

const answer = ({ question, word, standing, since, sources }: Answered): Html =>
  html`<div><dt>${question}</dt><dd><span class="value ${COLOURS[standing]}">${icon(standing satisfies IconName)}${word}</span>${since && html`<span class="since">${since}</span>`}${sources}</dd></div>`;
