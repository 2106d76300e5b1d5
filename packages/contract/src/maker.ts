/** Who created or ended something that only members and the operator can create, such as a key. */
import Type, { type Static } from 'typebox';
import { fromOperator } from './origins.ts';
import { Closed, Nullable, Uuid } from './schema.ts';

const makerTypes = ['member', 'command'] as const;

const fields = {
  type: Type.Unsafe<(typeof makerTypes)[number]>(
    Type.String({ enum: [...makerTypes], description: 'Member or command line.' }),
  ),
  id: Nullable(Uuid('The member.'), 'Null for the command line.'),
  name: fromOperator(
    Type.String({
      description: 'Name of the member, or “command line”. Empty for former members.',
    }),
    'hidden',
  ),
};

export const Maker = (description: string) => Closed(fields, { description });
export type Maker = Static<ReturnType<typeof Maker>>;
