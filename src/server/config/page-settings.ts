/** The settings of our pages: what Pro costs here, and how long answered requests of readers are kept. */
import { REQUESTS_DAYS } from '#platform/privacy/reader-requests.ts';
import { proPrice, setting, whole } from './setting-readers.ts';

export const pageSettings = {
  FIRMOTECA_PRO_PRICE: setting(
    '',
    proPrice,
    'What Pro costs here, as the page of prices tells it: `49 RON/month`, `500 EUR/year`. Default: that page says that you tell the price.',
  ),
  FIRMOTECA_REQUESTS_DAYS: setting(
    String(REQUESTS_DAYS),
    whole(1, 3_650),
    'Days for which requests of readers (to hide a person, to mend a record) are kept after you answered them. Those that wait are never deleted.',
  ),
} as const;
