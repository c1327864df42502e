/** The demo's face: its key, its showcase, and examples that every demo country has, whatever its seed and size. */
import { personIdentity } from '#data/ingest/person-identity.ts';
import { PRESS_HOST } from '#data/sources/press/file-address.ts';
import { releaseOf } from '#data/sources/press/releases-page.ts';
import { showcaseDecision } from '#demo-country/gazette.ts';
import { showcaseRelease } from '#demo-country/press.ts';
import { showcaseProcurement } from '#demo-country/procurement/frame.ts';
import { showcase, showcasePerson } from '#demo-country/showcase.ts';
import { decisionId } from '#domain/gazette/decision-index.ts';
import { DEMO_KEY } from '#platform/accounts/keys.ts';
import { INVENTED_PERSON, type InstallationProfile } from '#server/compose/installation-profile.ts';

/** `personKey`: ids of persons depend on the installation's key. */
export function demoProfile(personKey: string): InstallationProfile {
  const url = `https://${PRESS_HOST}${showcaseRelease.path}`;
  const [giant] = showcase;
  return {
    demo: { key: DEMO_KEY, showcase, verdicts: ['stateSupplier', 'cashBasisVat', 'insolvent'].map(shownCui) },
    examples: {
      company: { cui: giant?.cui ?? '', name: giant?.name ?? '' },
      others: ['90000022', '90000015'],
      people: [
        { id: personIdentity(personKey, showcasePerson, '').personId, name: showcasePerson.name },
        INVENTED_PERSON,
      ],
      locality: { county: 'cluj', locality: 'cluj-napoca' },
      decision: decisionId(showcaseDecision),
      procurement: { ...showcaseProcurement, authority: shownCui('cityHall'), supplier: shownCui('stateSupplier') },
      // The final form of its specification, which replaced two others.
      documents: { notice: showcaseProcurement.notice, document: `${showcaseProcurement.notice}-00011` },
      release: { url, slug: releaseOf(url, null)?.slug ?? '' },
      searches: ['zimbrul auriu', 'vantul de miazanoapte cluj', 'luminis digital'],
    },
  };
}

export { showcase };

export const shownCui = (id: string): string => showcase.find((record) => record.id === id)?.cui ?? '';
