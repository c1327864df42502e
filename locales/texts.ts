/** Texts of pages and emails in both languages; a page or email is rendered with those of its language. */

import type { Language } from '#lib/i18n/message.ts';
import { emails as emailsEn } from './en/emails.ts';
import { about as aboutEn } from './en/pages/about.ts';
import { account as accountEn } from './en/pages/account.ts';
import { activities as activitiesEn } from './en/pages/activities.ts';
import { agents as agentsEn } from './en/pages/agents.ts';
import { bulk as bulkEn } from './en/pages/bulk.ts';
import { company as companyEn } from './en/pages/company.ts';
import { compare as compareEn } from './en/pages/compare.ts';
import { components as componentsEn } from './en/pages/components.ts';
import { demo as demoEn } from './en/pages/demo.ts';
import { docs as docsEn } from './en/pages/docs.ts';
import { frame as frameEn } from './en/pages/frame.ts';
import { home as homeEn } from './en/pages/home.ts';
import { person as personEn } from './en/pages/person.ts';
import { places as placesEn } from './en/pages/places.ts';
import { press as pressEn } from './en/pages/press.ts';
import { pricing as pricingEn } from './en/pages/pricing.ts';
import { problem as problemEn } from './en/pages/problem.ts';
import { procurement as procurementEn } from './en/pages/procurement.ts';
import { rankings as rankingsEn } from './en/pages/rankings.ts';
import { rates as ratesEn } from './en/pages/rates.ts';
import { receipts as receiptsEn } from './en/pages/receipts.ts';
import { requests as requestsEn } from './en/pages/requests.ts';
import { search as searchEn } from './en/pages/search.ts';
import { status as statusEn } from './en/pages/status.ts';
import { treasury as treasuryEn } from './en/pages/treasury.ts';
import { emails as emailsRo } from './ro/emails.ts';
import { about as aboutRo } from './ro/pages/about.ts';
import { account as accountRo } from './ro/pages/account.ts';
import { activities as activitiesRo } from './ro/pages/activities.ts';
import { agents as agentsRo } from './ro/pages/agents.ts';
import { bulk as bulkRo } from './ro/pages/bulk.ts';
import { company as companyRo } from './ro/pages/company.ts';
import { compare as compareRo } from './ro/pages/compare.ts';
import { components as componentsRo } from './ro/pages/components.ts';
import { demo as demoRo } from './ro/pages/demo.ts';
import { docs as docsRo } from './ro/pages/docs.ts';
import { frame as frameRo } from './ro/pages/frame.ts';
import { home as homeRo } from './ro/pages/home.ts';
import { person as personRo } from './ro/pages/person.ts';
import { places as placesRo } from './ro/pages/places.ts';
import { press as pressRo } from './ro/pages/press.ts';
import { pricing as pricingRo } from './ro/pages/pricing.ts';
import { problem as problemRo } from './ro/pages/problem.ts';
import { procurement as procurementRo } from './ro/pages/procurement.ts';
import { rankings as rankingsRo } from './ro/pages/rankings.ts';
import { rates as ratesRo } from './ro/pages/rates.ts';
import { receipts as receiptsRo } from './ro/pages/receipts.ts';
import { requests as requestsRo } from './ro/pages/requests.ts';
import { search as searchRo } from './ro/pages/search.ts';
import { status as statusRo } from './ro/pages/status.ts';
import { treasury as treasuryRo } from './ro/pages/treasury.ts';
import type { Localized } from './translation.ts';

const english = {
  emails: emailsEn,
  about: aboutEn,
  account: accountEn,
  activities: activitiesEn,
  agents: agentsEn,
  bulk: bulkEn,
  company: companyEn,
  compare: compareEn,
  components: componentsEn,
  demo: demoEn,
  docs: docsEn,
  frame: frameEn,
  home: homeEn,
  person: personEn,
  places: placesEn,
  press: pressEn,
  pricing: pricingEn,
  problem: problemEn,
  procurement: procurementEn,
  rankings: rankingsEn,
  rates: ratesEn,
  receipts: receiptsEn,
  requests: requestsEn,
  search: searchEn,
  status: statusEn,
  treasury: treasuryEn,
};

export type Texts = Localized<typeof english>;

const romanian: Texts = {
  emails: emailsRo,
  about: aboutRo,
  account: accountRo,
  activities: activitiesRo,
  agents: agentsRo,
  bulk: bulkRo,
  company: companyRo,
  compare: compareRo,
  components: componentsRo,
  demo: demoRo,
  docs: docsRo,
  frame: frameRo,
  home: homeRo,
  person: personRo,
  places: placesRo,
  press: pressRo,
  pricing: pricingRo,
  problem: problemRo,
  procurement: procurementRo,
  rankings: rankingsRo,
  rates: ratesRo,
  receipts: receiptsRo,
  requests: requestsRo,
  search: searchRo,
  status: statusRo,
  treasury: treasuryRo,
};

/** A text of a table by a name that may not be in it. */
export const textAt = (texts: Readonly<Record<string, string>>, name: string): string | undefined =>
  Object.hasOwn(texts, name) ? texts[name] : undefined;

/** `textsOf(language).rates.title` */
export const textsOf = (language: Language): Texts => (language === 'ro' ? romanian : english);
