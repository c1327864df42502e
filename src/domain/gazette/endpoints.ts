/** Operations on the Official Gazette. */

import { Type } from 'typebox';
import { ApiError } from '#api/api-error.ts';
import type { Cursors } from '#api/cursor.ts';
import { type Call, endpoint } from '#api/endpoint.ts';
import { Cui, Cursor, Limit, withPatternMessage } from '#api/parameters.ts';
import { missingParts, provenanceOf } from '#api/provenance.ts';
import type { Dataset } from '#data/store/dataset.ts';
import type { HiddenPersons } from '#lib/redaction/hidden-persons.ts';
import { redactInTurn } from '#lib/redaction/redact.ts';
import { closed, field, orNull } from '#lib/schema/fields.ts';
import { messages } from '#locales/messages.ts';
import { Decision, decision } from './decision.ts';
import { DECISION_ID } from './decision-id.ts';
import { countDecisionsOf, decisionById, decisionsOf } from './decisions-table.ts';

export interface GazetteNeeds {
  /** Throws a 404 when nobody knows the company. */
  company(cui: string, call: Call): Promise<unknown>;
  /** Persons who are not shown, as of now. */
  hidden(): HiddenPersons;
  cursors: Cursors;
  example: { cui: string; decision: string };
}

const PAGE = 50;
const PAGE_MAX = 200;

export const gazette = (needs: GazetteNeeds) => ({
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
      { title: { en: 'A general meeting', ro: 'O adunare generală' }, params: { id: needs.example.decision } },
    ],
    async handle({ id }, { dataset }) {
      const db = dataset.partGroup('gazette');
      if (db === null) throw new ApiError('SOURCE_NOT_LOADED', messages.gazette.notLoaded());
      const row = await decisionById(db, id);
      if (row === null) throw unknown(id, dataset, needs);
      return {
        data: decision(row, needs.hidden().names),
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
      en: 'Decisions published in Part IV of the Official Gazette about the company, newest first; `matchConfidence` says how sure each one is. Null, with `meta.notLoaded`, on an installation that has not loaded the Gazette.',
      ro: 'Hotărâri publicate în Partea a IV-a a Monitorului Oficial despre firmă, cele mai noi întâi; `matchConfidence` spune cât de sigură este fiecare. Null, cu `meta.notLoaded`, pe o instalare care nu a încărcat Monitorul.',
    },
    params: Type.Object({ cui: Cui }, closed),
    query: Type.Object({ limit: Limit(PAGE_MAX, PAGE), cursor: Cursor }, closed),
    data: orNull(Type.Array(Decision), 'Newest first; null when the Gazette is not loaded.'),
    examples: [{ title: { en: 'A large company', ro: 'O firmă mare' }, params: { cui: needs.example.cui } }],
    async handle({ cui, limit, cursor }, call) {
      const { dataset } = call;
      await needs.company(cui, call);
      const db = dataset.partGroup('gazette');
      const meta = {
        source: 'gazette' as const,
        ...provenanceOf(dataset, 'gazette'),
        notLoaded: missingParts(dataset, 'gazette'),
      };
      if (db === null) return { data: null, meta };
      const scope = { path: `/api/company/${cui}/decisions`, query: { limit }, generation: dataset.manifest.id };
      const [offset = 0, after = 0] =
        cursor === undefined ? [] : needs.cursors.read(scope, cursor).split(' ').map(Number);
      const rows = await decisionsOf(db, cui, after, limit + 1);
      const shown = rows.slice(0, limit);
      const page = needs.cursors.positionPage(scope, {
        limit,
        offset,
        returned: shown.length,
        total: await countDecisionsOf(db, cui),
        totalRelation: 'exact',
        position: rows.length > limit ? `${offset + limit} ${shown.at(-1)?.rank}` : null,
      });
      const hidden = needs.hidden();
      const data = await redactInTurn(shown, (row) => decision(row, hidden.names), hidden);
      return { data, meta: { ...meta, page } };
    },
  }),
});

const unknown = (id: string, { manifest }: Dataset, { example }: GazetteNeeds): ApiError =>
  new ApiError(
    'NOT_FOUND',
    manifest.country === 'demo'
      ? messages.operations.inDemo({ problem: messages.gazette.unknown({ id }), example: example.decision })
      : messages.gazette.unknown({ id }),
  );
