/** The docs page in the browser: shows one operation at a time, sends its form and shows the answer. No library, no third party. */

const KEY = 'firmoteca.key';
/** Above this, colouring an answer takes longer than reading it. */
const COLOUR_CHARACTERS_MAX = 300_000;
const SHOWN_HEADERS = ['content-type', 'cache-control', 'etag', 'last-modified', 'retry-after', 'x-request-id'];

const key = document.querySelector('#key');
const articles = [...document.querySelectorAll('article.operation')];
const links = [...document.querySelectorAll('nav a')];

rememberKey();
nameThisPlace();
for (const article of articles) prepare(article);
filterOperations();
openMenu();
addEventListener('hashchange', () => show(true));
show(false);

function rememberKey() {
  key.value = sessionStorage.getItem(KEY) ?? key.dataset.demoKey;
  key.addEventListener('input', () => {
    sessionStorage.setItem(KEY, key.value.trim());
    for (const article of articles) showCurl(article);
  });
}

/** Samples of code ask where the page was found, whatever the service believes its address to be. */
function nameThisPlace() {
  const { origin } = document.querySelector('#main').dataset;
  for (const sample of document.querySelectorAll('.sample code'))
    sample.textContent = sample.textContent.replaceAll(origin, location.origin);
}

/** The operation named in the address, or the first. */
function show(chosen) {
  const id = decodeURIComponent(location.hash.slice(1));
  if (id === 'main') return;
  const current = articles.find((article) => article.id === id) ?? articles[0];
  for (const article of articles) article.hidden = article !== current;
  for (const link of links) {
    if (link.hash.slice(1) === current?.id) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
  document.querySelector('.menu').setAttribute('aria-expanded', 'false');
  if (!chosen || !current) return;
  scrollTo(0, 0);
  current.querySelector('h2').focus({ preventScroll: true });
}

function openMenu() {
  const menu = document.querySelector('.menu');
  menu.addEventListener('click', () => {
    const open = menu.getAttribute('aria-expanded') !== 'true';
    menu.setAttribute('aria-expanded', String(open));
    if (open) document.querySelector('#filter').focus();
  });
  addEventListener('keydown', (event) => {
    if (event.key === 'Escape') menu.setAttribute('aria-expanded', 'false');
  });
}

function filterOperations() {
  const filter = document.querySelector('#filter');
  filter.addEventListener('input', () => {
    const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
    for (const link of links) {
      const text = link.textContent.toLowerCase();
      link.parentElement.hidden = !words.every((word) => text.includes(word));
    }
    for (const group of document.querySelectorAll('nav section'))
      group.hidden = [...group.querySelectorAll('li')].every((item) => item.hidden);
    document.querySelector('nav .none').hidden = links.some((link) => !link.parentElement.hidden);
  });
}

function prepare(article) {
  const form = article.querySelector('form');
  form.addEventListener('input', () => showCurl(article));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void send(article);
  });
  for (const chip of form.querySelectorAll('[data-example]'))
    chip.addEventListener('click', () => {
      fill(form, JSON.parse(chip.dataset.example));
      showCurl(article);
      void send(article);
    });
  form
    .querySelector('.copy')
    .addEventListener('click', (event) => copy(form.querySelector('.curl code'), event.target));
  showCurl(article);
}

function fill(form, example) {
  // What another example left there belongs to it.
  for (const field of form.querySelectorAll('[data-part=query]')) field.value = '';
  for (const part of ['params', 'query'])
    for (const [name, value] of Object.entries(example[part] ?? {})) form.elements[name].value = value;
  const body = form.querySelector('[data-part=body]');
  if (body && example.body !== undefined) body.value = JSON.stringify(example.body, null, 2);
}

/** What the form says, as one request. An empty query field is not sent. */
function requestOf(form) {
  let path = form.dataset.path;
  const query = new URLSearchParams();
  for (const field of form.querySelectorAll('[data-part]')) {
    if (field.dataset.part === 'params') path = path.replace(`{${field.name}}`, encodeURIComponent(field.value));
    if (field.dataset.part === 'query' && field.value !== '') query.set(field.name, field.value);
  }
  const headers = {};
  if (key.value.trim() !== '') headers['X-API-Key'] = key.value.trim();
  const body = form.querySelector('[data-part=body]')?.value;
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  const search = query.size > 0 ? `?${query}` : '';
  return { method: form.dataset.method, url: `${location.origin}${path}${search}`, headers, body };
}

