/** Rates, classifications, treasury accounts, press and the state of the service: what is not about one company. */

import { importedTreasuries } from '#data/ingest/treasury.ts';
import { pressStored } from '#data/live/press-table.ts';
import { lastLook, observedRates, observedRatesOf } from '#data/live/rates-table.ts';
import { sourceStates } from '#data/live/source-state-table.ts';
import { sources } from '#data/sources/sources.ts';
import { leaderOf } from '#data/store/leader/leader-table.ts';
import { caen } from '#domain/caen/endpoints.ts';
import { press } from '#domain/press/endpoints.ts';
import type { PressNeeds } from '#domain/press/needs.ts';
import { rates } from '#domain/rates/endpoints.ts';
import { status } from '#domain/status/endpoints.ts';
import { treasury } from '#domain/treasury/endpoints.ts';
import { importedList, shippedList } from '#domain/treasury/iban-sources.ts';
import { VERSION } from '#lib/version.ts';
import type { DomainNeeds } from './needs.ts';

export async function referenceModules(needs: DomainNeeds) {
  const { config, store, live, cursors, report } = needs;
  const imported = importedTreasuries(config.dataFolder);
  const pressNeeds: PressNeeds = {
    stored: pressStored(store.live),
    refreshReleases: live.refreshPress,
    refreshFile: live.refreshPressFile,
    readPictures: live.readPressPictures,
    hidden: needs.hidden,
    cursors,
    licence: sources.press.licence,
    pages: { releases: needs.pages.press, files: needs.pages.pressFiles },
    isDemo: config.country === 'demo',
    example: needs.examples.release,
  };
  return {
    pressNeeds,
    declared: {
      ...rates({
        observed: {
          look: () => lastLook(store.live),
          between: (from, to) => observedRates(store.live, from, to),
          of: (currency, until, limit) => observedRatesOf(store.live, currency, until, limit),
        },
        refresh: live.refreshRates,
        licence: sources.bnr.licence,
        page: needs.pages.rates,
        today: config.today,
      }),
      ...caen(),
      ...treasury(imported ? await importedList(imported) : shippedList(), needs.pages.treasury),
      ...press(pressNeeds),
      ...status({
        ...{ upstreams: () => sourceStates(store.live), limits: needs.limits, version: VERSION, report },
        standby: () => needs.standby?.read() ?? null,
        duties: async () => (await leaderOf(store.state)) ?? { isHeld: false, since: null, term: null },
      }),
    },
  };
}
