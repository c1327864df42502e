/** A button beside what people copy, where the browser lets a page copy at all. */
import { copied } from './copied.ts';
import { sign } from './sign.ts';

const SHOWN_MS = 1_500;

const isRomanian = document.documentElement.lang === 'ro';

for (const value of document.querySelectorAll<HTMLElement>('[data-copy]')) {
  const name = value.dataset.copy ?? '';
  // What has a name gets a button with words; a fiscal code in a line has none, and gets a sign.
  if (name !== '') value.after(worded(value, name));
  else if ('clipboard' in navigator) value.after(signed(value));
}

function signed(value: HTMLElement): HTMLElement {
  const button = made('copy');
  button.setAttribute('aria-label', isRomanian ? 'Copiază' : 'Copy');
  button.append(sign('copy'));
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(value.textContent ?? '');
    button.replaceChildren(sign('fine'));
    setTimeout(() => button.replaceChildren(sign('copy')), SHOWN_MS);
  });
  return button;
}

function worded(value: HTMLElement, name: string): HTMLElement {
  const button = made('button');
  const words = document.createElement('span');
  words.textContent = name;
  button.append(sign('copy'), words);
  button.addEventListener('click', () =>
    copied(value.textContent ?? '', button, isRomanian ? 'Copiat' : 'Copied', value),
  );
  return button;
}

function made(className: string): HTMLButtonElement {
  const button = document.createElement('button');
  button.className = className;
  button.type = 'button';
  return button;
}
