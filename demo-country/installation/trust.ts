/** Fills the demo's trust store with the invented country's certificate authority. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { demoTrust, revocationListAt } from '#demo-country/documents/signatures/authority.ts';

/** `at`: milliseconds, of the list of revoked certificates. Written again, it says the same. */
export async function writeDemoTrust(folder: string, at: number): Promise<void> {
  const { roots, intermediates } = demoTrust();
  const files = [
    ...roots.map((text, i) => [`authorities/demo-${i + 1}.pem`, text] as const),
    ...intermediates.map((text, i) => [`helpers/demo-${i + 1}.pem`, text] as const),
    ['lists/demo.crl', revocationListAt(at)] as const,
  ];
  for (const kind of ['authorities', 'helpers', 'lists']) await mkdir(join(folder, kind), { recursive: true });
  for (const [name, content] of files) await writeFile(join(folder, name), content);
}
