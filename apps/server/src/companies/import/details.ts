/** Reads a company's details from an import row. */
import { longestName, nameKey } from '../../enrichment/companies/company-name.ts';
import { domainOfText } from '../../enrichment/companies/domain.ts';
import type { DetailField, FoundColumns } from './columns.ts';
import { employeeRange } from './employees.ts';

export interface CompanyDetails {
  domain: string;
  name: string;
  /** Normalized for comparison. */
  nameKey: string;
  description: string;
  employees: string;
  mainIndustry: string;
}

const longest: Record<DetailField, number> = {
  domain: 2_000,
  name: longestName,
  description: 4_000,
  employees: 100,
  main_industry: longestName,
};

/** The details, or why the row cannot be used. */
export function readDetails(values: FoundColumns<unknown>): CompanyDetails | string {
  const texts = { domain: '', name: '', description: '', employees: '', main_industry: '' };
  for (const field of Object.keys(texts) as DetailField[]) {
    const text = textOf(values[field]);
    if (text === undefined) return `${field} must be text or a number`;
    if (text.includes('\0')) return `${field} contains a character that cannot be stored (U+0000)`;
    if (text.length > longest[field]) return `${field} is longer than ${longest[field]} characters`;
    texts[field] = text;
  }
  if (texts.domain === '') return 'domain is empty';
  const domain = domainOfText(texts.domain);
  if (domain === '') return `domain ${quoted(texts.domain)} is not a registrable domain`;
  const employees = employeeRange(texts.employees);
  if (employees === undefined) {
    return `employees ${quoted(texts.employees)} is not a number or a range such as 11-50`;
  }
  const name = oneLine(texts.name);
  return {
    domain,
    name,
    nameKey: nameKey(name),
    description: texts.description,
    employees,
    mainIndustry: oneLine(texts.main_industry),
  };
}

/** Undefined if neither text nor number nor empty. */
export function textOf(value: unknown): string | undefined {
  if (value === undefined || value === null) return '';
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? value.trim() : undefined;
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ');
}

function quoted(text: string): string {
  return JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text);
}
