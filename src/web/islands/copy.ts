/** A button beside what people copy, where the browser lets a page copy at all. */
import { sign } from './sign.ts';

const SHOWN_MS = 1_500;

for (const value of document.querySelectorAll<HTMLElement>('[data-copy]')) {
  const button = document.createElement('button');
  button.className = 'copy';
  button.type = 'button';
  button.setAttribute('aria-label', document.documentElement.lang === 'ro' ? 'Copiază' : 'Copy');
  button.append(sign('copy'));
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(value.textContent ?? '');
    button.replaceChildren(sign('fine'));
    setTimeout(() => button.replaceChildren(sign('copy')), SHOWN_MS);
  });
  if ('clipboard' in navigator) value.after(button);
}
