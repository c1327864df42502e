/** The status of the service and its sources. */
import type { Context } from '#api/context.ts';
import { endpoint } from '#api/endpoint.ts';
import {
  healthOf,
  type LeaderState,
  type LimitsState,
  ServiceHealth,
  type SignatureTrust,
  type StandbyLag,
  type UpstreamState,
} from './health.ts';

type StatusContext = Pick<Context, 'report'> & {
  /** The last result of each live source, of any process. */
  upstreams(): Promise<UpstreamState[]>;
  limits(): LimitsState;
  /** Null without a standby. */
  standby(): StandbyLag | null;
  leader(): Promise<LeaderState>;
  /** Null before a host has checked its trust store. */
  signatures(now: number): Promise<SignatureTrust | null>;
  version: string;
};

export const status = ({ upstreams, limits, standby, leader, signatures, version, report }: StatusContext) => ({
  getStatus: endpoint({
    path: '/api/health',
    access: 'pro+x402',
    price: 'reference',
    fresh: '15s',
    title: { en: 'Service status', ro: 'Starea serviciului' },
    about: {
      en: 'Health of the service, of the sources that it queries live (tax authority and national bank) and of the loaded publications. It answers 200 whenever the service itself works: stored data is served while a source is down.',
      ro: 'Dacă serviciul, sursele interogate în timp real (ANAF și Banca Națională) și publicațiile încărcate sunt în regulă. Răspunde 200 ori de câte ori serviciul însuși poate răspunde: datele păstrate se dau și când o sursă nu merge.',
    },
    data: ServiceHealth,
    examples: [{ title: { en: 'Right now', ro: 'Chiar acum' } }],
    async handle(_, { dataset, now }) {
      // An unreadable store is part of the answer.
      const orNull = <Read>(read: Promise<Read>): Promise<Read | null> =>
        read.catch((error) => {
          report(error);
          return null;
        });
      const [states, leaderState, trust] = await Promise.all([
        orNull(upstreams()),
        orNull(leader()),
        orNull(signatures(now)),
      ]);
      return {
        data: healthOf(
          dataset,
          { upstreams: states, limits: limits(), standby: standby(), leader: leaderState, signatures: trust, version },
          now,
        ),
        meta: { source: 'computed', sources: [], cached: false, cachedAt: null },
      };
    },
  }),
});
