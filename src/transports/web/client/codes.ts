/** Says on the button how many codes the box holds, while they are typed or pasted. */
interface Told {
  go: string;
  one: string;
  few: string;
  other: string;
}

for (const form of document.querySelectorAll<HTMLFormElement>('form[data-count]')) {
  const told = JSON.parse(form.dataset.count ?? '{}') as Told;
  const box = form.querySelector('textarea');
  const button = form.querySelector('button');
  const rules = new Intl.PluralRules(document.documentElement.lang);
  const numbers = new Intl.NumberFormat(document.documentElement.lang === 'ro' ? 'ro' : 'en-GB', {
    useGrouping: 'always',
  });
  const show = (): void => {
    if (box === null || button === null) return;
    const count = new Set(box.value.match(/[0-9]{2,10}(?![0-9])/g) ?? []).size;
    const rule = rules.select(count);
    const word = rule === 'one' || rule === 'few' ? told[rule] : told.other;
    button.textContent = count === 0 ? told.go : `${told.go} ${numbers.format(count)} ${word}`;
  };
  box?.addEventListener('input', show);
  show();
}
