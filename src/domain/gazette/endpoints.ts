/** Operations on the Official Gazette. */

import { Type } from 'typebox';
import { ApiError } from '#api/api-error.ts';
import type { Context } from '#api/context.ts';
import { type Call, endpoint } from '#api/endpoint.ts';
import { Cui, Cursor, Limit, withPatternMessage } from '#api/parameters.ts';
import { missingParts, provenanceOf } from '#api/provenance.ts';
import type { Dataset } from '#data/store/dataset.ts';
import { redactRows } from '#lib/redaction/redact.ts';
import { closed, field, orNull } from '#lib/schema/fields.ts';
import { messages } from '#locales/messages.ts';
import { Decision, decision } from './decision.ts';
import { DECISION_ID } from './decision-index.ts';
import { countDecisionsOf, decisionById, decisionsOf } from './decisions-table.ts';

type GazetteContext = Pick<Context, 'hidden' | 'cursors'> & {
  /** Throws a 404 for an unknown company. */
  company(cui: string, call: Call): Promise<unknown>;
  example: { cui: string; decision: string };
};

const PAGE = 50;
const PAGE_MAX = 200;

export const gazette = (context: GazetteContext) => ({
  getDecision: endpoint({
    path: '/api/decisions/{id}',
    access: 'pro+x402',
    price: 'record',
    fresh: '24h',
    title: { en: 'One decision of the Official Gazette', ro: 'O hotărâre din Monitorul Oficial' },
    about: {
      en: 'A decision, summons or notice that a company published in Part IV of the Official Gazette, with its text, the issue that carries it, and how sure it is which company it is about.',
      ro: 'O hotărâre, o convocare sau o notificare publicată de o firmă în Partea a IV-a a Monitorului Oficial, cu textul, numărul în care a apărut și cât de sigur este despre ce firmă e vorba.',
    },
    params: Type.Object(
      {
        id: withPatternMessage(
          field(Type.String({ pattern: DECISION_ID }), {
            en: 'Identifier of a decision, from a list or a search.',
            ro: 'Identificatorul unei hotărâri, dintr-o listă sau dintr-o căutare.',
          }),
          messages.wrong.noIdentifier(),
        ),
      },
      closed,
    ),
    data: Decision,
    examples: [
      { title: { en: 'A general meeting', ro: 'O adunare generală' }, params: { id: context.example.decision } },
    ],
    async handle({ id }, { dataset }) {
      const db = dataset.partGroup('gazette');
      if (db === null) throw new ApiError('SOURCE_NOT_LOADED', messages.gazette.notLoaded());
      const row = await decisionById(db, id);
      if (row === null) throw unknown(id, dataset, context);
      return {
        data: decision(row, context.hidden().names, dataset),
        meta: { source: 'gazette', ...provenanceOf(dataset, 'gazette') },
      };
    },
  }),

  getCompanyDecisions: endpoint({
    path: '/api/company/{cui}/decisions',
    access: 'pro+x402',
    price: 'record',
    fresh: '24h',
    title: { en: 'Official Gazette decisions of a company', ro: 'Hotărârile unei firme din Monitorul Oficial' },
    about: {
      en: 'Decisions published in Part IV of the Official Gazette about the company, newest first; `matchConfidence` states how certain each match is. Null, with `meta.notLoaded`, on an installation that has not loaded the Gazette.',
      ro: 'Hotărâri publicate în Partea a IV-a a Monitorului Oficial despre firmă, cele mai noi întâi; `matchConfidence` arată cât de sigură este fiecare potrivire. Null, cu `meta.notLoaded`, pe o instalare care nu a încărcat Monitorul.',
    },
    params: Type.Object({ cui: Cui }, closed),
    query: Type.Object({ limit: Limit(PAGE_MAX, PAGE), cursor: Cursor }, closed),
    data: orNull(Type.Array(Decision), 'Newest first; null when the Gazette is not loaded.'),
    examples: [{ title: { en: 'A large company', ro: 'O firmă mare' }, params: { cui: context.example.cui } }],
    async handle({ cui, limit, cursor }, call) {
      const { dataset } = call;
      await context.company(cui, call);
      const db = dataset.partGroup('gazette');
      const meta = {
        source: 'gazette' as const,
        ...provenanceOf(dataset, 'gazette'),
        notLoaded: missingParts(dataset, 'gazette'),
      };
      if (db === null) return { data: null, meta };
      const scope = { path: `/api/company/${cui}/decisions`, query: { limit }, generation: dataset.manifest.id };
      const [offset = 0, after = 0] =
        cursor === undefined ? [] : context.cursors.read(scope, cursor).split(' ').map(Number);
      const rows = await decisionsOf(db, cui, after, limit + 1);
      const visible = rows.slice(0, limit);
      const page = context.cursors.positionPage(scope, {
        limit,
        offset,
        returned: visible.length,
        total: await countDecisionsOf(db, cui),
        totalRelation: 'exact',
        position: rows.length > limit ? `${offset + limit} ${visible.at(-1)?.rank}` : null,
      });
      const hidden = context.hidden();
      const data = await redactRows(visible, (row) => decision(row, hidden.names, dataset), hidden);
      return { data, meta: { ...meta, page } };
    },
  }),
});

const unknown = (id: string, { manifest }: Dataset, { example }: GazetteContext): ApiError =>
  new ApiError(
    'NOT_FOUND',
    manifest.country === 'demo'
      ? messages.operations.inDemo({ problem: messages.gazette.unknown({ id }), example: example.decision })
      : messages.gazette.unknown({ id }),
  );
