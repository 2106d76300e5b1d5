/** An operation ready to run: its handler, and data derived once from its declaration. */
import type { OperationSpec } from '@footfall/contract/operation';
import { listOf } from '@footfall/contract/schema';
import type { OperationContext } from '../../platform/resource-kit/operation-context.ts';
import { type Hiding, hidingInAnswer, hidingInRecord } from './hide-personal.ts';
import { type CheckedInput, inputChecker, type RawInput } from './input.ts';
import { personalRefusal } from './personal-input.ts';

export type AnyHandler = (
  context: OperationContext,
  input: CheckedInput,
) => Promise<object | undefined>;

export interface Runnable {
  operation: OperationSpec;
  handler: AnyHandler;
  checkInput: (raw: RawInput) => CheckedInput;
  /** For callers without access to personal data: refuses input, and hides values in answer and record. */
  refusePersonal: (input: CheckedInput) => void;
  hideInAnswer: Hiding;
  hideInRecord: Hiding;
}

export function runnableOf(
  operation: OperationSpec,
  handler: AnyHandler,
  operations: Record<string, OperationSpec>,
): Runnable {
  const { path, ok, file } = operation;
  // A record's version is that of the operation that reads it.
  const reading = Object.values(operations).find(
    (other) => other.method === 'GET' && other.path === path,
  );
  return {
    operation,
    handler,
    checkInput: inputChecker(operation),
    refusePersonal: personalRefusal(operation),
    hideInAnswer: hidingInAnswer(file ? listOf(file.record) : ok),
    hideInRecord: hidingInRecord(reading?.ok),
  };
}