function showCurl(article) {
  article.querySelector('.curl code').textContent = curlOf(requestOf(article.querySelector('form')));
}

function curlOf({ url, headers, body }) {
  const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`;
  const parts = [`curl ${quoted(url)}`];
  for (const [name, value] of Object.entries(headers)) parts.push(`-H ${quoted(`${name}: ${value}`)}`);
  if (body !== undefined) parts.push(`-d ${quoted(compact(body))}`);
  return parts.join(' ');
}

function compact(text) {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return text;
  }
}

/** A page on plain http may not write the clipboard: there the line is selected, ready for the keys. */
async function copy(line, button) {
  if (!navigator.clipboard) return getSelection().selectAllChildren(line);
  await navigator.clipboard.writeText(line.textContent);
  button.textContent = 'Copied';
  setTimeout(() => {
    button.textContent = 'Copy';
  }, 1500);
}

async function send(article) {
  const button = article.querySelector('button.primary');
  const result = article.querySelector('.result');
  const { url, ...options } = requestOf(article.querySelector('form'));
  button.disabled = true;
  const started = performance.now();
  try {
    // `no-cache` asks whether the kept answer still holds; `no-store` would be taken for a wish to ask the source anew.
    // With a key the answer is the key's; without one it is what visitors of our pages see, previews included.
    const credentials = 'X-API-Key' in options.headers ? 'omit' : 'same-origin';
    const response = await fetch(url, { ...options, cache: 'no-cache', credentials });
    const text = await response.text();
    result.replaceChildren(...answer(response, text, performance.now() - started));
  } catch (error) {
    result.replaceChildren(element('p', 'failed', `The request did not get through: ${error.message}`));
  }
  result.hidden = false;
  button.disabled = false;
  result.scrollIntoView({ block: 'nearest' });
}

function answer(response, text, ms) {
  const status = element('p', 'status');
  const kind = response.ok ? 'good' : 'bad';
  const facts = `${Math.round(ms)} ms · ${size(new TextEncoder().encode(text).length)}`;
  status.append(element('span', `code ${kind}`, `${response.status} ${response.statusText}`.trim()), ` ${facts}`);
  const headers = element('dl', 'headers');
  for (const name of SHOWN_HEADERS) {
    const value = response.headers.get(name);
    if (value) headers.append(element('dt', '', name), element('dd', '', value));
  }
  const body = element('pre', 'json');
  body.tabIndex = 0;
  body.setAttribute('aria-label', 'Body of the answer');
  body.append(...pretty(text));
  return [status, headers, body];
}

const size = (bytes) => (bytes < 1024 ? `${bytes} bytes` : `${(bytes / 1024).toFixed(1)} KB`);

/** Keys, texts, numbers and words told apart by colour. Built from text nodes only: nothing in an answer becomes markup. */
function* pretty(text) {
  let formatted;
  try {
    formatted = JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    formatted = text;
  }
  if (formatted.length > COLOUR_CHARACTERS_MAX) return yield formatted;
  let end = 0;
  for (const match of formatted.matchAll(/("(?:[^"\\]|\\.)*"?)(\s*:)?|-?\d[\d.eE+-]*|\b(?:true|false|null)\b/g)) {
    if (match.index > end) yield formatted.slice(end, match.index);
    const kind = match[2] ? 'name' : match[1] ? 'text' : /^[tfn]/.test(match[0]) ? 'word' : 'number';
    yield element('span', kind, match[1] ?? match[0]);
    if (match[2]) yield match[2];
    end = match.index + match[0].length;
  }
  yield formatted.slice(end);
}

function element(tag, className, text = '') {
  const made = document.createElement(tag);
  if (className) made.className = className;
  made.textContent = text;
  return made;
}
