import Type, { type Static } from 'typebox';
import { Closed, Timestamp, Uuid } from './schema.ts';

export const Company = Closed(
  {
    id: Uuid('Assigned by the service.'),
    name: Type.String({ description: 'Empty when not known.' }),
    domain: Type.String({ description: 'Registrable domain, lower case.' }),
    description: Type.String({ description: 'Empty when not known.' }),
    employees: Type.String({
      description: 'A range as text, such as 11-50; empty when not known.',
    }),
    main_industry: Type.String({ description: 'Empty when not known.' }),
    created_at: Timestamp('When the company was first seen.'),
  },
  { $id: 'Company', description: 'An enriched company.' },
);
export type Company = Static<typeof Company>;
