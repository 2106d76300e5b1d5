// A class for each group of operations, for the client that waits and for the one that is awaited.
import { docstring, indent, literal, parameterName, pascal, snake } from './names.mjs';

/** `flavour`: what differs between the two. */
const flavours = {
  sync: { prefix: '', define: 'def', wait: '' },
  async: { prefix: 'Async', define: 'async def', wait: 'await ' },
};

/** Headers that a caller may give; whether a record is the same as before (If-None-Match) is for caches. */
const ownHeaders = { idempotency_key: 'Idempotency-Key', if_match: 'If-Match' };

export function resourcesText(operations, types, kind) {
  const flavour = flavours[kind];
  const groups = new Map();
  for (const operation of operations.map(inPython)) {
    const key = operation.resource;
    groups.set(key, [...(groups.get(key) ?? []), methodText(operation, types, flavour)]);
  }
  const alone = groups.get('') ?? [];
  groups.delete('');
  const classes = [...groups].map(([group, methods]) =>
    classText(`${flavour.prefix}${pascal(group)}`, `${flavour.prefix}Resource`, methods),
  );
  const fields = [...groups.keys()].map(
    (group) => `self.${group} = ${flavour.prefix}${pascal(group)}(transport)`,
  );
  const begin = `def __init__(self, transport: ${flavour.prefix}Transport) -> None:\n${indent(
    ['super().__init__(transport)', ...fields].join('\n'),
  )}\n`;
  classes.push(
    classText(`${flavour.prefix}Operations`, `${flavour.prefix}Resource`, [begin, ...alone]),
  );
  return classes.join('\n\n');
}

function inPython({ resource = '', name, params, query, ...operation }) {
  const withOwn = (parameter) => ({ ...parameter, own: parameterName(parameter.name) });
  return {
    ...operation,
    resource: snake(resource),
    name: snake(name),
    params: params.map(withOwn),
    query: query.map(withOwn),
  };
}

function classText(name, base, methods) {
  return `class ${name}(${base}):\n${indent(methods.join('\n'))}`;
}

function methodText(operation, types, flavour) {
  const { name, path, kind, params, query, headers, body: asks } = operation;
  const body = asks && bodyOf(operation, types);
  const own = Object.keys(ownHeaders).filter((header) => headers.includes(ownHeaders[header]));
  const optional = [
    ...query.map(
      ({ own: key, schema }) =>
        `${key}: Optional[${parameterType(schema, pascal(key), types)}] = None`,
    ),
    ...own.map((header) => `${header}: Optional[str] = None`),
  ];
  const signature = [
    'self',
    ...params.map(({ own: key }) => `${key}: str`),
    ...(optional.length > 0 ? ['*', ...optional] : []),
  ].map((parameter) => `${parameter},\n`);
  if (body) signature.push(`**body: Unpack[${body.name}]\n`);
  checkNames(operation, [...[...params, ...query].map((one) => one.own), ...own], body?.fields);
  const given = [
    ...(query.length > 0
      ? [`query={${query.map((one) => `${literal(one.name)}: ${one.own}`).join(', ')}}`]
      : []),
    ...(asks ? [body ? 'body=body' : 'body={}'] : []),
    ...own.map((header) => `${header}=${header}`),
  ];
  const { define, wait, result, call } = answerText(
    operation,
    types,
    flavour,
    placeText(path, params),
  );
  return [
    `${define} ${name}(`,
    `${indent(signature.join(''))}) -> ${result}:`,
    indent(docstring(docOf(operation, body))),
    indent(
      kind === 'record' || kind === 'whole'
        ? `answer: ${result} = ${wait}${call(given)}\nreturn answer\n`
        : `return ${wait}${call(given)}\n`,
    ),
  ].join('\n');
}

/** Instants may be told as such. */
function parameterType(schema, name, types) {
  const type = types.of(schema, name).replace(/^List\[/, 'Sequence[');
  return schema.format === 'date-time' ? `Union[datetime, ${type}]` : type;
}

function placeText(path, params) {
  if (params.length === 0) return literal(path);
  const form = literal(path.replaceAll(/\{\w+\}/g, '{}'));
  return `path_of(${[form, ...params.map(({ own }) => own)].join(', ')})`;
}

function bodyOf({ id, body }, types) {
  const name = `${pascal(id)}Body`;
  const fields = types.addBody(name, body);
  return fields && { name, fields };
}

function checkNames({ id }, names, fields = {}) {
  const twice = Object.keys(fields).filter((field) => names.includes(field));
  if (twice.length > 0) throw new Error(`${id}: ${twice} is a parameter and in the body`);
}

function answerText({ id, kind, schema, method, query }, types, flavour, place) {
  const { prefix, define, wait } = flavour;
  const typed = (type, name) => ({
    define,
    wait,
    result: type,
    call: (given) => `self._transport.${name}(${[literal(method), place, ...given].join(', ')})`,
  });
  const plain = (result, name) => ({
    define: 'def',
    wait: '',
    result,
    call: (given) => `self._transport.${name}(${[place, ...given].join(', ')})`,
  });
  switch (kind) {
    case 'nothing':
      return typed('None', 'nothing');
    case 'record':
      return typed(types.of(schema, 'Answer'), 'record');
    case 'whole':
      types.add(`${pascal(id)}Answer`, schema);
      return typed(`${pascal(id)}Answer`, 'whole');
    case 'stream':
      return plain(`${prefix}Iterator[ServerSentEvent]`, 'stream');
    case 'download':
      return plain(`${prefix}Download`, 'download');
    case 'records': {
      const most = query.find(({ name }) => name === 'limit').schema.maximum;
      const hasCursor = query.some(({ name }) => name === 'cursor');
      const how = [`page_size=${most}`, `has_cursor=${literal(hasCursor)}`];
      const result = `${prefix}Records[${types.of(schema, 'Answer')}]`;
      const { call, ...rest } = plain(result, 'records');
      return { ...rest, call: (given) => call([...given, ...how]) };
    }
    default:
      throw new Error(`resources.mjs does not know an answer that is a ${kind}`);
  }
}

function docOf({ summary, description, kind, query }, body) {
  const told = [
    ...query.map((one) => [one.own, one.description]),
    ...Object.entries(body?.fields ?? {}).map(([name, schema]) => [
      snake(name),
      schema.description,
    ]),
  ].filter(([, text]) => text);
  const lines = told.map(([name, text]) => indent(`${name}: ${text.replaceAll('\n', ' ')}`));
  return [
    `${summary}.`,
    description === summary ? '' : description,
    kind === 'records' ? 'All of them, page by page, as you go through them.' : '',
    lines.length > 0 ? `Args:\n${lines.join('\n')}` : '',
  ]
    .filter(Boolean)
    .join('\n\n');
}
