// Interactive features of the pages: copy code, choose a request language, open the contents on a phone, and mark the
// current section. Everything is readable and reachable without it.

const announcement = document.getElementById('announcement');

for (const figure of document.querySelectorAll('.code')) {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = 'Copy';
  const caption = figure.querySelector('figcaption');
  button.setAttribute('aria-label', `Copy: ${caption.textContent}`);
  button.addEventListener('click', () => copy(figure.querySelector('code'), button));
  caption.append(button);
}

async function copy(code, button) {
  const copied = await write(code);
  const text = copied ? 'Copied' : 'Press Ctrl+C';
  button.textContent = text;
  announcement.textContent = text;
  setTimeout(() => {
    button.textContent = 'Copy';
    announcement.textContent = '';
  }, 2000);
}

/** The clipboard API needs https or localhost; elsewhere the text is selected. */
async function write(code) {
  try {
    await navigator.clipboard.writeText(code.textContent);
    return true;
  } catch {
    getSelection().selectAllChildren(code);
    return false;
  }
}

const samples = [...document.querySelectorAll('.samples')];
const languages = new Set([...document.querySelectorAll('[data-language]')].map(languageOf));

for (const sample of samples) {
  const buttons = document.createElement('div');
  buttons.className = 'languages';
  buttons.setAttribute('role', 'group');
  buttons.setAttribute('aria-label', 'Language');
  for (const language of languages) {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = language;
    button.addEventListener('click', () => chooseLanguage(language, button));
    buttons.append(button);
  }
  sample.prepend(buttons);
}
showLanguage(storedLanguage() ?? [...languages][0]);

function languageOf({ dataset }) {
  return dataset.language;
}

/** Keeps the reading position, though every sample changes its height. */
function chooseLanguage(language, button) {
  const { top } = button.getBoundingClientRect();
  showLanguage(language);
  scrollBy({ top: button.getBoundingClientRect().top - top, behavior: 'instant' });
  try {
    localStorage.setItem('language', language);
  } catch {
    // The browser blocks storage.
  }
}

function showLanguage(language) {
  for (const sample of samples) {
    for (const code of sample.querySelectorAll('[data-language]')) {
      code.hidden = languageOf(code) !== language;
    }
    for (const button of sample.querySelectorAll('.languages button')) {
      button.setAttribute('aria-pressed', String(button.textContent === language));
    }
  }
}

function storedLanguage() {
  try {
    const language = localStorage.getItem('language');
    return languages.has(language) ? language : undefined;
  } catch {
    return undefined;
  }
}

const contents = document.getElementById('contents');
const menu = document.querySelector('.menu');

function showContents(isOpen) {
  contents.classList.toggle('closed', !isOpen);
  menu.setAttribute('aria-expanded', String(isOpen));
}

menu.hidden = false;
contents.classList.add('overlay');
showContents(false);
menu.addEventListener('click', () => showContents(contents.classList.contains('closed')));
contents.addEventListener('click', (event) => {
  if (event.target.closest('a')) showContents(false);
});
// On a phone the contents cover the page: the focus must not move behind them.
contents.addEventListener('focusout', ({ relatedTarget }) => {
  if (relatedTarget && relatedTarget !== menu && !contents.contains(relatedTarget)) {
    showContents(false);
  }
});
addEventListener('keydown', (event) => {
  if (event.key !== 'Escape' || contents.classList.contains('closed')) return;
  showContents(false);
  menu.focus();
});

const links = new Map();
for (const link of contents.querySelectorAll('a[href^="#"]')) {
  const target = document.getElementById(link.hash.slice(1));
  if (target) links.set(target, link);
}

let current;
const observer = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) {
      if (isIntersecting) mark(links.get(target));
    }
  },
  // A narrow band below the header: the section crossing it is current.
  { rootMargin: '-80px 0px -85% 0px' },
);
for (const target of links.keys()) observer.observe(target);

function mark(link) {
  if (link === current) return;
  current?.removeAttribute('aria-current');
  link.setAttribute('aria-current', 'true');
  current = link;
  // Scrolls only the contents, not the page.
  const { top, bottom } = link.getBoundingClientRect();
  const frame = contents.getBoundingClientRect();
  if (top < frame.top || bottom > frame.bottom) {
    contents.scrollTop += top - frame.top - frame.height / 2;
  }
}
