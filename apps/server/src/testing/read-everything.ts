/** What a workspace shows, by the contract's list of operations: a new one is read by being declared. */
import type { OperationSpec } from '@footfall/contract/operation';
import { allOperations, isList } from './seeded-workspace.ts';

interface Switch {
  type?: string;
  enum?: string[];
  items?: { enum?: string[] };
  default?: string | boolean;
}

/** Records and lists of them: what came in which order, and what is there just now, is told by others. */
const reads = allOperations.filter(
  (operation) =>
    operation.method === 'GET' &&
    // What is in documents is what the others tell: privacy/export.
    !operation.document &&
    (operation.params || isList(operation)),
);
const parametersOf = ({ query }: OperationSpec) => Object.entries(query?.properties ?? {});
const ofAll = reads.filter(({ params }) => !params);
const ofOne = reads.filter(({ params }) => params);

/** Paths of the lists that can be read without knowing a record. */
const lists = ofAll.filter((operation) =>
  parametersOf(operation).some(([name]) => name === 'offset'),
);
export const listPaths = lists.map(({ path }) => path);
/** Of those, what visitors did and what follows from it: live and test data apart. */
export const listPathsOfVisits = lists
  .filter((operation) => parametersOf(operation).some(([name]) => name === 'test'))
  .map(({ path }) => path);

/**
 * Every answer by its path: lists, each record of theirs and what belongs to it, with every value of
 * the parameters that have few.
 */
export async function readEverything(
  get: (path: string) => Promise<string>,
): Promise<Record<string, string>> {
  const answers: Record<string, string> = {};
  const read = async (path: string) => {
    answers[path] = await get(path);
  };
  await Promise.all(ofAll.flatMap(queriesOf).map(read));
  const idsOf = (collection: string) => {
    const lists = Object.entries(answers).filter(([path]) => path.startsWith(`${collection}?`));
    const rows = lists.flatMap(([, text]) => (JSON.parse(text) as { data: { id: string }[] }).data);
    return new Set(rows.map(({ id }) => id));
  };
  const paths = ofOne.flatMap((operation) => {
    const [collection = ''] = operation.path.split('/{');
    return [...idsOf(collection)].flatMap((id) =>
      queriesOf(operation).map((path) => path.replace('{id}', id)),
    );
  });
  await Promise.all(paths.map(read));
  return answers;
}

/** Which conversion changed last depends on when the service was told what, not on the history alone. */
const byTheClock = new Set(['/conversions sort=updated_at']);

/**
 * The path with no parameter but the largest page, and with each value of each switch: not with the one that it has without,
 * and of an order not with its reverse, which has the same rows.
 */
function queriesOf(operation: OperationSpec): string[] {
  const parameters = parametersOf(operation);
  const limit = parameters.some(([name]) => name === 'limit') ? 'limit=100' : '';
  const switches = parameters.flatMap(([name, schema]) => {
    const { type, items, enum: one = [], default: usual } = schema as Switch;
    const values = (name === 'expand' && items?.enum) || one;
    const told = name === 'sort' ? values.filter((value) => !value.startsWith('-')) : values;
    return (type === 'boolean' ? ['true'] : told)
      .filter((value) => value !== usual)
      .map((value) => `${name}=${value}`)
      .filter((parameter) => !byTheClock.has(`${operation.path} ${parameter}`));
  });
  return ['', ...switches].map((query) => {
    const all = [limit, query].filter((part) => part !== '').join('&');
    return `${operation.path}?${all}`;
  });
}
