/** Related records that a list can include with `expand`, one level deep. */
import Type from 'typebox';
import { Company } from './companies.ts';
import { Identity } from './identities.ts';
import { type Reference, referenceNeeds } from './reference-needs.ts';
import { expandable } from './schema.ts';

/** Fields added by `expand`; absent without it, and if the record does not exist. */
export const withIdentity = { identity: Type.Optional(Identity) };
export const withCompany = { company: Type.Optional(Company) };

/** The parameter of the list. */
export const referencesOf = <const Names extends readonly Reference[]>(...names: Names) => {
  const { expand } = expandable(
    names,
    `the record that ${names.map((name) => `\`${name}_id\``).join(' or ')} refers to. The key needs the scope to read it.`,
  );
  const each = names.map((name) => ({ ...referenceNeeds[name], values: [name] }));
  return { expand: { ...expand, 'x-needs': each } };
};
