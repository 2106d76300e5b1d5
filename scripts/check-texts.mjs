// Checks for plain words in the dashboard's English, the API's summaries and descriptions, and the guides:
// rejects unusual words, "a" before a vowel, doubled articles, summaries that do not start with a verb, and
// operation descriptions without one.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../', import.meta.url));
const read = (path) => readFileSync(join(root, path), 'utf8');
const names = (folder, extension) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith(extension))
    .map((name) => `${folder}/${name}`);

const refusedWords = [
  'add a condition',
  'the opposite of it',
  'last, not direct',
  'that they come again',
  'behaves like some',
  'without the right to',
  'told of',
  'nobody here is of',
  'good keys',
  'there is none',
  'many at once',
  'nothing goes',
  'what went',
  'people only pass',
  'link to figures',
  'how is it kept',
  'your id of it',
  'by what right',
  'by what',
  'refused messages',
  'you are no member',
  'says nothing else',
  'of whom',
  'whose',
  'that which',
  'keeps itself',
  'taken back',
  'is told',
  'are told',
  'is asked for',
  'are asked for',
];
const refused = new RegExp(`\\b(?:${refusedWords.join('|')})\\b`, 'i');
const wrongArticle = /\b(?:a|an|the) (?:a|an|the)\b|\ban? (?:ids|identitys)\b/i;
/** "a hour" and "an visitor"; u and h have two pronunciations, so only these cases are checked. */
const wrongSound =
  /\ba (?:[aeio](?!ne\b|nce\b|f\b)\w+|hour|email)\b|\ban (?:[bcdfgjklmnpqrtvwyz][a-z]+|user|UUID|URL)\b/;

const faults = [];
for (const path of names('apps/dashboard/src/messages/en', '.ts')) {
  for (const [, text] of read(path).matchAll(/'((?:[^'\\\n]|\\.)*)'|`[^`]*`|"([^"\n]*)"/g)) {
    if (text !== undefined) checkWords(path, text);
  }
}
for (const path of [...names('docs/guides', '.md'), 'README.md']) {
  for (const line of read(path)
    .replace(/^```[\s\S]*?^```/gm, '')
    .split('\n')) {
    checkWords(path, line.replace(/`[^`]*`/g, '…').replace(/\]\([^)]*\)/g, ']'));
  }
}

const document = JSON.parse(read('docs/openapi.json'));
const methods = ['get', 'post', 'put', 'patch', 'delete'];
for (const [path, item] of Object.entries(document.paths)) {
  for (const method of methods.filter((name) => name in item)) checkOperation(path, item[method]);
}
for (const text of descriptionsIn(document)) checkWords('docs/openapi.json', text);

for (const fault of new Set(faults)) console.error(fault);
if (faults.length > 0) process.exitCode = 1;

function checkWords(path, text) {
  const word = refused.exec(text) ?? wrongArticle.exec(text) ?? wrongSound.exec(text);
  if (word !== null) faults.push(`${path}: “${word[0]}” in “${text.trim().slice(0, 160)}”`);
}

function checkOperation(path, { summary = '', description = '' }) {
  if (!/^[A-Z][a-z]+(?<!s|ing) \w/.test(summary)) {
    faults.push(`${path}: the summary “${summary}” does not begin with a verb`);
  }
  for (const sentence of description.split(/(?<=[.:]) (?=[A-Z])/)) {
    if (sentence !== '' && !hasVerb(sentence)) faults.push(`${path}: no verb in “${sentence}”`);
  }
}

/** An auxiliary, a verb at the beginning, or a third-person or past ending. */
function hasVerb(sentence) {
  return (
    /\b(?:is|are|was|were|has|have|can|cannot|may|must|will|does|do|need|needs|you)\b/.test(
      sentence,
    ) ||
    /^(?:[A-Z][a-z]+,? )?[A-Z]?[a-z]+(?<!s|ing) (?:a|an|the|every|each|all|one|up|to|it|`|only|either|in|no)\b/.test(
      sentence,
    ) ||
    /\b[A-Za-z]{3,}(?:s|ed)\b/.test(sentence)
  );
}

function* descriptionsIn(value) {
  if (value === null || typeof value !== 'object') return;
  for (const [key, inner] of Object.entries(value)) {
    if ((key === 'description' || key === 'summary') && typeof inner === 'string') yield inner;
    else yield* descriptionsIn(inner);
  }
}
