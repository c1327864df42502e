/** Sentences of the tools about an account. */
import { counted } from '#lib/i18n/romanian.ts';
import { sentences } from '#lib/i18n/sentence.ts';

export const said = sentences('agents.account', {
  answerOver: {
    en: 'This answer was brought before, came too late, or belongs to another call. Nothing was done. Call the tool again without it.',
    ro: 'Acest răspuns a mai fost adus, a venit prea târziu sau ține de alt apel. Nu s-a făcut nimic. Apelați din nou, fără el.',
  },
  notSold: {
    en: 'This installation sells nothing. Pro is granted by whoever runs it; no way to reach them is published.',
    ro: 'Această instalare nu vinde nimic. Planul Pro îl acordă operatorul; nu este publicat cum poate fi contactat.',
  },
  notSoldAsk: {
    en: ({ contact }: { contact: string }) =>
      `This installation sells nothing. Pro is granted by whoever runs it: ${contact}.`,
    ro: ({ contact }) => `Această instalare nu vinde nimic. Planul Pro îl acordă operatorul: ${contact}.`,
  },
  taxAdded: { en: 'Tax is added by the customer’s address.', ro: 'Taxele se adaugă după adresa clientului.' },
  taxIn: { en: 'This is what is charged.', ro: 'Aceasta este suma încasată.' },
  free: {
    en: ({ agent }: { agent: number }) =>
      `Everything that visitors see, and ${agent} tool calls a minute. No API keys; parts of some answers are previews.`,
    ro: ({ agent }) =>
      `Tot ce văd vizitatorii și ${counted(agent, 'apel', 'apeluri')} pe minut. Fără chei API; din unele răspunsuri se vede numai o parte.`,
  },
  pro: {
    en: ({ agent, api, keys }: { agent: number; api: number; keys: number }) =>
      `Whole answers instead of previews, ${agent} tool calls a minute, up to ${keys} API keys and ${api} API requests a minute.`,
    ro: ({ agent, api, keys }) =>
      `Răspunsuri întregi în locul previzualizărilor, ${counted(agent, 'apel', 'apeluri')} pe minut, până la ${counted(keys, 'cheie', 'chei')} API și ${counted(api, 'cerere', 'cereri')} API pe minut.`,
  },
});

/** What a host shows to its person: all of it is ours, but for names that they gave themselves. */
export const asks = sentences('agents.asks', {
  confirm: { en: 'Yes, I want this', ro: 'Da, vreau acest lucru' },
  checkout: {
    en: 'To subscribe to Firmoteca Pro, open this page of Firmoteca, check the price and go on to the payment. Nothing is charged before you pay there.',
    ro: 'Pentru abonamentul Firmoteca Pro, deschideți această pagină Firmoteca, verificați prețul și mergeți la plată. Nu se încasează nimic înainte să plătiți acolo.',
  },
  manage: {
    en: 'Open this page of Firmoteca to manage cards and invoices of your subscription.',
    ro: 'Deschideți această pagină Firmoteca pentru cardurile și facturile abonamentului.',
  },
  makeKey: {
    en: 'Open this page of Firmoteca to make the API key. It is shown there once, and never in this conversation.',
    ro: 'Deschideți această pagină Firmoteca pentru a face cheia API. Se arată acolo o singură dată și niciodată în această conversație.',
  },
  cancel: {
    en: 'Cancel your Firmoteca Pro subscription? It works to the end of the period that is paid, and nothing more is charged.',
    ro: 'Anulați abonamentul Firmoteca Pro? Funcționează până la sfârșitul perioadei plătite și nu se mai încasează nimic.',
  },
  resume: {
    en: 'Go on with your Firmoteca Pro subscription? It renews at the end of the period, and is charged again then.',
    ro: 'Continuați abonamentul Firmoteca Pro? Se reînnoiește la sfârșitul perioadei și se încasează din nou atunci.',
  },
  revokeKey: {
    en: ({ key }: { key: string }) =>
      `Revoke the API key ${key}? Programs that use it stop at once, and it cannot be put back.`,
    ro: ({ key }) =>
      `Revocați cheia API ${key}? Programele care o folosesc se opresc imediat, iar ea nu poate fi pusă la loc.`,
  },
});

/** What a model does next. */
export const next = sentences('agents.account.next', {
  giveLink: {
    en: 'Give the person this link as it is. They open it in a browser in which they are signed in to this account, within half an hour. You cannot finish it for them. When they say that it is done, call get_account_status.',
    ro: 'Dați persoanei această legătură exact așa. O deschide într-un browser în care este intrată în acest cont, în cel mult o jumătate de oră. Nu o puteți încheia în locul ei. Când spune că a terminat, apelați get_account_status.',
  },
  declined: {
    en: 'The person declined. Nothing was changed. Do not ask again unless they want it.',
    ro: 'Persoana a refuzat. Nu s-a schimbat nimic. Nu cereți din nou decât dacă dorește.',
  },
  expired: {
    en: 'The link has expired. Nothing was changed. Ask the person whether they still want it before you call again.',
    ro: 'Legătura a expirat. Nu s-a schimbat nimic. Întrebați persoana dacă mai dorește înainte să apelați din nou.',
  },
  paying: {
    en: 'The person went on to the payment; the payment provider has not confirmed it yet. Pro is not active. Call get_account_status in a minute; do not say that it is paid before that says so.',
    ro: 'Persoana a mers la plată; furnizorul de plăți nu a confirmat-o încă. Pro nu este activ. Apelați get_account_status peste un minut; nu spuneți că s-a plătit înainte.',
  },
  active: { en: 'Pro is active on this account.', ro: 'Pro este activ pe acest cont.' },
  resumeIt: {
    en: 'Pro is active until the end of its paid period, and canceled. If the person wants to keep it, use resume_subscription.',
    ro: 'Pro este activ până la sfârșitul perioadei plătite și este anulat. Dacă persoana vrea să îl păstreze, folosiți resume_subscription.',
  },
  wasThere: {
    en: 'The person went on to the page of the payment provider.',
    ro: 'Persoana a mers pe pagina furnizorului de plăți.',
  },
  nothingPaid: {
    en: 'This account has paid nothing here: there is nothing to manage. Pro that an operator granted is changed by the operator.',
    ro: 'Acest cont nu a plătit nimic aici: nu este nimic de administrat. Un plan acordat de operator îl schimbă operatorul.',
  },
  canceling: {
    en: 'The subscription is canceled already, and ends with its paid period.',
    ro: 'Abonamentul este deja anulat și se încheie cu perioada plătită.',
  },
  notCanceling: {
    en: 'The subscription is not canceled: there is nothing to go on with.',
    ro: 'Abonamentul nu este anulat: nu este nimic de continuat.',
  },
  told: {
    en: 'The payment provider was told. The account shows it as soon as the provider confirms: call get_account_status in a minute.',
    ro: 'Furnizorul de plăți a fost anunțat. Contul o arată când furnizorul confirmă: apelați get_account_status peste un minut.',
  },
  keyMade: {
    en: 'The person made the key on the page of their keys, where it was shown to them once. You never see it; do not ask for it.',
    ro: 'Persoana a făcut cheia pe pagina cheilor, unde i s-a arătat o dată. Nu o vedeți niciodată; nu o cereți.',
  },
  revoked: {
    en: 'The key was revoked, and stops within a second.',
    ro: 'Cheia a fost revocată și se oprește într-o secundă.',
  },
});
