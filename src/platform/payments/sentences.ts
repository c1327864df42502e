/** What is said about payments: to payers, and to the operator who closes one by hand. */
import { counting } from '#lib/i18n/english.ts';
import { counted } from '#lib/i18n/romanian.ts';
import { sentences } from '#lib/i18n/sentence.ts';

export const said = sentences('payments', {
  keyOrPay: {
    en: 'Send your Pro key in the header X-API-Key, or pay for this request.',
    ro: 'Trimiteți cheia Pro în antetul X-API-Key sau plătiți această cerere.',
  },
  headNotSold: {
    en: 'HEAD is not sold: its answer has no content. Pay for GET.',
    ro: 'O cerere HEAD nu poate fi cumpărată: răspunsul nu are conținut. Plătiți pentru GET.',
  },
  tooMany: {
    en: ({ seconds }: { seconds: number }) => `Too many paid requests. Try again in ${counting(seconds, 'second')}.`,
    ro: ({ seconds }) =>
      `Prea multe cereri plătite. Încercați din nou peste ${counted(seconds, 'secundă', 'secunde')}.`,
  },
  connectionClosed: {
    en: 'The connection was closed before the answer was ready. Nothing was charged.',
    ro: 'Conexiunea a fost închisă înainte ca răspunsul să fie gata. Nu s-a încasat nimic.',
  },
  stillFetching: {
    en: 'A part of the answer is still being fetched. Nothing was charged; ask again.',
    ro: 'O parte a răspunsului este încă în curs de preluare. Nu s-a încasat nimic; repetați cererea.',
  },
  unavailable: {
    en: 'Payments cannot be checked at the moment. Nothing was charged; try again later.',
    ro: 'Momentan plățile nu pot fi verificate. Nu s-a încasat nimic; încercați din nou mai târziu.',
  },
  inProgress: {
    en: 'A request with this payment is still being answered. Ask again in a moment.',
    ro: 'O cerere cu această plată este încă în curs de procesare. Repetați cererea peste câteva clipe.',
  },
  outcomePending: {
    en: 'It is not known yet whether the payment was settled. Ask again with the same payment: you are charged once at most.',
    ro: 'Încă nu se știe dacă plata a fost decontată. Repetați cererea cu aceeași plată: suma se încasează cel mult o dată.',
  },
  /** `reason`: a word for programs. */
  refused: {
    en: ({ reason }: { reason: string }) =>
      `The payment was refused when it was settled: ${reason}. Nothing was charged.`,
    ro: ({ reason }) => `Plata a fost refuzată la decontare: ${reason}. Nu s-a încasat nimic.`,
  },
  /** Behind one of `unusable`. */
  notCharged: {
    en: ({ problem }: { problem: string }) => `${problem} Nothing was charged.`,
    ro: ({ problem }) => `${problem} Nu s-a încasat nimic.`,
  },
});

