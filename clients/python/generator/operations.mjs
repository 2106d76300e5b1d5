// The document's operations by the names that they have in Python: `client.leads.list`, `client.stats`.
import { parameterName, pascal, snake } from './names.mjs';

const verbs = ['get', 'post', 'patch', 'delete'];

/** Those of the REST API; ingest is written by hand. */
export function operationsOf({ paths }) {
  const all = Object.entries(paths).flatMap(([path, item]) =>
    verbs
      .filter((verb) => item[verb] && item[verb].security === undefined)
      .map((verb) => operationOf(path, verb, item[verb])),
  );
  const sizes = new Map();
  for (const { group } of all) sizes.set(group, (sizes.get(group) ?? 0) + 1);
  return all.map((operation) => {
    const isAlone = sizes.get(operation.group) === 1 && operation.kind !== 'records';
    return { ...operation, name: isAlone ? operation.group : methodName(operation), isAlone };
  });
}

function operationOf(path, verb, { operationId, summary, description, parameters, ...rest }) {
  const [status, answer] = Object.entries(rest.responses).find(([code]) => code.startsWith('2'));
  return {
    id: operationId,
    group: snake(path.split('/')[1]),
    path,
    method: verb.toUpperCase(),
    summary,
    description,
    params: parameters.filter((one) => one.in === 'path').map(named),
    query: parameters.filter((one) => one.in === 'query').map(named),
    headers: parameters.filter((one) => one.in === 'header').map(({ name }) => name),
    body: rest.requestBody?.content['application/json'].schema,
    ...answerOf(operationId, status, answer.content ?? {}),
  };
}

function named(parameter) {
  return { ...parameter, own: parameterName(parameter.name) };
}

/** What it answers: `schema` is that of a record, or of the whole where that has more than `data`. */
function answerOf(id, status, content) {
  if (status === '204') return { kind: 'nothing' };
  if (content['text/event-stream']) return { kind: 'stream' };
  const schema = content['application/json']?.schema;
  if (!schema) return { kind: 'download' };
  const { data, ...others } = schema.properties;
  if (others.pagination) return { kind: 'records', schema: data.items };
  if (Object.keys(others).length === 0) return { kind: 'record', schema: data };
  return { kind: 'whole', schema, answerName: `${pascal(id)}Answer` };
}

/** Without the words of its group: `listLeads`, `getLeadEvidence` of leads are `list`, `get_evidence`. */
function methodName({ id, group }) {
  const words = snake(id).split('_');
  const forms = [group, group.replace(/ies$/, 'y'), group.replace(/s$/, '')];
  for (const form of forms) {
    const own = form.split('_');
    for (const start of [1, 0]) {
      if (!own.every((word, place) => words[start + place] === word)) continue;
      const left = words.toSpliced(start, own.length);
      if (left.length > 0) return left.join('_');
    }
  }
  return words.join('_');
}
