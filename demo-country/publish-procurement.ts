/** What the procurement system publishes: quarterly exports on the portal, and supplier reports, which have no open source, in our format. */
import { join } from 'node:path';
import { publishExports } from './procurement/publish-exports.ts';
import type { Procurement } from './procurement/system.ts';
import { createText } from './write-text.ts';

export async function publishProcurement(procurement: Procurement, folder: string, on: number): Promise<void> {
  await publishExports(procurement, join(folder, 'achizitii'), on);
  const reports = await createText(join(folder, 'import', 'supplier-reports.ndjson'));
  for (const { damagesAmount, ...report } of procurement.reports(on))
    reports.line(JSON.stringify({ ...report, damagesLei: damagesAmount === null ? null : damagesAmount / 100 }));
  await reports.close();
}
