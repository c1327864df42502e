/** Four answers under a name: a question, a word with its shape and colour, since when. */
import { type Html, html } from '#transports/web/html.ts';
import { icon } from './icon.ts';

/** `plain` is a fact that is neither good nor bad, `clock` one that says until when, `pro` one that takes a key. */
export type Standing = 'fine' | 'check' | 'stop' | 'unknown' | 'closed' | 'plain' | 'clock' | 'pro';

export interface Answered {
  question: string;
  word: string;
  standing: Standing;
  since?: string | null;
  sources?: Html;
}

export const standingColours: Record<Standing, string> = {
  fine: 'good',
  check: 'amber',
  stop: 'bad',
  unknown: 'quiet',
  closed: '',
  plain: '',
  clock: '',
  pro: '',
};

export const answers = (rows: readonly Answered[]): Html => html`<dl class="answers">${rows.map(answer)}</dl>`;

const answer = ({ question, word, standing, since, sources }: Answered): Html =>
  html`<div><dt>${question}</dt><dd><span class="value ${standingColours[standing]}">${standingSign(standing)}${word}</span>${since && html`<span class="since">${since}</span>`}${sources}</dd></div>`;

export const standingSign = (standing: Standing): Html | null => (standing === 'plain' ? null : icon(standing));
