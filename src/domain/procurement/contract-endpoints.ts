/** One contract, by its number or by its id. */

import { Type } from 'typebox';
import { ApiError } from '#api/api-error.ts';
import { type Call, endpoint } from '#api/endpoint.ts';
import { Cui } from '#api/parameters.ts';
import { closed, field } from '#lib/schema/fields.ts';
import { messages } from '#locales/messages.ts';
import type { ProcurementContext } from './context.ts';
import { ContractInFull, type ContractRow, modification, namesake } from './contract.ts';
import { contractKey, foldNumber } from './contract-id.ts';
import { modificationsOf, namesakesCount, namesakesOf, newestNumbered } from './contracts-table.ts';
import { contractsOf, namesOf, sourceMeta } from './list-page.ts';
import { assertLoaded, procurementOf } from './procurement-database.ts';
import { rowsOf } from './rows-table.ts';

/** Numbers are free text; the longest published ones name several contracts with their days and annexes. */
const NUMBER_MAX = 1_000;

/** Every authority has a contract no. 1: a list of all of them is useless. */
const NAMESAKES_MAX = 50;

export const contractByNumber = (context: ProcurementContext) => ({
  getContract: endpoint({
    path: '/api/seap/contracts/{number}',
    access: 'pro',
    fresh: '6h',
    title: { en: 'One contract', ro: 'Un contract' },
    about: {
      en: 'A contract by its number as published, URL-encoded (`/` as `%2F`), or by its `id`. Numbers are the authorities’ own, so several contracts may share one: the newest answers, `sameNumber` lists the others, and `authorityCui` picks.',
      ro: 'Un contract după numărul publicat, codificat pentru adresă (`/` ca `%2F`), sau după `id`. Numerele sunt ale autorităților, așa că mai multe contracte pot avea același număr: răspunde cel mai nou, `sameNumber` le enumeră pe celelalte, iar `authorityCui` alege.',
    },
    params: Type.Object(
      {
        number: field(
          Type.String({
            minLength: 1,
            maxLength: NUMBER_MAX,
          }),
          {
            en: 'Contract number, any case, blanks do not matter; or the contract’s `id`.',
            ro: 'Numărul contractului, cu litere mari sau mici, spațiile nu contează; sau `id`-ul contractului.',
          },
        ),
      },
      closed,
    ),
    query: Type.Object({ authorityCui: Type.Optional(Cui) }, closed),
    data: ContractInFull,
    examples: [{ title: { en: 'By its number', ro: 'După număr' }, params: { number: context.example.contract } }],
    async handle({ number, authorityCui }, call) {
      const first = await pickContract(number, authorityCui, call);
      if (first === null) await assertLoaded(procurementOf(call.dataset), 'contract');
      if (first === null) throw unknown(number, call, context);
      const [full] = await contractsOf([first], call, context);
      if (!full) throw new Error('A contract that was read can be shown.');
      const db = procurementOf(call.dataset);
      const folded = first.number === null ? null : foldNumber(first.number);
      const others = folded === null ? [] : await namesakesOf(db, first.key, folded, NAMESAKES_MAX);
      const sameNumberCount =
        folded === null || others.length < NAMESAKES_MAX ? others.length : await namesakesCount(db, first.key, folded);
      const names = await namesOf(others, call, context);
      const modifications = await modificationsOf(procurementOf(call.dataset), first);
      return {
        data: {
          ...full,
          modifications: modifications?.map(modification) ?? null,
          sameNumber: others.map((row) => namesake(row, names)),
          sameNumberCount,
        },
        meta: sourceMeta(call),
      };
    },
  }),
});

/** By id, else the newest with that number; null when there is none, or not of that authority. */
async function pickContract(
  number: string,
  authorityCui: string | undefined,
  { dataset }: Call,
): Promise<ContractRow | null> {
  const db = procurementOf(dataset);
  const authority = authorityCui === undefined ? null : Number(authorityCui);
  const key = contractKey(number);
  const [found] = key === null ? [] : await rowsOf<ContractRow>(db, 'contract', [key]);
  if (found) return authority === null || found.authority_cui === authority ? found : null;
  return newestNumbered(db, foldNumber(number), authority);
}

const unknown = (number: string, { dataset }: Call, { example }: ProcurementContext): ApiError =>
  new ApiError(
    'NOT_FOUND',
    dataset.manifest.country === 'demo'
      ? messages.operations.inDemo({
          problem: messages.procurement.unknownContract({ number }),
          example: example.contract,
        })
      : messages.procurement.unknownContract({ number }),
  );
