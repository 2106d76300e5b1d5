declare const reason: unique symbol;

/** The type of a field that the API lacks: nothing can be assigned to it. */
interface UnknownField {
  [reason]: 'The API does not have this field, or does not let it be set.';
}

/** `Input` without fields missing in `Shape`, even if the argument is a variable. */
export type Exact<Input, Shape> = Input & {
  [Name in keyof Input]: Name extends keyof Shape ? Input[Name] : UnknownField;
};
