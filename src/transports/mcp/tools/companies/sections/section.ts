/** A part of a company's profile that a caller may include: its shape, and how it is read. */

import type { TSchema } from 'typebox';
import type { Meta } from '#api/operation-result.ts';
import type { Static } from '#lib/schema/static.ts';
import type { ToolCall } from '#transports/mcp/tool.ts';
import type { Company } from '#transports/mcp/tools/companies/company-now.ts';

export interface SectionAsked {
  cui: string;
  company: Company;
  /** Where to go on; only with a part that is a list. */
  cursor?: string;
  call: ToolCall;
}

export interface Section<S extends TSchema> {
  shape: S;
  /** Whether a cursor leads on in it. */
  isPaged: boolean;
  read(asked: SectionAsked): Promise<{ part: Static<S>; metas: readonly Meta[] }>;
}

export const section = <S extends TSchema>(declared: Section<S>): Section<S> => declared;

/** Rows that an operation gives for one part. */
export const ROWS = 10;

/** What a list takes beside others; alone, as it is with a cursor, it has the whole answer. */
export const bytesFor = ({ cursor }: SectionAsked): { bytesMax?: number } =>
  cursor === undefined ? { bytesMax: 2_500 } : {};

/** What a cursor of a part is bound to. */
export const scopedTo = ({ cui, cursor }: SectionAsked): { cui: string; cursor?: string } => ({
  cui,
  ...(cursor !== undefined && { cursor }),
});
