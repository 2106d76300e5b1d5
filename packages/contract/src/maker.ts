/** Who made or ended something that only members and the operator make: keys, for one. */
import Type, { type Static } from 'typebox';
import { fromOperator } from './origins.ts';
import { Closed, Nullable, Uuid } from './schema.ts';

const makerTypes = ['member', 'command'] as const;

const fields = {
  type: Type.Unsafe<(typeof makerTypes)[number]>(
    Type.String({ enum: [...makerTypes], description: 'A member, or the command line.' }),
  ),
  id: Nullable(Uuid('The member.'), 'Null for the command line.'),
  name: fromOperator(
    Type.String({
      description: '“command line”, or the name of the member; empty of one who has left.',
    }),
    'hidden',
  ),
};

export const Maker = (description: string) => Closed(fields, { description });
export type Maker = Static<ReturnType<typeof Maker>>;
