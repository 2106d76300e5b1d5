/** The parts of an OpenAPI document that the reference uses. */
import type { JsonSchema } from './fields.ts';

interface Answer {
  $ref?: string;
  description?: string;
  headers?: Record<string, unknown>;
  content?: { 'application/json'?: { schema: JsonSchema; example: unknown } };
}

export interface DocumentedOperation {
  operationId: string;
  /** The name in the clients: `leads.list`. */
  'x-client': string;
  tags: string[];
  summary: string;
  parameters: { name: string; in: string; description?: string; schema: JsonSchema }[];
  responses: Record<string, Answer>;
}

export interface OpenApiDocument {
  tags: { name: string }[];
  servers: { url: string }[];
  paths: Record<string, Record<string, DocumentedOperation>>;
  components: {
    headers: Record<string, { description: string; schema: JsonSchema }>;
    schemas: Record<string, JsonSchema>;
  };
}
