/**
 * How answers become JSON by their schema: the code for it is made when an operation answers for the first time, once for
 * all doors, and not when the service starts.
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
