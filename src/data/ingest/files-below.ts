/** Every file in a folder, at any depth. */
import { existsSync } from 'node:fs';
import { opendir } from 'node:fs/promises';
import { join } from 'node:path';

export async function filesBelow(folder: string): Promise<{ path: string; name: string }[]> {
  const files: { path: string; name: string }[] = [];
  if (!existsSync(folder)) return files;
  for await (const entry of await opendir(folder, { recursive: true }))
    if (entry.isFile()) files.push({ path: join(entry.parentPath, entry.name), name: entry.name });
  return files;
}
