/** Brings the tax authority's pages and lists of treasury accounts into a folder, for the import to read. */
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '#data/sources/client.ts';
import { fetchCountyPage, fetchTreasuryIndex, fetchTreasuryList } from '#data/sources/treasury/fetch.ts';
import type { TreasuryLink } from '#data/sources/treasury/index-page.ts';
import type { WholeOutcome } from '#lib/safe-fetch/outcome.ts';

interface TreasuryDownloadNeeds {
  client: Client;
  /** Of the index page. */
  address: string;
  /** Emptied of what an earlier download left. */
  folder: string;
  paceMs: number;
  onFile(name: string): void;
}

/** Why nothing could be brought, or what is missing of it, in sentences. */
export type TreasuryDownload = { failure: string } | { missing: string[] };

/** A link that leads nowhere is told of; a source that does not answer ends it. */
export async function downloadTreasuries(needs: TreasuryDownloadNeeds): Promise<TreasuryDownload> {
  const { client, address, folder, paceMs, onFile } = needs;
  const index = await fetchTreasuryIndex(client, address);
  if (index.outcome === 'notFound') return { failure: `There is no page at ${address}.` };
  if (index.outcome === 'unavailable') return { failure: `The index at ${address} cannot be read: ${index.detail}.` };
  await mkdir(folder, { recursive: true });
  for (const name of await readdir(folder)) if (FETCHED.test(name)) await rm(join(folder, name));

  const missing: string[] = [];
  const lists = new Map(index.value.lists.map((link) => [link.name, link]));
  const fetchAll = async <File>(
    links: Iterable<TreasuryLink>,
    fetchOne: (client: Client, url: string) => Promise<WholeOutcome<File>>,
    bytesOf: (file: File) => Uint8Array,
  ): Promise<string | null> => {
    for (const link of links) {
      await sleep(paceMs);
      const file = await fetchOne(client, link.url);
      if (file.outcome === 'unavailable') return `${link.url} cannot be read: ${file.detail}.`;
      if (file.outcome === 'notFound') {
        missing.push(`${link.name}: there is no such file at ${link.url}`);
        continue;
      }
      await writeFile(join(folder, link.name), bytesOf(file.value));
      onFile(link.name);
    }
    return null;
  };

  const failure =
    (await fetchAll(index.value.counties, fetchCountyPage, (page) => {
      for (const link of page.lists) lists.set(link.name, link);
      return page.bytes;
    })) ?? (await fetchAll(lists.values(), fetchTreasuryList, (bytes) => bytes));
  return failure === null ? { missing } : { failure };
}

const FETCHED = /\.(?:html?|pdf)$/i;
