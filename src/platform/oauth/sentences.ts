/** What is said about apps that want to speak for an account. */
import { sentences } from '#lib/i18n/sentence.ts';

export const said = sentences('oauth', {
  noApp: {
    en: 'No such app is connected to the account.',
    ro: 'Nicio astfel de aplicație nu este conectată la cont.',
  },
  requestEnded: {
    en: 'This request has ended, or was begun in another browser. Begin again in the app.',
    ro: 'Această cerere s-a încheiat sau a fost începută în alt browser. Începeți din nou din aplicație.',
  },
  wrongHost: {
    en: 'Apps connect at the address of this service only. Whoever runs it sets PUBLIC_URL to the address by which it is reached, and has the proxy before it pass on Host.',
    ro: 'Aplicațiile se conectează numai la adresa acestui serviciu. Cine îl administrează pune în PUBLIC_URL adresa la care este găsit, iar proxy-ul din față transmite Host.',
  },
  noPath: {
    en: 'There is nothing at this address. Apps find their way by /.well-known/oauth-authorization-server.',
    ro: 'Aici nu este nimic. Aplicațiile găsesc drumul prin /.well-known/oauth-authorization-server.',
  },
  otherMethod: {
    en: ({ method }: { method: string }) => `This address takes ${method} only.`,
    ro: ({ method }) => `Această adresă primește numai ${method}.`,
  },
  blocked: {
    en: 'Requests from this address are blocked.',
    ro: 'Cererile de la această adresă sunt blocate.',
  },
  tooMany: {
    en: 'Too many requests of apps from this address. Retry-After says when to come again.',
    ro: 'Prea multe cereri ale aplicațiilor de la această adresă. Retry-After spune când să reveniți.',
  },
});
