/** Writes an export as one HTML page: loads nothing, runs nothing, and escapes every value. */
import { createHash } from 'node:crypto';
import type { DocumentLanguage } from '@footfall/contract/document-formats';
import type { DocumentPiece } from '@footfall/contract/operation';
import {
  type PersonExportHead,
  type PersonExportPart,
  personExportPartNames,
  personExportParts,
} from '@footfall/contract/person-export';
import { Html, html } from '../../platform/common/html.ts';
import { isObject } from '../../platform/common/is-object.ts';
import { pageStyle } from './page-style.ts';
import { type ExportTexts, exportTexts } from './texts.ts';
import type { DocumentWriter } from './write-document.ts';

const styleHash = createHash('sha256').update(pageStyle).digest('base64');
const policy = `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'`;

const headers = {
  'content-security-policy': `${policy}; frame-ancestors 'none'; sandbox`,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
};

/** Parts shown as tables of short records. */
const tables = new Set<string>([
  'events',
  'lists',
  'changes',
  'recipients',
  'retention',
] satisfies PersonExportPart[]);

/** Fields with the same value in every record. */
const leftOut = new Set(['workspace_id']);

export function htmlWriter(language: DocumentLanguage): DocumentWriter {
  let page: Page | undefined;
  return {
    headers,
    piece({ head, part, records }: DocumentPiece) {
      const start = head ? new Page(language, head as PersonExportHead) : undefined;
      page ??= start;
      if (!page) throw new Error('the document has no head');
      return (start?.head() ?? '') + page.begin(part as PersonExportPart) + page.add(records);
    },
    end: () => `${page?.endPart() ?? ''}</main></body></html>\n`,
  };
}

class Page {
  readonly #texts: ExportTexts;
  readonly #head: PersonExportHead;
  readonly #language: DocumentLanguage;
  readonly #time: Intl.DateTimeFormat;

  #part: PersonExportPart | undefined;
  #isEmpty = true;

  constructor(language: DocumentLanguage, head: PersonExportHead) {
    this.#texts = exportTexts[language];
    this.#head = head;
    this.#language = language;
    this.#time = new Intl.DateTimeFormat(language === 'en' ? 'en-US' : language, {
      dateStyle: 'medium',
      timeStyle: 'medium',
      timeZone: head.workspace.time_zone,
    });
  }

  head(): string {
    const { workspace, subject, exported_at } = this.#head;
    const { title, about, parts } = this.#texts;
    const links = personExportPartNames.map(
      (name) => html`<li><a href="#${name}">${parts[name].title}</a></li>`,
    );
    return html`<!doctype html>
<html lang="${this.#language}"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<title>${title[subject.type]}</title><style>${new Html(pageStyle)}</style></head><body><main>
<h1>${title[subject.type]}</h1>
<p>${about(workspace.name, this.#at(exported_at), workspace.time_zone)}</p>
<p class="id">${subject.id}</p>
<nav aria-label="${this.#texts.contents}"><ul>${links}</ul></nav>
`.text;
  }

  /** Ends the previous part and starts this one. */
  begin(part: PersonExportPart): string {
    if (part === this.#part) return '';
    const end = this.endPart();
    this.#part = part;
    this.#isEmpty = true;
    const { parts, from, sources } = this.#texts;
    const { title, about } = parts[part];
    const named = personExportParts[part].sources.map((source) => sources[source]).join(', ');
    return `${end}${
      html`<section><h2 id="${part}">${title}</h2><p>${about}</p><p class="from">${from}: ${named}</p>
`.text
    }`;
  }

  endPart(): string {
    if (this.#part === undefined) return '';
    if (this.#isEmpty)
      return html`<p class="none">${this.#texts.none}</p></section>
`.text;
    return `${tables.has(this.#part) ? '</tbody></table></div>' : ''}</section>\n`;
  }

  add(records: object[]): string {
    const part = this.#part;
    if (part === undefined || records.length === 0) return '';
    const isFirst = this.#isEmpty;
    this.#isEmpty = false;
    if (!tables.has(part)) return this.#cards(records);
    return (isFirst ? this.#openTable(part) : '') + this.#rows(part, records);
  }

  #openTable(part: PersonExportPart): string {
    const names = columnsOf(part).map((name) => html`<th scope="col">${this.#label(name)}</th>`);
    return html`<div class="wide"><table><thead><tr>${names}</tr></thead><tbody>
`.text;
  }

  #rows(part: PersonExportPart, records: object[]): string {
    const columns = columnsOf(part);
    const rows = records.map((record) => {
      const values = record as Record<string, unknown>;
      return html`<tr>${columns.map((name) => html`<td>${this.#cell(name, values[name])}</td>`)}</tr>
`;
    });
    return html`${rows}`.text;
  }

  #cell(name: string, value: unknown): Html | string {
    return name === 'days' && value === null ? this.#texts.unlimited : this.#value(value);
  }

  #cards(records: object[]): string {
    return html`${records.map(
      (record) => html`<article>${this.#fields(record)}</article>
`,
    )}`.text;
  }

  #fields(record: object): Html {
    const shown = Object.entries(record).filter(
      ([name, value]) => !leftOut.has(name) && !isNothing(value),
    );
    return html`<dl>${shown.map(
      ([name, value]) =>
        html`<div><dt>${this.#label(name)}</dt><dd>${this.#value(value)}</dd></div>`,
    )}</dl>`;
  }

  #value(value: unknown): Html | string {
    if (isNothing(value)) return '';
    if (typeof value === 'boolean') return value ? this.#texts.yes : this.#texts.no;
    if (typeof value === 'string') return this.#at(value);
    if (Array.isArray(value)) {
      return html`<ul>${value.map((item) => html`<li>${this.#value(item)}</li>`)}</ul>`;
    }
    return isObject(value) ? this.#fields(value) : String(value);
  }

  /** Formats times in the workspace's time zone; leaves other text unchanged. */
  #at(text: string): string {
    return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(text)
      ? this.#time.format(new Date(text))
      : text;
  }

  /** Custom names stay unchanged. */
  #label(name: string): string {
    const { fields } = this.#texts;
    return Object.hasOwn(fields, name) ? (fields[name] ?? name) : name;
  }
}

function columnsOf(part: PersonExportPart): string[] {
  return Object.keys(personExportParts[part].record.properties).filter(
    (name) => !leftOut.has(name),
  );
}

function isNothing(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true;
  if (Array.isArray(value)) return value.length === 0;
  return isObject(value) && Object.keys(value).length === 0;
}
