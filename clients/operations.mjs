// The REST operations of the OpenAPI document, as the client generators need them.

const methods = ['get', 'post', 'patch', 'delete'];

/** Leaves ingest out: the clients write it by hand. */
export function operationsOf({ paths }) {
  return Object.entries(paths).flatMap(([path, item]) =>
    methods
      .filter((method) => item[method] && item[method].security === undefined)
      .map((method) => operationOf(path, method, item[method])),
  );
}

/** `resource` is undefined for an operation that the client calls directly, such as `stats`. */
function operationOf(path, method, { operationId, summary, description, parameters, ...rest }) {
  const [status, answer] = Object.entries(rest.responses).find(([code]) => code.startsWith('2'));
  const [name, resource] = rest['x-client'].split('.').reverse();
  return {
    id: operationId,
    resource,
    name,
    path,
    method: method.toUpperCase(),
    summary,
    description,
    params: parameters.filter((one) => one.in === 'path'),
    query: parameters.filter((one) => one.in === 'query'),
    headers: parameters.filter((one) => one.in === 'header').map((one) => one.name),
    body: rest.requestBody?.content['application/json'].schema,
    isBodyRequired: rest.requestBody?.required === true,
    ...answerOf(status, answer.content ?? {}),
  };
}

/** `schema` describes one record, or the whole answer if it has more than `data`. */
function answerOf(status, content) {
  if (status === '204') return { kind: 'nothing' };
  if (content['text/event-stream']) return { kind: 'stream' };
  const schema = content['application/json']?.schema;
  if (!schema || content['text/html']) return { kind: 'download', schema };
  const { data, ...others } = schema.properties;
  if (others.pagination) return { kind: 'records', schema: data.items };
  if (Object.keys(others).length === 0) return { kind: 'record', schema: data };
  return { kind: 'whole', schema };
}

/** The fields of a body that a caller can set. */
export function writableFields({ properties = {} }) {
  return Object.fromEntries(Object.entries(properties).filter(([, { readOnly }]) => !readOnly));
}

/** The named schemas that `parts` refer to, and those that these refer to, in the document's order. */
export function schemasIn(parts, schemas) {
  const names = new Set();
  const follow = (part) => {
    for (const [, name] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (names.has(name)) continue;
      names.add(name);
      follow(schemas[name]);
    }
  };
  follow(parts);
  return Object.entries(schemas).filter(([name]) => names.has(name));
}
