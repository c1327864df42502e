/** A copy button beside values, where the browser lets a page copy. */
import { CONFIRMATION_MS, copyText } from './clipboard.ts';
import { icon } from './icon.ts';

const isRomanian = document.documentElement.lang === 'ro';

for (const value of document.querySelectorAll<HTMLElement>('[data-copy]')) {
  const name = value.dataset.copy ?? '';
  // A value with a name gets a button with words; a fiscal code in a line gets an icon.
  if (name !== '') value.after(wordButton(value, name));
  else if ('clipboard' in navigator) value.after(iconButton(value));
}

function iconButton(value: HTMLElement): HTMLElement {
  const button = newButton('copy');
  button.setAttribute('aria-label', isRomanian ? 'Copiază' : 'Copy');
  button.append(icon('copy'));
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(value.textContent ?? '');
    button.replaceChildren(icon('fine'));
    setTimeout(() => button.replaceChildren(icon('copy')), CONFIRMATION_MS);
  });
  return button;
}

function wordButton(value: HTMLElement, name: string): HTMLElement {
  const button = newButton('button');
  const words = document.createElement('span');
  words.textContent = name;
  button.append(icon('copy'), words);
  button.addEventListener('click', () =>
    copyText(value.textContent ?? '', button, isRomanian ? 'Copiat' : 'Copied', value),
  );
  return button;
}

function newButton(className: string): HTMLButtonElement {
  const button = document.createElement('button');
  button.className = className;
  button.type = 'button';
  return button;
}
