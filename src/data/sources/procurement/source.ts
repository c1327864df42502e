/** Public procurement: the exports of every quarter and the lists of the system since then. */
import { ckan } from '#data/sources/ckan/source.ts';
import { DAY_S, liveLimits, MB, OURS, publicationLimits, type Source } from '#data/sources/source.ts';

export const procurementExports = {
  name: 'seap',
  label: { en: 'Procurement (SEAP)', ro: 'SEAP' },
  parts: {
    procurement: {
      title: { en: 'Public procurement', ro: 'Achiziții publice' },
      phrase: { en: 'public procurement', ro: 'achizițiile publice' },
      cited: {
        en: 'procurement exports, ANAP (data.gov.ro)',
        ro: 'exporturile de achiziții publice, ANAP (data.gov.ro)',
      },
      tells: { en: 'contracts, direct purchases', ro: 'contracte, achiziții directe' },
      overdue: { period: 'quarter', months: 4 }, // about a quarter after its end, seldom punctually
    },
  },
  title: 'Public procurement, quarterly exports',
  publisher: 'ANAP, through data.gov.ro',
  licence: 'OGL-ROU-1.0',
  schedule: 'Quarterly, about one quarter late',
  address: ckan.address,
  freshSeconds: null,
  paceMs: 1_000,
  batchMax: 1,
  userAgent: OURS,
  limits: publicationLimits,
} as const satisfies Source;

export const procurement = {
  name: 'seap',
  parts: {
    recent: {
      title: { en: 'Procurement since the last export', ro: 'Achiziții de la ultimul export' },
      phrase: { en: 'recent public procurement', ro: 'achizițiile publice recente' },
      cited: { en: 'procurement system, SICAP', ro: 'sistemul de achiziții publice, SICAP' },
      tells: { en: 'procurement since the last export', ro: 'achiziții de la ultimul export' },
      cover: 'recentProcurement',
      overdue: { days: 7 }, // the lists are read every day: a week without them is an unnoticed failure
    },
  },
  covers: {
    documents: {
      en: 'documents of the procurement system, SICAP',
      ro: 'documentele din sistemul de achiziții publice, SICAP',
    },
  },
  title: 'Public procurement, lists of the system (SICAP)',
  publisher: 'ADR',
  licence: 'Public information',
  schedule: 'Live; a day is whole when it is over in Romanian time',
  // Without www, which refuses what the site’s own pages may ask.
  address: 'https://e-licitatie.ro',
  setting: {
    name: 'FIRMOTECA_PROCUREMENT_URL',
    about: 'The procurement system (e-licitatie.ro), instead of the real one.',
  },
  freshSeconds: DAY_S / 4,
  // Its limits are unpublished; those who ask every two or three seconds are not blocked.
  paceMs: 3_000,
  batchMax: 1,
  userAgent: OURS,
  limits: { ...liveLimits(20 * MB), idleMs: 60_000, totalMs: 90_000 },
} as const satisfies Source;
