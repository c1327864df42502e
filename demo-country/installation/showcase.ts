/** The demo country's fixed records, one for every interesting case. */
import { showcase } from '#demo-country/showcase.ts';

export { showcase };

export const shownCui = (id: string): string => showcase.find((record) => record.id === id)?.cui ?? '';
