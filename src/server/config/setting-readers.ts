/** Parses the text of a setting, or throws `WrongSetting`. */
import { isDay } from '#lib/values/date.ts';
import { parseSubnet, type Subnet } from '#lib/values/ip.ts';
import { readSubscriptionPrice, type SubscriptionPrice } from '#lib/values/subscription-price.ts';
import { readSender, type Sender } from '#platform/mail/settings.ts';
import { networkNames, networksOf, type Network as PaymentNetwork } from '#platform/payments/networks.ts';
import { type PriceList, readPrices, usualPrices } from '#platform/payments/prices.ts';

export interface Setting<Value> {
  fallback: string;
  sentence: string;
  read(text: string, name: string): Value;
}

export const text = (value: string): string => value;
export const optional = (value: string): string | null => (value === '' ? null : value);
export const whole =
  (minimum: number, maximum: number) =>
  (value: string, name: string): number => {
    const number = Number(value);
    if (!/^[0-9]+$/.test(value) || number < minimum || number > maximum)
      throw wrong(name, `a whole number from ${minimum} to ${maximum}`);
    return number;
  };
export const oneOf =
  <Choice extends string>(...choices: Choice[]) =>
  (value: string, name: string): Choice => {
    if (!(choices as string[]).includes(value)) throw wrong(name, choices.join(' or '));
    return value as Choice;
  };
export const httpAddress = (value: string, name: string): string => {
  if (!URL.canParse(value) || !/^https?:$/.test(new URL(value).protocol)) throw wrong(name, 'an http or https address');
  return value.replace(/\/+$/, '');
};
export const address = (value: string, name: string): string | null => (value === '' ? null : httpAddress(value, name));
export const contact = (value: string, name: string): string | null => {
  if (value !== '' && !/^[^@\s/]{1,64}@[^@\s/]{1,255}$/.test(value) && !/^https?:\/\/[^\s]{1,2000}$/.test(value))
    throw wrong(name, 'a mail address or an http address');
  return optional(value);
};
/** A URI for `security.txt`, in printable ASCII: it contains no line end. */
export const securityContact = (value: string, name: string): string | null => {
  const url = /^[!-~]{1,2000}$/.test(value) ? URL.parse(value) : null;
  const isMail = url?.protocol === 'mailto:' && /^[^@\s/?]{1,64}@[^@\s/?]{1,255}$/.test(url.pathname);
  const isPage = url?.protocol === 'https:' && /^https:\/\//i.test(value) && url.username === '' && url.password === '';
  if (value !== '' && !isMail && !isPage)
    throw wrong(name, 'an address such as mailto:security@firms.example or https://firms.example/security');
  return optional(value);
};
export const smtpAddress = (value: string, name: string): URL | null => {
  const url = URL.parse(value);
  const isServer = url !== null && /^smtps?:$/.test(url.protocol) && url.hostname !== '' && /^\/?$/.test(url.pathname);
  if (value !== '' && !(isServer && url.search === '' && url.hash === ''))
    throw wrong(name, 'an address such as smtps://user@mail.example.ro or smtp://mail.example.ro:587');
  return url;
};
export const sender = (value: string, name: string): Sender | null => {
  const from = readSender(value);
  if (value !== '' && from === null) throw wrong(name, 'an address, or such as Firmoteca <firmoteca@example.ro>');
  return from;
};
export const networks = (value: string, name: string): Subnet[] =>
  value.split(',').flatMap((part) => {
    const network = parseSubnet(part);
    if (network === null && part.trim() !== '') throw wrong(name, 'a list such as 10.0.0.0/8, 2001:db8::1');
    return network ?? [];
  });
export const payee = (value: string, name: string): string | null => {
  if (value !== '' && !/^0x[0-9a-fA-F]{40}$/.test(value))
    throw wrong(name, 'an address such as 0x0123…, 42 characters');
  return optional(value);
};
export const paymentNetworks = (value: string, name: string): PaymentNetwork[] => {
  const parsed = networksOf(list(value));
  if (!parsed) throw wrong(name, `${networkNames.join(' or ')}`);
  return parsed;
};
export const prices = (value: string, name: string): PriceList => {
  const parsed = readPrices(value);
  if (!parsed)
    throw wrong(name, `a list such as ${Object.keys(usualPrices).join('=0.01,')}=0.01, each at most a dollar`);
  return parsed;
};
export const proPrice = (value: string, name: string): SubscriptionPrice | null => {
  const price = readSubscriptionPrice(value);
  if (value !== '' && price === null) throw wrong(name, 'a price such as 49 RON/month or 500 EUR/year');
  return price;
};
export const documentsLocation = (value: string, name: string): string | null => {
  if (/^s3:/.test(value) && !/^s3:\/\/[a-z0-9.-]{3,63}(\/[A-Za-z0-9._-]{1,100}){0,5}\/?$/.test(value))
    throw wrong(name, 'a folder, or s3://bucket or s3://bucket/prefix');
  return optional(value);
};
export const reportsPath = (value: string, name: string): string => {
  if (!/^[A-Za-z0-9_{}/?=&.-]{1,200}$/.test(value) || !value.includes('{id}'))
    throw wrong(name, 'a path such as {service}/get/{id}');
  return value;
};
export const list = (value: string): string[] => value.split(',').flatMap((each) => each.trim() || []);
export const day = (value: string, name: string): string | null => {
  if (value !== '' && !isDay(value)) throw wrong(name, 'a day such as 2026-11-15');
  return optional(value);
};

export class WrongSetting extends Error {}
export const wrong = (name: string, expected: string): WrongSetting =>
  new WrongSetting(`The setting ${name} must be ${expected}.`);

export const setting = <Value>(fallback: string, read: Setting<Value>['read'], sentence: string): Setting<Value> => ({
  fallback,
  read,
  sentence,
});
