/** How a company stands, in one word with its shape: in lists and results. A firm that is closed is nothing to fear. */
import type { CompanyStatus } from '#lib/schema/company-state.ts';
import { type Html, html } from '#transports/web/html.ts';
import { type IconName, icon } from './icon.ts';

interface Shown {
  sign: IconName;
  colour: '' | 'good' | 'amber' | 'bad' | 'quiet';
}

export const SHOWN_AS: Record<CompanyStatus, Shown> = {
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
  const { sign, colour } = SHOWN_AS[status.code];
  return html`<span class="tag ${colour}">${icon(sign)}${status.label}</span>`;
}
