/** Where hosts read the dataset: from the standby while it is up, from the primary otherwise, and from the standby again. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { countReads, type Reads, untilAll } from './host-health.ts';
import type { Installation } from './installation.ts';
import { asked } from './request.ts';

/** The share of reads from the other server: a read canceled by recovery is sent to both. */
const ELSEWHERE_MOST = 0.05;

/** The log line of a host that leaves the standby. */
const LEFT = 'The dataset is read on the primary';

export interface ReadsFound {
  line: string;
  problems: string[];
}

/** The server that hosts read from in a period: each gets a request whose answer it cannot have cached. */
export async function readsFrom(
  installation: Installation,
  server: keyof Reads,
  stretchMs: number,
): Promise<ReadsFound> {
  const left = (): number => installation.hosts.reduce((sum, host) => sum + host.output().split(LEFT).length, 0);
  // A busy standby is rightly left for a moment.
  for (let tries = 1; ; tries++) {
    const before = left();
    const found = await readsInStretch(installation, server, stretchMs);
    if (left() === before || tries === 5) return found;
  }
}

async function readsInStretch(installation: Installation, server: keyof Reads, stretchMs: number): Promise<ReadsFound> {
  const { hosts, key } = installation;
  const state = (found: string | undefined): boolean => (found === 'reading') === (server === 'standby');
  const took = await untilAll(installation, `reads from the ${server}`, ({ standby }) => state(standby?.state));
  const count = await countReads(hosts);
  for (const { origin } of hosts)
    for (let i = 0; i < 5; i++) {
      const { status } = await asked(origin, `/api/search?q=${randomUUID()}`, { 'x-api-key': key });
      if (status !== 200) throw new Error(`A search at ${origin} answered ${status}.`);
    }
  await sleep(stretchMs);
  const reads = await count();
  const other = server === 'standby' ? 'primary' : 'standby';
  const sum = (of: keyof Reads): number => reads.reduce((all, one) => all + one[of], 0);
  return {
    line: `all hosts read from the ${server} after ${took}: ${sum(server)} reads there, ${sum(other)} elsewhere`,
    problems: reads.flatMap((one, i) =>
      one[server] > 0 && one[other] <= one[server] * ELSEWHERE_MOST
        ? []
        : [
            `${hosts[i]?.name} read ${one.standby} times from the standby and ${one.primary} from the primary, not the ${server}`,
          ],
    ),
  };
}
