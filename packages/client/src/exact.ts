declare const reason: unique symbol;

/** The type of a field that the API does not have: nothing can be assigned to it. */
interface UnknownField {
  [reason]: 'The API does not have this field, or does not let it be set.';
}

/** `Input` without fields that `Shape` lacks, also where the argument is a variable. */
export type Exact<Input, Shape> = Input & {
  [Name in keyof Input]: Name extends keyof Shape ? Input[Name] : UnknownField;
};
