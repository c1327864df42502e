/** Operations about who runs which company. */

import { Type } from 'typebox';
import { endpoint } from '#api/endpoint.ts';
import { Cui, Cursor, Limit } from '#api/parameters.ts';
import { missingParts, provenanceOf } from '#api/provenance.ts';
import { generationMemo } from '#data/store/generation-memo.ts';
import type { Message } from '#lib/i18n/message.ts';
import { companyRow, companyRowFields } from '#lib/schema/company-row.ts';
import { closed, field, oneOf } from '#lib/schema/fields.ts';
import { messages } from '#locales/messages.ts';
import { Network, networkOf, networkPreview } from './network.ts';
import { type PeopleContext, personOperations } from './person-endpoints.ts';
import { apartKinds, kinds, type RelatedFirms, relatedTo, Via } from './related-companies.ts';
import type { TieSubject } from './ties.ts';

const PAGE_MAX = 200;
const PAGE = 50;

/** At most 40 KB each. */
const NETWORKS_MAX = 200;
const networks = generationMemo<Network>(NETWORKS_MAX);
/** Half a megabyte for a firm at the most crowded address. */
const RELATED_MAX = 50;
const related = generationMemo<RelatedFirms>(RELATED_MAX);

const RelatedCompany = Type.Object(
  {
    ...companyRowFields,
    tied: field(Type.Boolean(), {
      en: 'False: connected only through an insolvency practitioner, a liquidator, an auditor or the like, which is not a tie; only on request.',
      ro: 'False: la ea duce numai un practician în insolvență, un lichidator, un cenzor sau asemănător, ceea ce nu este o legătură; numai la cerere.',
      heading: { en: 'Tied', ro: 'Legată' },
    }),
    via: field(Type.Array(Via), {
      en: 'All ties between them.',
      ro: 'Ce le leagă, tot.',
      heading: { en: 'Tied by', ro: 'Legătură prin' },
    }),
  },
  { ...closed, title: 'RelatedCompany' },
);

const KindParameter = oneOf(kinds, {
  en: 'Only companies with a tie of this kind. `insolvencyPractitioner` shows those that are left out otherwise; `representative` also those of liquidators, auditors and the like, last.',
  ro: 'Numai firmele cu o legătură de acest fel. `insolvencyPractitioner` le arată pe cele care altfel nu apar; `representative` și pe cele ale lichidatorilor, ale cenzorilor și ale celor asemenea, la sfârșit.',
});

