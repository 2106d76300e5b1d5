/** Which of the records that a record names by their ids a list tells whole, one level deep. */
import Type from 'typebox';
import { Company } from './companies.ts';
import { Identity } from './identities.ts';
import { type Reference, referenceNeeds } from './reference-needs.ts';
import { expandable } from './schema.ts';

/** Fields that a list tells with `expand`; absent without it, and where there is no such record. */
export const withIdentity = { identity: Type.Optional(Identity) };
export const withCompany = { company: Type.Optional(Company) };

/** The parameter of the list. */
export const referencesOf = <const Names extends readonly Reference[]>(...names: Names) => {
  const { expand } = expandable(
    names,
    `${names.join(' or ')}, the record that \`${names.map((name) => `${name}_id`).join('` or `')}\` names; it needs the scope to read that.`,
  );
  const each = names.map((name) => ({ ...referenceNeeds[name], values: [name] }));
  return { expand: { ...expand, 'x-needs': each } };
};
