/** Romanian texts of pages: places. */

import type { places as english } from '#locales/en/pages/places.ts';
import type { Localized } from '#locales/translation.ts';

export const places: Localized<typeof english> = {
  counties: 'Firme pe județe',
  lead: 'Alegeți județul. Firmele stau după cifra de afaceri, cele în funcțiune întâi.',
  firms: ['firmă', 'firme'],
  order: 'cele în funcțiune întâi, apoi după cifra de afaceri',
  active: 'doar în funcțiune',
  all: 'toate',
  caen: 'Cod CAEN (Rev. 3)',
  status: 'Stare',
  go: 'Arată',
  filters: 'Filtre',
  none: 'Nicio firmă cu aceste filtre.',
  in: (place) => `Firme din ${place}`,
  towns: 'Localități din această pagină',
};
