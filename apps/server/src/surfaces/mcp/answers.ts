/** Tool results: how much of the data to return, in which format. */
import { agentLimits } from '@footfall/contract/agent';
import { type ApiError, issueText } from '@footfall/contract/errors';
import type { CallToolResult } from '@modelcontextprotocol/server';
import type { AgentSession } from './session.ts';
import type { ShownValue } from './shown-value.ts';
import { countTokens } from './token-count.ts';

/** The outcome of a call. */
export interface Reply {
  /** Structured content, with `text` beside it; undefined: only text. */
  structured?: Record<string, unknown>;
  text: string;
  isError?: boolean;
  /** Records returned or written. */
  rows: number;
  isOfVisitors: boolean;
  resourceId?: string | undefined;
  fault?: string;
}

/** Characters around the records. */
const aroundRecords = 400;

export function roomOf(limit: unknown): number {
  const most = typeof limit === 'number' ? limit : agentLimits.usualTokens;
  return Math.min(most, agentLimits.mostTokens) - aroundRecords;
}

export interface Fitted {
  records: unknown[];
  tokens: number;
  isOfVisitors: boolean;
}

/** Largest part of the space for one of several records. */
const mostOfRoom = 1 / 3;

/** As many records from the start as fit, each without oversized fields. */
export function fitted(
  records: readonly unknown[],
  tell: (record: unknown) => ShownValue,
  room: number,
): Fitted {
  const fit: Fitted = { records: [], tokens: 0, isOfVisitors: false };
  const share = records.length > 1 ? room * mostOfRoom : room;
  for (const record of records) {
    const { value, isOfVisitors } = tell(record);
    let tokens = countTokens(JSON.stringify(value)) + 1;
    const shown = tokens > share ? withoutLargest(value, share) : value;
    if (shown !== value) tokens = countTokens(JSON.stringify(shown)) + 1;
    if (fit.tokens + tokens > room) break;
    fit.records.push(shown);
    fit.tokens += tokens;
    fit.isOfVisitors ||= isOfVisitors;
  }
  return fit;
}

/** The record without its largest fields, which it names. */
function withoutLargest(value: unknown, room: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const { untrusted = {}, ...ours } = value as { untrusted?: object };
  const costs = [
    ...Object.entries(ours).map((entry) => ({ entry, isOurs: true, tokens: costOf(entry) })),
    ...Object.entries(untrusted).map((entry) => ({ entry, isOurs: false, tokens: costOf(entry) })),
  ].sort((one, other) => rankOf(one.entry) - rankOf(other.entry) || one.tokens - other.tokens);
  let left = room - 100;
  const kept = costs.filter(({ tokens }) => {
    left -= tokens;
    return left >= 0;
  });
  if (kept.length === costs.length) return value;
  const part = (isOurs: boolean) =>
    Object.fromEntries(kept.filter((one) => one.isOurs === isOurs).map(({ entry }) => entry));
  const leftOut = costs.filter((one) => !kept.includes(one)).map(({ entry: [name] }) => name);
  return { ...part(true), untrusted: part(false), too_large: leftOut };
}

/** Identifying fields come first. */
function rankOf([name]: [string, unknown]): number {
  return name === 'id' ? 0 : 1;
}

function costOf(entry: [string, unknown]): number {
  return countTokens(JSON.stringify(entry));
}

/** Clients before 2025-06-18, and some current ones, only support text. */
export function toResult(reply: Reply, asText: boolean): CallToolResult {
  const { structured, text, isError } = reply;
  const shown = structured && asText ? JSON.stringify(structured) : text;
  return {
    content: [{ type: 'text', text: shown }],
    ...(structured && !asText && { structuredContent: structured }),
    ...(isError && { isError }),
  };
}

export function refused(error: ApiError): Reply {
  return {
    text: `${wordsOf(error)} ${whatNext(error)}`.trim(),
    isError: true,
    rows: 0,
    isOfVisitors: false,
    fault: error.code,
  };
}

/** With the tool's parameter names. */
function wordsOf({ message, details }: ApiError): string {
  const issues = details?.issues;
  if (!Array.isArray(issues)) return message;
  const lines = (issues as { path: string; message: string }[])
    .slice(0, 10)
    .map(({ path, message: what }) =>
      issueText({ path: argumentOf(path), message: what.slice(0, 1_000) }),
    );
  return `${lines.join('; ')}.`;
}

function argumentOf(path: string): string {
  return path.replace(/^(?:query|body|path|arguments)\.?/, '');
}

const filterAdvice = 'Call schema with the kind to see its fields and filters.';
const fieldsAdvice = 'Correct it and call again. For more data, use get with include, or explain.';

function whatNext({ code, details }: ApiError): string {
  switch (code) {
    case 'invalid_request': {
      const issues = JSON.stringify(details ?? {});
      if (issues.includes('query.filter')) return filterAdvice;
      return issues.includes('query.fields') ? fieldsAdvice : 'Correct it and call again.';
    }
    case 'not_found':
      return 'Find the id with search or list.';
    case 'precondition_failed':
      return 'The record changed after the dry run. Call with dry_run again, check the difference and use the new token.';
    case 'unavailable':
    case 'rate_limited':
      return 'Wait a few seconds and call again.';
    default:
      return '';
  }
}

/** Limits for lists, where many records have to fit, or for one record. */
export function tellingOf(session: AgentSession, what: 'many' | 'one') {
  return { now: session.now, longestText: what === 'many' ? 300 : 4_000 };
}
