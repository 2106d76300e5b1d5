/* Derives commands from the contract's operations: words, arguments and options. */
import type { OperationSpec } from '@footfall/contract/operation';
import { operations } from '@footfall/contract/operations';
import type { TObject } from 'typebox';

export interface Declared {
  type?: string | string[];
  description?: string;
  enum?: readonly string[];
  readOnly?: boolean;
  items?: object;
  properties?: Record<string, Declared>;
}

type Place = 'params' | 'query' | 'body';

export interface Input {
  name: string;
  place: Place;
  declared: Declared;
  isRequired: boolean;
}

export interface ApiCommand {
  operation: OperationSpec;
  /** Such as `list leads` or `stats`. */
  words: readonly string[];
  /** Positional, in order. */
  arguments: readonly Input[];
  options: readonly Input[];
}

export const apiCommands: readonly ApiCommand[] = Object.values(operations).map(commandOf);

function commandOf(operation: OperationSpec): ApiCommand {
  const inputs = [
    ...inputsIn('params', operation.params),
    ...inputsIn('query', operation.query),
    ...inputsIn('body', operation.body as TObject | undefined),
  ];
  const isArgument = ({ name, place }: Input) => place === 'params' || name === 'q';
  return {
    operation,
    words: wordsOf(operation),
    arguments: inputs.filter(isArgument),
    options: inputs.filter((input) => !isArgument(input)),
  };
}

/** The name of a tool with a single operation and no kind; else the parts of the operation's name. */
function wordsOf({ id, agent = [] }: OperationSpec): string[] {
  const alone = agent.find(({ tool }) => tool === 'search' || tool === 'stats' || tool === 'live');
  if (alone) return [alone.tool];
  const [verb = '', ...nouns] = id.split(/(?=[A-Z])/).map((part) => part.toLowerCase());
  return [verb, nouns.join('-')];
}

export function inputsIn(place: Place, schema: TObject | undefined): Input[] {
  const properties = (schema?.properties ?? {}) as Record<string, Declared>;
  const required: readonly string[] = schema?.required ?? [];
  return Object.entries(properties)
    .filter(([, { readOnly }]) => !readOnly)
    .map(([name, declared]) => ({
      name,
      place,
      declared,
      isRequired: place === 'params' || required.includes(name),
    }));
}

/** Schema of a record in the answer, and whether there are many. */
export function recordOf({ ok }: OperationSpec): { declared: Declared; isList: boolean } {
  const { properties = {} } = (ok ?? {}) as Declared;
  const { data = {} } = properties;
  return { declared: data.items ?? data, isList: data.items !== undefined };
}

/** Default fields of a list: those shown to agents. */
export function usualFields(operation: OperationSpec): readonly string[] | undefined {
  const use = operation.agent?.find(({ tool }) => tool === 'list');
  return use?.tool === 'list' ? use.fields : undefined;
}
