/** Verdicts of three companies, each with its band and how sure it is: what every company page begins with. */

import type { Language } from '#lib/i18n/message.ts';
import { textsOf } from '#locales/texts.ts';
import { to } from '#transports/web/addresses.ts';
import { verdictBand } from '#transports/web/components/score-charts.ts';
import { type Html, html } from '#transports/web/html.ts';
import type { PageRequest } from '#transports/web/routing/page.ts';
import { settle } from '#transports/web/routing/settle.ts';

type Health = Awaited<ReturnType<PageRequest['client']['getHealth']>>['data'];

const COLOURS = { solid: 'good', fair: '', watch: 'amber', distress: 'bad', undetermined: 'quiet' } as const;
const SHOWN = 3;

export async function sampleVerdicts(samples: readonly string[], request: PageRequest): Promise<Html | null> {
  const { client, language } = request;
  const texts = textsOf(language).home.sampleVerdicts;
  const cuis = samples.length > 0 ? samples : await largest(request);
  const shown = await Promise.all(
    cuis.map(async (cui) => {
      const company = await settle(client.getCompany({ cui }));
      const health = await settle(client.getHealth({ cui }));
      return company.result && health.result ? verdictOf(company.result.data, health.result.data, language) : null;
    }),
  );
  if (shown.every((one) => one === null)) return null;
  return html`<section class="sheet wide"><h2>${texts.title}</h2><p class="promise">${texts.why}</p><ul class="samples">${shown}</ul></section>`;
}

/** Where nobody chose any: the largest are what most readers know. */
async function largest({ client }: PageRequest): Promise<string[]> {
  const { result: told } = await settle(client.getTopCompanies({ limit: SHOWN }));
  return told?.data.flatMap(({ cui }) => cui ?? []) ?? [];
}

interface Shown {
  cui: string;
  name: string;
  caenTitle: string | null;
  headquartersAddress: { locality: string | null } | null;
}

function verdictOf(
  { cui, name, caenTitle, headquartersAddress }: Shown,
  { altman, verdict }: Health,
  language: Language,
): Html | null {
  if (altman.thresholds === null) return null;
  const place = [headquartersAddress?.locality, caenTitle].filter((part) => part != null).join(' · ');
  return html`<li><p class="small quiet">${place}</p><a href="${to('company', language, { cui })}">${name}</a><p class="word ${COLOURS[verdict.code]}">${verdict.label}</p>${verdictBand({ ...altman, thresholds: altman.thresholds }, language)}${sureness(altman, verdict, language)}</li>`;
}

/** How sure it is: what a rule decided is certain whatever the score. */
function sureness(altman: Health['altman'], verdict: Health['verdict'], language: Language): Html | null {
  const texts = textsOf(language).home.sampleVerdicts;
  const { z, zLow, zHigh, zone, zoneCertain, thresholds } = altman;
  if (z === null || zone === null || thresholds === null) return null;
  const zoneOf = (score: number): keyof typeof texts.zones =>
    score < thresholds.distressBelow ? 'distress' : score > thresholds.safeAbove ? 'safe' : 'grey';
  const [reason] = verdict.reasons;
  const isLowered = (zone === 'safe' && verdict.code !== 'solid') || (zone === 'grey' && verdict.code === 'distress');
  if (reason && (isLowered || (verdict.code === 'distress' && !zoneCertain)))
    return html`<p class="small"><b>${zoneCertain && zone === 'safe' ? texts.lowered : texts.ruled}</b> ${reason.label}</p>`;
  const from = zoneOf(zLow ?? z);
  const into = zoneOf(zHigh ?? z);
  return zoneCertain || from === into
    ? html`<p class="small"><b>${texts.certain}</b> ${texts.within(texts.zones[zone])}</p>`
    : html`<p class="small"><b>${texts.uncertain}</b> ${texts.across(texts.zones[from], texts.zones[into])}</p>`;
}
