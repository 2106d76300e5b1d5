/*
 * The order of the test files: a long one that begins last would run alone. Long are those whose tests
 * say that they take their time (slow.ts), and then the larger ones.
 */
import { readFile } from 'node:fs/promises';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const saysSo = /\bSLOW\b/;

export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // By size, and by what they took the last time where that is known.
    const sorted = await super.sort(files);
    const isSlow = new Map(
      await Promise.all(
        sorted.map(
          async (file) => [file, saysSo.test(await readFile(file.moduleId, 'utf8'))] as const,
        ),
      ),
    );
    return sorted.toSorted((a, b) => Number(isSlow.get(b)) - Number(isSlow.get(a)));
  }
}
