/** The status of a company: rows of answers under its name, and one word in lists. */

import type { CompanyStatus } from '#lib/schema/company-state.ts';
import { type Html, html } from '#transports/web/html.ts';
import { type IconName, icon } from './icon.ts';

/** `plain`: a neutral fact; `clock`: a fact with an end; `pro`: a fact that needs a key. */
export type Status = 'fine' | 'check' | 'stop' | 'unknown' | 'closed' | 'plain' | 'clock' | 'pro';

export interface StatusRow {
  question: string;
  word: string;
  status: Status;
  since?: string | null;
  sources?: Html;
}

export const statusColours: Record<Status, string> = {
  fine: 'good',
  check: 'amber',
  stop: 'bad',
  unknown: 'quiet',
  closed: '',
  plain: '',
  clock: '',
  pro: '',
};

export const statusRows = (rows: readonly StatusRow[]): Html => html`<dl class="answers">${rows.map(answer)}</dl>`;

const answer = ({ question, word, status, since, sources }: StatusRow): Html =>
  html`<div><dt>${question}</dt><dd><span class="value ${statusColours[status]}">${statusIcon(status)}${word}</span>${since && html`<span class="since">${since}</span>`}${sources}</dd></div>`;

export const statusIcon = (status: Status): Html | null => (status === 'plain' ? null : icon(status));

interface Tag {
  sign: IconName;
  colour: '' | 'good' | 'amber' | 'bad' | 'quiet';
}

export const STATUS_TAGS: Record<CompanyStatus, Tag> = {
  operating: { sign: 'fine', colour: 'good' },
  insolvency: { sign: 'stop', colour: 'bad' },
  dissolution: { sign: 'check', colour: 'amber' },
  suspended: { sign: 'check', colour: 'amber' },
  inactive: { sign: 'stop', colour: 'bad' },
  notOperating: { sign: 'closed', colour: '' },
  struckOff: { sign: 'closed', colour: '' },
};

export function statusTag(status: { code: CompanyStatus; label: string } | null): Html | null {
  if (status === null) return null;
  const { sign, colour } = STATUS_TAGS[status.code];
  return html`<span class="tag ${colour}">${icon(sign)}${status.label}</span>`;
}