export const people = (context: PeopleContext) => ({
  getRelated: endpoint({
    path: '/api/company/{cui}/related',
    access: 'pro+x402',
    price: 'record',
    fresh: '24h',
    title: { en: 'Related companies', ro: 'Firme legate' },
    about: {
      en: 'Companies tied to it, strongest tie first: companies that share its administrators or shareholders (persons or companies); companies that are its administrators or shareholders; companies that it represents or owns; and companies at its address. Insolvency practitioners, liquidators, auditors and the like are not ties: companies connected only through them are omitted, `meta.omitted` counts them, and `kind` lists them, last. A company that is an administrator is a tie only where exactly one registered company has its name. Where a person or an address has more companies than are examined, the largest are used and `meta.page.totalRelation` is `atLeast`.',
      ro: 'Firme legate de ea, cele mai puternice legături întâi: în care administratorii și asociații ei, persoane sau firme, sunt și ei administratori sau asociați; cele care au un rol chiar în ea; cele pe care le conduce sau le deține; și cele de la aceeași adresă. Practicienii în insolvență, lichidatorii, cenzorii și cei asemenea nu leagă firme: cele la care numai ei duc nu apar, `meta.omitted` le numără, iar `kind` le arată, la sfârșit. O firmă administrator leagă doar dacă exact o firmă înregistrată îi poartă numele. Unde o persoană conduce sau o adresă are mai multe firme decât cercetăm, se iau cele mai mari, iar `meta.page.totalRelation` este `atLeast`.',
    },
    params: Type.Object({ cui: Cui }, closed),
    query: Type.Object({ kind: Type.Optional(KindParameter), limit: Limit(PAGE_MAX, PAGE), cursor: Cursor }, closed),
    data: Type.Array(RelatedCompany),
    meta: Type.Object({
      omitted: field(Type.Integer(), {
        en: 'Firms left out, because only insolvency practitioners, liquidators, auditors and the like lead to them.',
        ro: 'Firme lăsate deoparte, pentru că duc la ele doar practicieni în insolvență, lichidatori, auditori și alții asemenea.',
      }),
      omittedKinds: field(Type.Array(oneOf(apartKinds, 'A value of `kind`.')), {
        en: 'Values of `kind` that show firms which are left out here.',
        ro: 'Valorile lui `kind` care arată firme ce lipsesc aici.',
      }),
    }),
    examples: [
      {
        title: { en: 'Firms around a large company', ro: 'Firme din jurul unei firme mari' },
        params: { cui: context.example.cui },
      },
    ],
    async handle({ cui, kind, limit, cursor }, call) {
      const company = await context.company(cui, call);
      const { ids, version } = context.hidden();
      const { firms, truncated, ...omissions } = await related(
        call.dataset,
        `${keyOf(company)} ${kind} ${version}`,
        () => relatedTo(company, call.dataset, ids, kind),
      );
      const page = context.cursors.page(
        { path: `/api/company/${cui}/related`, query: { kind, limit }, generation: call.dataset.manifest.id },
        cursor,
        limit,
        firms.length,
        truncated,
      );
      const { sources, stale, warnings } = provenanceOf(call.dataset, 'registry', 'finances', 'shareholders');
      const rows = firms.slice(page.offset, page.offset + limit);
      const live = await context.activityChanges(
        rows.map(({ firm }) => firm),
        call.dataset,
      );
      context.countRead('getRelated', call.now);
      return {
        data: rows.map(({ firm, isTied, via }) => ({ ...companyRow(firm), tied: isTied, via })),
        meta: {
          source: 'onrc',
          sources: [...sources, ...live.sources],
          stale,
          warnings: [...registryWarnings(company), ...warnings, ...live.warnings],
          page,
          notLoaded: missingParts(call.dataset, 'finances', 'shareholders'),
          extra: omissions,
        },
      };
    },
  }),

  getNetwork: endpoint({
    path: '/api/company/{cui}/network',
    access: 'pro',
    preview: networkPreview,
    fresh: '24h',
    title: {
      en: 'Representatives of the company and their other companies',
      ro: 'Reprezentanții firmei și celelalte firme ale lor',
    },
    about: {
      en: 'Officers and shareholders, persons and companies, and their other firms, as a graph of depth one with at most 200 nodes, the largest firms first; insolvency practitioners, liquidators, auditors and the like are nodes without their other firms; `total` counts all nodes, `truncated` is true when some are omitted. Edges have the role as registered, its code, and the percentage of a share.',
      ro: 'Administratorii și asociații, persoane și firme, cu celelalte firme ale lor, ca graf de adâncime unu cu cel mult 200 de noduri, firmele mari întâi; practicienii în insolvență, lichidatorii, cenzorii și cei asemenea apar fără celelalte firme ale lor; `total` numără toate nodurile, `truncated` arată dacă unele lipsesc. Muchiile au rolul așa cum este înregistrat, codul lui și procentul unei cote.',
    },
    params: Type.Object({ cui: Cui }, closed),
    data: Network,
    examples: [
      { title: { en: 'Around a large company', ro: 'În jurul unei firme mari' }, params: { cui: context.example.cui } },
    ],
    async handle({ cui }, call) {
      const company = await context.company(cui, call);
      const { sources, stale, warnings } = provenanceOf(call.dataset, 'registry', 'shareholders');
      const { ids, version } = context.hidden();
      context.countRead('getNetwork', call.now);
      return {
        data: await networks(call.dataset, `${keyOf(company)} ${version}`, () => networkOf(company, call.dataset, ids)),
        meta: {
          source: 'onrc',
          sources,
          stale,
          warnings: [...registryWarnings(company), ...warnings],
          notLoaded: missingParts(call.dataset, 'finances', 'shareholders'),
        },
      };
    },
  }),

  ...personOperations(context),
});

/** Name and state of a company outside the registry are those that the tax authority stated last. */
const keyOf = ({ cui, name, active }: Awaited<ReturnType<PeopleContext['company']>>): string =>
  JSON.stringify([cui, name, active]);

/** The registry has no officers of town halls and associations, so an empty answer proves nothing. */
const registryWarnings = ({ firm, name }: TieSubject): Message[] =>
  firm === null ? [messages.people.outsideRegistry({ name })] : [];
