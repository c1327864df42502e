/** Copies a text to the clipboard and confirms it on the button. */

export const CONFIRMATION_MS = 1_500;

/** A page on plain http has no clipboard: the text of `element` is selected instead, for the keyboard shortcut. */
export async function copyText(
  text: string,
  button: HTMLElement,
  confirmation: string,
  element: Element,
): Promise<void> {
  if (!('clipboard' in navigator)) return void getSelection()?.selectAllChildren(element);
  await navigator.clipboard.writeText(text);
  const label = button.lastChild;
  const before = label?.textContent ?? '';
  if (label === null || before === confirmation) return;
  label.textContent = confirmation;
  setTimeout(() => {
    label.textContent = before;
  }, CONFIRMATION_MS);
}
