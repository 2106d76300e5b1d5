/** The result of tools/list, by the key's permissions. */
import {
  type AgentTool,
  type AgentToolName,
  agentTools,
  isAgentWrite,
} from '@footfall/contract/agent';
import type { Tool } from '@modelcontextprotocol/server';
import type { AgentSession } from './session.ts';
import { offeredExplanations, offeredKinds, offeredTools } from './uses.ts';
import { viewOf } from './views.ts';

/** `withViews`: the client renders views. */
export function toolsFor({ permissions, options }: AgentSession, withViews: boolean): Tool[] {
  return offeredTools(permissions, options).map((name) => {
    const { title, description, input, hints = {} }: AgentTool = agentTools[name];
    const writes = isAgentWrite(name);
    return {
      name,
      title,
      description,
      inputSchema: narrowed(name, input, permissions),
      annotations: {
        readOnlyHint: !writes,
        openWorldHint: false,
        ...(writes && {
          destructiveHint: hints.destructive ?? false,
          idempotentHint: hints.idempotent ?? false,
        }),
      },
      ...(options.schemas && outputOf(name)),
      ...(withViews && viewOf(name)),
    };
  });
}

type Input = Tool['inputSchema'];

/** Only with kinds the key may read, and without what merely fills a model's context. */
function narrowed(
  name: AgentToolName,
  input: AgentTool['input'],
  permissions: AgentSession['permissions'],
): Input {
  const properties = Object.entries(input.properties as Record<string, object>).map(
    ([property, schema]): [string, object] => {
      const brief = withoutEmptyWords(schema);
      if (property === 'kind') {
        const kinds = offeredKinds(name as 'list' | 'get' | 'schema', permissions);
        return [property, { ...brief, enum: kinds }];
      }
      if (property === 'what')
        return [property, { ...brief, enum: offeredExplanations(permissions) }];
      return [property, brief];
    },
  );
  const required = input.required ?? [];
  return {
    type: 'object',
    properties: Object.fromEntries(properties) as Input['properties'],
    ...(required.length > 0 && { required: [...required] }),
  };
}

/** Lengths and formats are checked, with clear errors. */
const unsaid = new Set([
  'maxLength',
  'minLength',
  'additionalProperties',
  'maxItems',
  'minimum',
  'maximum',
  'format',
]);

function withoutEmptyWords(schema: object): object {
  return Object.fromEntries(
    Object.entries(schema).flatMap(([word, value]): [string, unknown][] => {
      if (unsaid.has(word) || value === '') return [];
      if (word === 'items') return [[word, withoutEmptyWords(value as object)]];
      if (word === 'anyOf') return [[word, (value as object[]).map(withoutEmptyWords)]];
      return [[word, value]];
    }),
  );
}

const object = { type: 'object' as const };
const integer = { type: 'integer' as const };
const text = { type: 'string' as const };
const records = { type: 'array' as const, items: object };

/** Output schemas; text-only tools have none. Not shown to models. */
const outputs: Partial<Record<AgentToolName, Record<string, object>>> = {
  list: { kind: text, total: integer, left: integer, cursor: text, link: text, records },
  get: { kind: text, link: text, record: object },
  stats: { from: text, to: text, total: object, rows: records, rows_left: integer },
  live: { visitors_5_minutes: integer, visitors_30_minutes: integer, visitors: records },
  explain: { what: text, id: text, record: object, because: object },
  schema: { kind: text, kinds: object, fields: object, filter_fields: object },
};

const ofWrites = { done: { type: 'boolean' }, would: object, token: text, undo: object };

function outputOf(name: AgentToolName): Pick<Tool, 'outputSchema'> {
  const properties = isAgentWrite(name) ? ofWrites : outputs[name];
  return properties
    ? { outputSchema: { ...object, properties: properties as Input['properties'] } }
    : {};
}
