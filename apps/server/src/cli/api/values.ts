/* Converts arguments to the types that an operation takes. The service validates them. */
import { StartError } from '../../platform/common/start-error.ts';
import type { Declared, Input } from './words.ts';

export interface ApiInput {
  params: Record<string, string>;
  query: URLSearchParams;
  body: Record<string, unknown> | undefined;
}

/** `texts`: argument by input. `data`: the body as JSON; options take precedence. */
export function inputOf(texts: ReadonlyMap<Input, string>, data: string | undefined): ApiInput {
  const input: ApiInput = { params: {}, query: new URLSearchParams(), body: undefined };
  if (data !== undefined) input.body = bodyIn(data);
  for (const [{ name, place, declared }, text] of texts) {
    if (place === 'params') input.params[name] = text;
    else if (place === 'query') input.query.set(name, text);
    else input.body = { ...input.body, [name]: typed(flagOf(name), declared, text) };
  }
  return input;
}

export function flagOf(name: string): string {
  return `--${name.replaceAll('_', '-')}`;
}

export function isFlag({ type }: Declared): boolean {
  return type === 'boolean';
}

function typed(flag: string, { type }: Declared, text: string): unknown {
  const types = [type].flat();
  if (text === 'null' && types.includes('null')) return null;
  if (types.includes('string')) return text;
  if (types.includes('array') && !text.startsWith('[')) {
    return text.split(',').map((part) => part.trim());
  }
  return jsonIn(flag, text);
}

function bodyIn(data: string): Record<string, unknown> {
  const body = jsonIn('--data', data);
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return { ...body };
  throw new StartError('--data must be a JSON object, such as {"name":"Hot"}.');
}

function jsonIn(flag: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new StartError(`${flag} must be valid JSON. In a shell, quote it: ${flag} '{"a":1}'`, {
      cause,
    });
  }
}
