/** Displays on the button how many codes the box contains, while the reader types or pastes. */
interface CountTexts {
  go: string;
  one: string;
  few: string;
  other: string;
}

for (const form of document.querySelectorAll<HTMLFormElement>('form[data-count]')) {
  const texts = JSON.parse(form.dataset.count ?? '{}') as CountTexts;
  const box = form.querySelector('textarea');
  const button = form.querySelector('button');
  const rules = new Intl.PluralRules(document.documentElement.lang);
  const numbers = new Intl.NumberFormat(document.documentElement.lang === 'ro' ? 'ro' : 'en-GB', {
    useGrouping: 'always',
  });
  const update = (): void => {
    if (box === null || button === null) return;
    const count = new Set(box.value.match(/[0-9]{2,10}(?![0-9])/g) ?? []).size;
    const rule = rules.select(count);
    const word = rule === 'one' || rule === 'few' ? texts[rule] : texts.other;
    button.textContent = count === 0 ? texts.go : `${texts.go} ${numbers.format(count)} ${word}`;
  };
  box?.addEventListener('input', update);
  update();
}
