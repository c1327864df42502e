/** Ingests a year of direct purchases, as text exports of the portal, into a part with its indexes and sums; prints the cost as JSON. */
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openLanes } from '#data/ingest/lanes.ts';
import { assemblyOf } from '#data/ingest/parts.ts';
import { buildProcurement } from '#data/ingest/procurement/parts.ts';
import { silent } from '#data/ingest/progress.ts';
import { findPublications } from '#data/ingest/publications.ts';
import { openStore } from '#data/store/open.ts';
import { cuiOf } from '#lib/values/cui.ts';

const [count = '1000000'] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'firmoteca-bench-'));
await writeYear(join(folder, 'achizitii-publice-2018-purchases.csv'), Number(count));

const store = await openStore({ databaseUrl: null, folder: join(folder, 'data'), country: 'demo' });
const build = await store.generations.build();
const lanes = openLanes({ ...store, build, settings: undefined });
const assembly = assemblyOf(build, { lanes, progress: silent, strict: true });
const before = process.cpuUsage();
await buildProcurement(assembly, (await findPublications(folder)).procurement, []);
const { user, system } = process.cpuUsage(before);
await build.close();
await store.close();
rmSync(folder, { recursive: true });
const [report] = assembly.reports;
console.log(
  JSON.stringify({
    rows: report?.read,
    seconds: report?.seconds,
    cpuSeconds: (user + system) / 1e6,
    maxRssKb: process.resourceUsage().maxRSS,
  }),
);

/** Distributed like real data: some thousand authorities and codes, many more suppliers, most with few purchases. */
async function writeYear(path: string, rows: number): Promise<void> {
  const file = createWriteStream(path);
  file.write(
    'Castigator^CastigatorCUI^CastigatorTara^CastigatorLocalitate^CastigatorAdresa^TipProcedura^AutoritateContractanta^AutoritateContractantaCUI^NumarAnunt^DataAnunt^Descriere^TipIncheiereContract^NumarContract^DataContract^TitluContract^Valoare^Moneda^ValoareRON^ValoareEUR^CPVCodeID^CPVCode\n',
  );
  for (let i = 0; i < rows; i++) {
    const spread = (n: number, salt: number): number => Math.floor(draw(i * 31 + salt) ** 2 * n);
    const day = new Date(Date.UTC(2018, 0, 1 + Math.floor((i / rows) * 364))).toISOString().slice(0, 10);
    const value = `${1 + spread(90_000, 3)}.${10 + (i % 90)}`;
    const supplier = spread(60_000, 1);
    const cells = [
      `FURNIZOR ${supplier} SRL`,
      `RO ${cuiOf(2_000_000 + supplier)}`,
      'Romania',
      'Cluj-Napoca',
      '',
      'Cumparare directa',
    ];
    const authority = spread(8_000, 2);
    cells.push(
      `PRIMARIA COMUNEI ${authority}`,
      cuiOf(4_000_000 + authority),
      `DA${20_000_000 + i}`,
      `${day} 10:00:00.000`,
    );
    const cpv = String(3_000_000 + spread(900, 4) * 107_000 + spread(10, 5)).padStart(8, '0');
    cells.push('Produse pentru intretinere si reparatii curente', 'Contract', '', `${day} 12:00:00.000`);
    cells.push(`Achizitie de produse pentru intretinere ${i % 1_000}`, value, 'RON', value, '', '1', `${cpv}-1`);
    if (!file.write(`${cells.join('^')}\n`)) await new Promise((resolve) => file.once('drain', resolve));
  }
  await new Promise((resolve) => file.end(resolve));
}

/** A reproducible random number in [0, 1). */
function draw(seed: number): number {
  let hash = Math.imul(seed ^ (seed >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}
