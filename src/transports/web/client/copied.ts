/** Puts a text on the clipboard, and says so on the button. */

const SHOWN_MS = 1_500;

/** A page on plain http may not write the clipboard: there the text is selected, ready for the keys. */
export async function copied(text: string, button: HTMLElement, said: string, place: Element): Promise<void> {
  if (!('clipboard' in navigator)) return void getSelection()?.selectAllChildren(place);
  await navigator.clipboard.writeText(text);
  const words = button.lastChild;
  const before = words?.textContent ?? '';
  if (words === null || before === said) return;
  words.textContent = said;
  setTimeout(() => {
    words.textContent = before;
  }, SHOWN_MS);
}
