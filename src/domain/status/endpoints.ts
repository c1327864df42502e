/** How the service and its sources are doing. */
import { endpoint } from '#api/endpoint.ts';
import { healthOf, type Led, type LimitsState, ServiceHealth, type StandbyLag, type UpstreamState } from './health.ts';

export interface StatusNeeds {
  /** What the last process that asked each live source saw. */
  upstreams(): Promise<UpstreamState[]>;
  limits(): LimitsState;
  /** Null where the dataset is read where everything else is. */
  standby(): StandbyLag | null;
  duties(): Promise<Led>;
  version: string;
  report(error: unknown): void;
}

export const status = ({ upstreams, limits, standby, duties, version, report }: StatusNeeds) => ({
  getStatus: endpoint({
    path: '/api/health',
    access: 'pro+x402',
    price: 'reference',
    fresh: '15s',
    title: { en: 'Service status', ro: 'Starea serviciului' },
    about: {
      en: 'Whether the service, the live sources it asks (tax authority and national bank) and the publications it has loaded are well. It answers 200 whenever the service itself can answer: stored data is served while a source is down.',
      ro: 'Dacă serviciul, sursele pe care le întreabă pe loc (ANAF și Banca Națională) și publicațiile încărcate sunt în regulă. Răspunde 200 ori de câte ori serviciul însuși poate răspunde: datele păstrate se dau și când o sursă nu merge.',
    },
    data: ServiceHealth,
    examples: [{ title: { en: 'Right now', ro: 'Chiar acum' } }],
    async handle(_, { dataset, now }) {
      // A store that cannot be read is part of the answer, not its end.
      const orNull = <Read>(read: Promise<Read>): Promise<Read | null> =>
        read.catch((error) => {
          report(error);
          return null;
        });
      const [states, led] = await Promise.all([orNull(upstreams()), orNull(duties())]);
      return {
        data: healthOf(dataset, { upstreams: states, limits: limits(), standby: standby(), duties: led, version }, now),
        meta: { source: 'computed', sources: [], cached: false, cachedAt: null },
      };
    },
  }),
});
