/** The examples and fixed records of an installation: from the demo country, or from its newest generation. */

import { isLoaded } from '#api/provenance.ts';
import { type Dataset, UnreadablePart } from '#data/store/dataset.ts';
import type { Store } from '#data/store/open.ts';
import { hiddenRows } from '#platform/privacy/hidden-persons-table.ts';
import type { Config } from '#server/config/config.ts';
import { loadDemoCountry } from '#server/demo-port.ts';
import type { Secrets } from '#server/secrets.ts';
import {
  largestCompanies,
  newestContract,
  newestDecision,
  newestNotice,
  newestRelease,
  newestReport,
  someIds,
} from './examples-table.ts';
import { type Examples, INVENTED_PERSON, type InstallationProfile } from './installation-profile.ts';

export async function profileOf(
  { country }: Pick<Config, 'country'>,
  { personKey }: Pick<Secrets, 'personKey'>,
  store: Pick<Store, 'generations' | 'live' | 'state'>,
): Promise<InstallationProfile> {
  if (country === 'demo') return (await loadDemoCountry()).profile(personKey);
  return { examples: await installedExamples(store), demo: null };
}

/** For an empty installation: well-formed examples without records. */
const SHAPES: Examples = {
  company: { cui: '14399840', name: '' },
  others: ['1', '18547290'],
  people: [INVENTED_PERSON],
  locality: { county: 'cluj', locality: 'cluj-napoca' },
  decision: '2026-1-000000000000',
  procurement: { authority: '14399840', supplier: '14399840', notice: 'CN1000000', contract: '1', report: '1' },
  documents: { notice: 'CN1000000', document: 'CN1000000-00001' },
  release: { url: '', slug: 'comunicat' },
  searches: ['mobila', 'construct cluj', 'software'],
};

export async function installedExamples(store: Pick<Store, 'generations' | 'live' | 'state'>): Promise<Examples> {
  const dataset = store.generations.current();
  const release = (await newestRelease(store.live)) ?? SHAPES.release;
  if (dataset === null) return { ...SHAPES, release };
  const [cui = SHAPES.company.cui, ...others] = (await ifReadable(() => companiesOf(dataset))) ?? [];
  const hidden = new Set((await hiddenRows(store.state)).map(({ person_id }) => person_id));
  const people = await ifReadable(async () => (isLoaded(dataset, 'search') ? someIds(dataset.db, hidden) : []));
  const decision = await ifReadable(async () => decisionOf(dataset));
  return {
    ...SHAPES,
    company: { cui, name: '' },
    others: others.length > 1 ? others.slice(0, 2) : SHAPES.others,
    people: [...(people ?? []).map((id) => ({ ...INVENTED_PERSON, id })), INVENTED_PERSON],
    decision: decision ?? SHAPES.decision,
    procurement: (await ifReadable(() => procurementExamples(dataset))) ?? SHAPES.procurement,
    release,
  };
}

/** Parts of an older format give no examples until they are rebuilt. */
async function ifReadable<Value>(read: () => Promise<Value>): Promise<Value | null> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof UnreadablePart) return null;
    throw error;
  }
}

const companiesOf = async (dataset: Dataset): Promise<string[]> =>
  isLoaded(dataset, 'rankings') ? largestCompanies(dataset.db) : [];

async function decisionOf(dataset: Dataset): Promise<string | null> {
  const gazette = dataset.partGroup('gazette');
  return gazette && newestDecision(gazette);
}

async function procurementExamples(dataset: Dataset): Promise<Examples['procurement']> {
  const db = dataset.partGroup('procurement');
  if (db === null) return SHAPES.procurement;
  const contract = await newestContract(db);
  return {
    ...SHAPES.procurement,
    ...(contract && {
      contract: contract.number,
      authority: String(contract.authority),
      supplier: String(contract.supplier),
    }),
    notice: (await newestNotice(db)) ?? SHAPES.procurement.notice,
    report: (await newestReport(db)) ?? SHAPES.procurement.report,
  };
}
