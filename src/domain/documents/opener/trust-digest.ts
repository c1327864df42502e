/** What judged a signature: a digest of the rules and of whom the trust store trusts, and one of its lists of revoked certificates. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { KINDS } from '#lib/signatures/trust-store.ts';
import { RULES } from '#lib/signatures/verdict.ts';

export interface TrustDigest {
  authorities: string;
  lists: string;
}

/** Of the letters that are kept: two stores of one installation never share so many. */
const LENGTH = 16;

/** A folder that is not there is an empty store. */
export async function trustDigest(folder: string): Promise<TrustDigest> {
  const [authorities, lists] = [createHash('sha256').update(`rules ${RULES}\0`), createHash('sha256')];
  for (const kind of KINDS) {
    const hash = kind === 'lists' ? lists : authorities;
    for (const name of (await namesIn(join(folder, kind))).toSorted()) {
      hash.update(`${kind}/${name}\0`);
      for await (const bytes of createReadStream(join(folder, kind, name))) hash.update(bytes as Buffer);
    }
  }
  return {
    authorities: authorities.digest('hex').slice(0, LENGTH),
    lists: lists.digest('hex').slice(0, LENGTH),
  };
}

/** Whether nobody was brought into a store to be trusted. */
export async function trustsNobody(folder: string): Promise<boolean> {
  for (const kind of KINDS) if (kind !== 'lists' && (await namesIn(join(folder, kind))).length > 0) return false;
  return true;
}

export const judgedBy = ({ authorities, lists }: TrustDigest): string => `${authorities}.${lists}`;

async function namesIn(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