/** What is wrong with a payment that was sent. */
export const unusable = sentences('payments.unusable', {
  malformed: {
    en: 'The payment header must be the Base64 of a JSON payment of the scheme exact, by EIP-3009.',
    ro: 'Antetul de plată trebuie să conțină, codificată Base64, o plată JSON cu schema exact, conform EIP-3009.',
  },
  malformedAt: {
    en: ({ where }: { where: string }) =>
      `The payment header must be the Base64 of a JSON payment of the scheme exact, by EIP-3009; see ${where}.`,
    ro: ({ where }) =>
      `Antetul de plată trebuie să conțină, codificată Base64, o plată JSON cu schema exact, conform EIP-3009; vedeți ${where}.`,
  },
  otherOffer: {
    en: ({ field }: { field: string }) => `The payment answers another offer than ours: its ${field} differs.`,
    ro: ({ field }) => `Plata corespunde altei oferte decât a noastră: diferă câmpul ${field}.`,
  },
  otherPayee: {
    en: 'The payment is made out to somebody else.',
    ro: 'Plata este destinată altui beneficiar.',
  },
  otherAmount: {
    en: ({ amount, value }: { amount: string; value: string }) =>
      `This request costs ${amount}, the payment is ${value}.`,
    ro: ({ amount, value }) => `Această cerere costă ${amount}, iar plata este de ${value}.`,
  },
  notYetValid: { en: 'The payment is not valid yet.', ro: 'Plata nu este încă valabilă.' },
  expired: { en: 'The payment has expired, or is about to.', ro: 'Plata a expirat sau este pe cale să expire.' },
  expiredMeanwhile: { en: 'The payment expired meanwhile.', ro: 'Plata a expirat între timp.' },
  validTooLong: {
    en: ({ most }: { most: number }) => `A payment may be valid for at most ${counting(most, 'second')}.`,
    ro: ({ most }) => `O plată poate fi valabilă cel mult ${counted(most, 'secundă', 'secunde')}.`,
  },
  /** `reason`: the facilitator’s word for programs. */
  notValid: {
    en: ({ reason }: { reason: string }) => `The payment is not valid: ${reason}.`,
    ro: ({ reason }) => `Plata nu este validă: ${reason}.`,
  },
});

/** Why the answer to a payment is not given again. */
export const spent = sentences('payments.spent', {
  otherRequest: {
    en: 'This payment was sent for another request.',
    ro: 'Această plată a fost trimisă pentru altă cerere.',
  },
  otherPayer: { en: 'This payment was sent by somebody else.', ro: 'Această plată a fost trimisă de altcineva.' },
  otherPayment: {
    en: 'Another payment was sent under this identifier. Its answer is given again for that very payment only, as it was signed.',
    ro: 'Cu acest identificator a fost trimisă altă plată. Răspunsul se dă din nou numai pentru acea plată, așa cum a fost semnată.',
  },
  delivered: { en: 'The answer to this payment was delivered.', ro: 'Răspunsul la această plată a fost livrat.' },
  notKept: {
    en: 'The answer to this payment is no longer kept.',
    ro: 'Răspunsul la această plată nu se mai păstrează.',
  },
});

/** Why a payment cannot be closed by hand. */
export const open = sentences('payments.open', {
  unknown: {
    en: ({ id }: { id: string }) => `There is no payment ${id}.`,
    ro: ({ id }) => `Plata ${id} nu există.`,
  },
  hasEnd: {
    en: ({ state }: { state: string }) =>
      `Only a payment whose outcome is unknown can be closed by hand; this one is ${state}.`,
    ro: ({ state }) =>
      `Manual poate fi închisă numai o plată al cărei rezultat nu este cunoscut; aceasta este în starea ${state}.`,
  },
  lookedFor: {
    en: 'The service is just looking for the outcome of this payment. Try again in a minute.',
    ro: 'Serviciul tocmai verifică rezultatul acestei plăți. Încercați din nou peste un minut.',
  },
  closedMeanwhile: {
    en: 'The payment was closed by somebody else meanwhile.',
    ro: 'Plata a fost închisă între timp de altcineva.',
  },
  settled: {
    en: ({ transaction }: { transaction: string }) => `The chain says that it was settled, by ${transaction}.`,
    ro: ({ transaction }) => `În blockchain plata apare ca decontată, prin ${transaction}.`,
  },
  dead: {
    en: 'The chain says that it was not settled, and cannot be any more.',
    ro: 'În blockchain plata apare ca nedecontată și nu mai poate fi decontată.',
  },
  untilThen: {
    en: ({ until }: { until: string }) => `It can still be settled until ${until}: nobody can know its outcome before.`,
    ro: ({ until }) =>
      `Plata mai poate fi decontată până la ${until}: nimeni nu îi poate cunoaște rezultatul mai devreme.`,
  },
  whichTransaction: {
    en: 'The chain cannot be read here: say which transaction settled it.',
    ro: 'Blockchainul nu poate fi citit de aici: indicați tranzacția prin care a fost decontată plata.',
  },
});
