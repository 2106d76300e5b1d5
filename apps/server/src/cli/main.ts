/* The `footfall` program: runs a command, and prints an operator's error as one paragraph. */
import { CommanderError } from 'commander';
import { StartError } from '../platform/common/start-error.ts';
import { createProgram } from './program.ts';

/** Resolves with the exit code; never throws. */
export async function run(argv: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  let exitCode = 0;
  const program = createProgram(env, (code) => {
    exitCode = code;
  });
  try {
    await program.parseAsync(argv);
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode;
    if (error instanceof StartError) console.error(`\nfootfall: ${error.message}\n`);
    else console.error('\nfootfall: unexpected error\n', error);
    return 1;
  }
}
