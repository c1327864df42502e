/** The clerks behind authorities and suppliers: the system shows their names, numbers and addresses, which nobody may keep. */

import { drawMaleName, drawSurname } from '#demo-country/people.ts';
import { dice, within } from '#demo-country/random.ts';
import { fold } from '#lib/values/text.ts';

export interface Contact {
  name: string;
  email: string;
  phone: string;
  fax: string;
}

/** The same for the same number. Addresses and telephones cannot exist. */
export function contactOf(number: number): Contact {
  const roll = dice(number, number, 'contact');
  const [surname, first] = [drawSurname(roll()), drawMaleName(roll())];
  const mailbox = fold(`${first}.${surname}`).replace(/[^a-z.]/g, '');
  const line = String(within(roll(), 100, 999));
  return {
    name: `${surname} ${first}`,
    email: `${mailbox}@achizitii.example`,
    phone: `+40 7${within(roll(), 20, 79)}000${line}`,
    fax: `+40 2${within(roll(), 30, 69)}000${line}`,
  };
}

/** As it stands inside texts. */
export function contactLine(number: number): string {
  const { name, email, phone } = contactOf(number);
  return `Persoana de contact: ${name}, tel. ${phone}, e-mail: ${email}.`;
}
