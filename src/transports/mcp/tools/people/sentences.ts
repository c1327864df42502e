/** What the tools over people say beside their data. */
import { counted } from '#lib/i18n/romanian.ts';
import { sentences } from '#lib/i18n/sentence.ts';

export const said = sentences('agents.people', {
  identity: {
    en: 'Whether all of this is one person is judged from the registry: tell `identity` where it is not certain.',
    ro: 'Că toate acestea sunt ale aceleiași persoane se judecă din registru: spuneți `identity` acolo unde nu este sigur.',
  },
  personId: {
    en: 'must be the id of a person, as `search`, `get_company` or `get_company_network` tells it; not a name',
    ro: 'trebuie să fie identificatorul unei persoane, dat de `search`, `get_company` sau `get_company_network`; nu un nume',
  },
  networkCut: {
    en: ({ total }: { total: number }) =>
      `The network is larger than what is told: it has ${total} people and companies or more, and at most two hundred are told. More of the companies tied to it are in \`list_related_companies\`.`,
    ro: ({ total }) =>
      `Rețeaua este mai mare decât se arată: are ${counted(total, 'persoană sau firmă', 'persoane și firme')} sau mai multe și se arată cel mult două sute. Alte firme legate de ea sunt în \`list_related_companies\`.`,
  },
});

/** What Pro would add. */
export const pro = sentences('agents.people.pro', {
  network: {
    en: ({ total }: { total: number }) =>
      `This is the preview: the first ten of ${total} people and companies. With Pro: up to two hundred, with every role and share between them. Companies tied to it are open to everybody in \`list_related_companies\`.`,
    ro: ({ total }) =>
      `Aceasta este previzualizarea: primele zece din cele ${counted(total, 'persoană sau firmă', 'persoane și firme')}. Cu Pro: până la două sute, cu fiecare rol și cotă dintre ele. Firmele legate de ea sunt deschise tuturor în \`list_related_companies\`.`,
  },
});
