/** Romanian messages: payments. */
import { counted } from '#lib/i18n/romanian.ts';
import type { payments as english } from '#locales/en/payments.ts';
import type { Translation } from '#locales/translation.ts';

export const payments: Translation<typeof english> = {
  billing: {
    noEvent: 'Acesta nu este un eveniment al furnizorului nostru de plăți.',
    away: 'Furnizorul de plăți nu răspunde acum. Nu s-a încasat nimic. Încercați din nou peste un minut.',
    refused: 'Furnizorul de plăți a refuzat. Nu s-a încasat nimic. Scrieți operatorului acestui serviciu.',
    noCustomer: 'Acest cont nu a plătit încă nimic aici: nu este nimic de administrat.',
    noSubscription: 'Acest cont nu plătește niciun abonament: nu este nimic de încheiat sau de continuat.',
    noAccount: 'Contul a fost șters între timp. Nu s-a încasat nimic și nu se mai poate plăti nimic pentru el.',
    unpaidSubject: 'Plata pentru Pro nu a reușit',
    unpaidWords: 'Furnizorul de plăți nu a putut încasa ultima plată pentru Pro. Va încerca din nou, singur.',
    unpaidHelp: 'Cheile dumneavoastră mai funcționează șapte zile. Schimbați cardul pe pagina abonamentului.',
    cancelingSubject: 'Planul dumneavoastră Pro se va încheia',
    cancelingWords:
      'Abonamentul a fost anulat: Pro funcționează până la sfârșitul perioadei plătite și nu se mai încasează nimic.',
    cancelingHelp:
      'Dacă nu ați fost dumneavoastră, continuați abonamentul, verificați aplicațiile conectate și schimbați parola contului.',
    endedSubject: 'Planul dumneavoastră Pro s-a încheiat',
    endedWords: 'Planul Pro s-a încheiat, iar cheile dumneavoastră nu mai funcționează. Nu se mai încasează nimic.',
    endedHelp: 'Contul și cheile se păstrează: funcționează din nou dacă vă abonați din nou.',
    toSubscription: 'La abonamentul dumneavoastră',
  },
  payments: {
    keyOrPay: 'Trimiteți cheia Pro în antetul X-API-Key sau plătiți această cerere.',
    headNotSold: 'O cerere HEAD nu poate fi cumpărată: răspunsul nu are conținut. Plătiți pentru GET.',
    tooMany: ({ seconds }) =>
      `Prea multe cereri plătite. Încercați din nou peste ${counted(seconds, 'secundă', 'secunde')}.`,
    connectionClosed: 'Conexiunea a fost închisă înainte ca răspunsul să fie gata. Nu s-a încasat nimic.',
    stillFetching: 'O parte a răspunsului este încă în curs de preluare. Nu s-a încasat nimic; repetați cererea.',
    unavailable: 'Momentan plățile nu pot fi verificate. Nu s-a încasat nimic; încercați din nou mai târziu.',
    inProgress: 'O cerere cu această plată este încă în curs de procesare. Repetați cererea peste câteva clipe.',
    outcomePending:
      'Încă nu se știe dacă plata a fost decontată. Repetați cererea cu aceeași plată: suma se încasează cel mult o dată.',
    refused: ({ reason }) => `Plata a fost refuzată la decontare: ${reason}. Nu s-a încasat nimic.`,
    notCharged: ({ problem }) => `${problem} Nu s-a încasat nimic.`,
    unusable: {
      malformed:
        'Antetul de plată trebuie să conțină, codificată Base64, o plată JSON cu schema exact, conform EIP-3009.',
      malformedAt: ({ where }) =>
        `Antetul de plată trebuie să conțină, codificată Base64, o plată JSON cu schema exact, conform EIP-3009; vedeți ${where}.`,
      otherOffer: ({ field }) => `Plata corespunde altei oferte decât a noastră: diferă câmpul ${field}.`,
      otherPayee: 'Plata este destinată altui beneficiar.',
      otherAmount: ({ amount, value }) => `Această cerere costă ${amount}, iar plata este de ${value}.`,
      notYetValid: 'Plata nu este încă valabilă.',
      expired: 'Plata a expirat sau este pe cale să expire.',
      expiredMeanwhile: 'Plata a expirat între timp.',
      validTooLong: ({ most }) => `O plată poate fi valabilă cel mult ${counted(most, 'secundă', 'secunde')}.`,
      notValid: ({ reason }) => `Plata nu este validă: ${reason}.`,
    },
    spent: {
      otherRequest: 'Această plată a fost trimisă pentru altă cerere.',
      otherPayer: 'Această plată a fost trimisă de altcineva.',
      otherPayment:
        'Cu acest identificator a fost trimisă altă plată. Răspunsul se dă din nou numai pentru acea plată, așa cum a fost semnată.',
      delivered: 'Răspunsul la această plată a fost livrat.',
      notKept: 'Răspunsul la această plată nu se mai păstrează.',
    },
    open: {
      unknown: ({ id }) => `Plata ${id} nu există.`,
      hasEnd: ({ state }) =>
        `Manual poate fi închisă numai o plată al cărei rezultat nu este cunoscut; aceasta este în starea ${state}.`,
      lookedFor: 'Serviciul tocmai verifică rezultatul acestei plăți. Încercați din nou peste un minut.',
      closedMeanwhile: 'Plata a fost închisă între timp de altcineva.',
      settled: ({ transaction }) => `În blockchain plata apare ca decontată, prin ${transaction}.`,
      dead: 'În blockchain plata apare ca nedecontată și nu mai poate fi decontată.',
      untilThen: ({ until }) =>
        `Plata mai poate fi decontată până la ${until}: nimeni nu îi poate cunoaște rezultatul mai devreme.`,
      whichTransaction: 'Blockchainul nu poate fi citit de aici: indicați tranzacția prin care a fost decontată plata.',
    },
  },
};
