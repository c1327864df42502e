/** A form that is sent once: a double click would replace the first answer, which carries the app's code, by "the request has ended". */

for (const form of document.querySelectorAll<HTMLFormElement>('form[data-once]')) {
  let isSent = false;
  form.addEventListener('submit', (event) => {
    if (isSent) event.preventDefault();
    isSent = true;
  });
  // The reader came back through the history.
  addEventListener('pageshow', () => {
    isSent = false;
  });
}
