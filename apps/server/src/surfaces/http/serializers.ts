/**
 * Serializes answers by schema: the code is generated on an operation's first answer, once for all doors, not at the
 * start.
 */
import fastJsonStringify from 'fast-json-stringify';
import type { FastifyInstance } from 'fastify';

type Serialize = (answer: unknown) => string;

const made = new WeakMap<object, Serialize>();

export function makeSerializersOnDemand(app: FastifyInstance): void {
  app.setSerializerCompiler<object>(({ schema }) => {
    return (answer: unknown) => {
      let serialize = made.get(schema);
      if (serialize === undefined) {
        serialize = fastJsonStringify(schema);
        made.set(schema, serialize);
      }
      return serialize(answer);
    };
  });
}
