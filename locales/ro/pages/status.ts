/** Romanian texts of pages: status. */

import type { status as english } from '#locales/en/pages/status.ts';
import type { Localized } from '#locales/translation.ts';

export const status: Localized<typeof english> = {
  title: 'Starea serviciului',
  states: {
    ok: 'Totul merge.',
    degraded: 'Merge, dar nu în întregime.',
    down: 'Nicio sursă nu răspunde acum. Arătăm ce am citit ultima dată.',
  },
  live: 'Surse întrebate pe loc',
  loaded: 'Publicații încărcate',
  source: 'Sursă',
  state: 'Stare',
  last: 'Ultimul răspuns',
  took: 'A durat',
  part: 'Parte',
  of: 'Din',
  rows: 'Rânduri',
  upstream: {
    ok: 'răspunde',
    degraded: 'ultima întrebare a eșuat',
    down: 'nu răspunde',
    unknown: 'neîntrebată încă',
  },
  freshness: {
    current: 'la zi',
    old: 'mai veche decât ar trebui',
    unknown: 'ziua nu este cunoscută',
    stale: 'una mai nouă nu a fost preluată',
    unreadable: 'nu se poate citi',
  },
  silent: (names) => `Nu răspund acum: ${names}. Arătăm ultima citire.`,
  lost: (names) => `Nu se pot citi acum și nu se arată: ${names}.`,
  behind: (names) => `Cea mai nouă publicație nu a fost preluată: ${names}. Arătăm ce am citit înainte.`,
  alone: 'Fiecare server numără acum cererile pentru sine.',
  signatures: {
    trustStoreEmpty:
      'Nicio autoritate de certificare nu este încă de încredere aici: semnăturile documentelor rămân nedeterminate.',
    trustedListOld:
      'Lista de încredere a autorităților de certificare este veche: unele semnături pot rămâne nedeterminate.',
    listsMissing: 'Lipsește o listă de certificate revocate: unele semnături intacte rămân nedeterminate.',
    listsOld: 'O listă de certificate revocate este veche: unele semnături intacte rămân nedeterminate.',
  },
  unled: 'Nimeni nu adună acum date noi: arătăm ce s-a adunat până acum.',
  never: 'niciodată',
  unread: 'Starea surselor nu poate fi citită acum.',
  unmeasured: 'nemăsurat',
  computed: 'calculat de noi',
  undated: 'zi necunoscută',
  missing: (what) => `lipsește: ${what}`,
  version: (version) => `Versiunea ${version}`,
};
