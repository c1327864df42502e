/** Romanian texts of pages: about. */

import type { about as english } from '#locales/en/pages/about.ts';
import type { Localized } from '#locales/translation.ts';

export const about: Localized<typeof english> = {
  support: {
    title: 'Ajutor',
    lead: 'Răspunsuri la ce se întreabă cel mai des, și cui scrieți când nu sunt aici.',
    sections: [
      {
        id: 'date',
        title: 'O dată este greșită sau lipsește',
        points: [
          'Fiecare pagină spune sursa și ziua ei. „Semnalează o greșeală”, jos pe pagină, ajunge la administratorul serviciului, împreună cu pagina.',
          'Ce este greșit în registru se corectează la registru; la următoarea încărcare se corectează și aici.',
          '„Starea serviciului” arată ce surse răspund acum și cât de noi sunt datele lor.',
        ],
      },
      {
        id: 'asistenti',
        title: 'Asistentul nu se conectează',
        points: [
          'Adresa este cea din pagina „Asistenți”, cu `/mcp` la sfârșit. O cheie API nu merge acolo: asistentul vă trimite să intrați în cont.',
          'Dacă cere o permisiune nouă și se oprește, deconectați-l și conectați-l din nou, apoi permiteți ce cere.',
          '„Prea multe cereri”: un asistent are 30 de apeluri pe minut, 60 cu Pro. Mesajul spune câte secunde să aștepte.',
          'Ce asistenți sunt conectați, ce pot și când au întrebat ultima dată vedeți în cont, la „Aplicații”.',
        ],
      },
      {
        id: 'cont',
        title: 'Contul și plata',
        points: [
          'Parola uitată se schimbă prin e-mailul de la „Am uitat parola”. Dacă nu vine, căutați-l în dosarul de spam.',
          'Abonamentul se oprește din cont; facturile sunt la procesatorul de plăți, la un clic din aceeași pagină.',
          'O cheie pierdută se retrage din cont, la „Chei”, și se face alta: nimeni nu o poate arăta a doua oară.',
        ],
      },
    ],
    who: 'Scrieți-ne',
    operator: 'Administratorul serviciului:',
    noOperator: 'Administratorul acestei instalări nu a publicat o adresă. „Semnalează o greșeală” ajunge la el.',
  },
  terms: {
    title: 'Termeni de folosire',
    lead: 'Ce primiți, ce nu vă promitem și ce vă cerem, pe scurt. Folosind serviciul, îi acceptați.',
    sections: [
      {
        id: 'date',
        title: 'Datele',
        points: [
          'Sunt cele publicate de autorități: ANAF, ONRC, BNR, SEAP, Monitorul Oficial. Fiecare răspuns spune sursa și ziua; licența ei rămâne a ei.',
          'Le arătăm așa cum au fost publicate, cu greșelile sursei. Ce nu știm spunem că nu știm.',
          'Verdictele și indicatorii sunt calcule, cu formula și marginile lor alături. Nu sunt sfat juridic, fiscal sau de investiții și nu țin locul unui extras oficial.',
        ],
      },
      {
        id: 'folosire',
        title: 'Folosirea',
        points: [
          'Puteți citi, cita, descărca și prelucra datele, și comercial, cu numele sursei alături.',
          'Respectați limitele pe minut. Cine le ocolește sau atacă serviciul este oprit.',
          'Datele despre persoane se folosesc numai pentru scopuri legitime: verificarea partenerilor, jurnalism, cercetare. Fără liste de persoane pentru reclame, fără reidentificarea celor ascunși.',
        ],
      },
      {
        id: 'cont',
        title: 'Contul, cheile și asistenții',
        points: [
          'Contul este al dumneavoastră: păstrați parola, cheile de acces și cheile API. Ce se face cu ele se socotește făcut de dumneavoastră.',
          'Un asistent conectat citește în numele contului atât cât i-ați permis. Nu poate plăti, nu poate vedea o cheie și nu poate încheia nimic fără confirmarea dumneavoastră. Îl deconectați oricând din cont.',
          'Contul se închide oricând, din pagina „Datele mele”.',
        ],
      },
      {
        id: 'plata',
        title: 'Plata',
        points: [
          'Abonamentul Pro se reînnoiește singur până când îl opriți; oprit, merge până la sfârșitul perioadei plătite. Facturile și taxele sunt ale procesatorului de plăți.',
          'O cerere plătită separat (x402) care nu primește răspuns din vina noastră nu se ia în plată.',
        ],
      },
      {
        id: 'raspundere',
        title: 'Răspunderea',
        points: [
          'Serviciul se oferă așa cum este. Nu promitem că o sursă răspunde sau că un registru are dreptate, și nu răspundem pentru hotărâri luate numai pe baza lui, în măsura în care legea permite.',
          'Termenii se pot schimba; schimbările stau în „Noutăți”. Se aplică legea română.',
        ],
      },
    ],
    who: 'Cine răspunde',
    operator: 'Administratorul serviciului:',
    noOperator: 'Administratorul acestei instalări nu a publicat o adresă.',
  },
};
