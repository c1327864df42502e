/** A server of one long list for measuring table files: reports its port, and on each message its memory and CPU, or its live memory. */

import { Type } from 'typebox';
import { cursors } from '#api/cursor.ts';
import { endpoint } from '#api/endpoint.ts';
import { Cursor, Limit } from '#api/parameters.ts';
import { inBoth } from '#lib/i18n/message.ts';
import { companyRowFields } from '#lib/schema/company-row.ts';
import { closed } from '#lib/schema/fields.ts';
import { served } from '#test/support/sample-operation.ts';

const ROWS = Number(process.argv[2]);
const signed = cursors('bench');

const rowAt = (number: number) => ({
  cui: String(90_000_000 + number),
  name: `CONSTRUCȚII ȘI MONTAJ ${number} SRL`,
  county: 'Cluj',
  locality: 'Cluj-Napoca',
  caenCode: '4120',
  caenRevision: 'rev2' as const,
  legalForm: 'SRL',
  active: number % 7 > 0,
  turnover: number * 1_234.5,
  employees: number % 90,
  year: 2025,
});

const declaration = endpoint({
  path: '/api/long',
  access: 'pro+x402',
  price: 'list',
  fresh: '24h',
  title: inBoth(() => 'A long list'),
  about: inBoth(() => 'Rows.'),
  query: Type.Object({ limit: Limit(200, 50), cursor: Cursor }, closed),
  data: Type.Array(Type.Object(companyRowFields, { ...closed, title: 'CompanyRow' })),
  examples: [],
  async handle({ limit, cursor }) {
    const scope = { path: '/api/long', query: { limit } };
    const offset = cursor === undefined ? 0 : Number(signed.read(scope, cursor));
    const end = Math.min(ROWS, offset + limit);
    const data = Array.from({ length: end - offset }, (_, i) => rowAt(offset + i));
    const counted = { limit, offset, returned: data.length, total: ROWS, totalRelation: 'exact' as const };
    const page = signed.positionPage(scope, { ...counted, position: end < ROWS ? String(end) : null });
    return { data, meta: { source: 'onrc' as const, sources: [], page } };
  },
});

const { port } = await served({ id: 'getLongList', declaration });
process.on('message', (what) => {
  if (what === 'live') {
    globalThis.gc?.();
    const { heapUsed, external } = process.memoryUsage();
    process.send?.(heapUsed + external);
    return;
  }
  const { maxRSS, userCPUTime } = process.resourceUsage();
  process.send?.({ peakKilobytes: maxRSS, cpuMicroseconds: userCPUTime });
});
process.send?.({ port });
