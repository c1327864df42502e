/** One contract, by its number or by our id. */
import { Type } from 'typebox';
import { closed } from '#base/schema.ts';
import { type Call, endpoint } from '#http/endpoint.ts';
import { Cui } from '#http/parameters.ts';
import { Problem } from '#http/problem.ts';
import { ContractInFull, type ContractRow, namesake } from './contract.ts';
import { contractKey, foldNumber } from './contract-id.ts';
import { contractsOf, namesOf, sourceMeta } from './lists.ts';
import { loaded, type ProcurementNeeds } from './needs.ts';
import { rowsOf } from './walk.ts';

/** Numbers are free text; the longest published ones name several annexes. */
const NUMBER_MAX = 200;

/** Every authority has a contract no. 1: a list of all of them helps nobody. */
const NAMESAKES_MAX = 50;

export const contractByNumber = (needs: ProcurementNeeds) => ({
  getContract: endpoint({
    path: '/api/seap/contracts/{number}',
    access: 'pro',
    fresh: '6h',
    title: 'One contract',
    about:
      'A contract by its number as published, URL-encoded (`/` as `%2F`), or by its `id`. Numbers are the authorities’ own, so several contracts may share one: the newest answers, `sameNumber` lists the others, and `authorityCui` picks.',
    params: Type.Object(
      {
        number: Type.String({
          minLength: 1,
          maxLength: NUMBER_MAX,
          description: 'Contract number, any case, blanks do not matter; or the contract’s `id`.',
        }),
      },
      closed,
    ),
    query: Type.Object({ authorityCui: Type.Optional(Cui) }, closed),
    data: ContractInFull,
    examples: [{ title: 'By its number', params: { number: needs.example.contract } }],
    async handle({ number, authorityCui }, call) {
      const rows = await contractsBy(number, authorityCui, call);
      const [first, ...others] = rows;
      if (!first) throw unknown(number, call, needs);
      const [full] = await contractsOf([first], call, needs);
      if (!full) throw new Error('A contract that was read can be shown.');
      const names = await namesOf(others, call, needs);
      return {
        data: { ...full, sameNumber: others.slice(0, NAMESAKES_MAX).map((row) => namesake(row, names)) },
        meta: sourceMeta(call),
      };
    },
  }),
});

/** Newest first; one more than are shown, beside the first. */
async function contractsBy(
  number: string,
  authorityCui: string | undefined,
  { dataset }: Call,
): Promise<ContractRow[]> {
  const db = loaded(dataset);
  const key = contractKey(number);
  if (key !== null) {
    const found = await rowsOf<ContractRow>(db, 'contract', [key]);
    if (found.length > 0) return found;
  }
  const only = authorityCui === undefined ? '' : 'and authority_cui = $2';
  return db.all<ContractRow>(
    `select * from contract where number_folded = $1 ${only} order by day desc, key desc limit ${NAMESAKES_MAX + 1}`,
    [foldNumber(number), ...(authorityCui === undefined ? [] : [Number(authorityCui)])],
  );
}

const unknown = (number: string, { dataset }: Call, { example }: ProcurementNeeds): Problem =>
  new Problem(
    'NOT_FOUND',
    dataset.manifest.country === 'demo'
      ? `No contract has the number ${number}. This is the demo country: try ${example.contract}.`
      : `No contract has the number ${number}.`,
  );
