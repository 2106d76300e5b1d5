import Type, { type Static } from 'typebox';
import { Closed, Timestamp, Uuid } from './schema.ts';

export const VisitorList = Closed(
  {
    id: Uuid('Assigned by the service.'),
    name: Type.String({ description: 'Name of the list.' }),
    description: Type.String({ description: 'Empty when not given.' }),
    color: Type.String({ pattern: '^#[0-9A-Fa-f]{6}$', description: 'Hex colour, #RRGGBB.' }),
    created_at: Timestamp('When the list was made.'),
  },
  { $id: 'VisitorList', description: 'A segment: a list of visitors.' },
);
export type VisitorList = Static<typeof VisitorList>;
