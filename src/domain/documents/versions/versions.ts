/** Which two versions are compared. */

import { ApiError } from '#api/api-error.ts';
import type { Call } from '#api/endpoint.ts';
import { type Documentation, documentationOfCall } from '#domain/documents/documentation-of-call.ts';
import type { DocumentsNeeds } from '#domain/documents/needs.ts';
import { said } from '#domain/documents/sentences.ts';

export interface ComparedVersions {
  /** Null when there is no older one. */
  before: Documentation | null;
  after: Documentation;
}

interface Asked {
  notice: string;
  fromVersion?: number | undefined;
  toVersion?: number | undefined;
}

/** `toVersion` left out: the newest that was collected; `fromVersion` left out: the one before it. */
export async function comparedVersions(
  { notice, fromVersion: from, toVersion: to }: Asked,
  call: Call,
  needs: DocumentsNeeds,
): Promise<ComparedVersions> {
  const after = await documentationOfCall({ notice, version: to }, call, needs);
  const newer = after.version?.version ?? 0;
  // One that does not exist is told as that, by the gate.
  if (from !== undefined && from >= newer && after.versions.some(({ version }) => version === from))
    throw new ApiError('INVALID_PARAMETER', said.fromBehindTo({ from, to: newer }), {
      details: [{ in: 'query', name: 'fromVersion', problem: said.notBefore() }],
    });
  const older = from ?? after.versions.find(({ version }) => version < newer)?.version;
  return {
    before: older === undefined ? null : await documentationOfCall({ notice, version: older }, call, needs),
    after,
  };
}
