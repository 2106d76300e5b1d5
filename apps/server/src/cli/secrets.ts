/* `footfall secrets`: the installation's keys, which sign cookies and encrypt one-time codes. */
import type { Command } from 'commander';
import { encryptByCurrent } from '../accounts/sign-in/encrypted-codes.ts';
import { newKey, openKeys, writeKeys } from '../accounts/sign-in/key-file.ts';
import { insertSecurityEvent } from '../accounts/sign-in/security-log.ts';
import { endEverySession } from '../accounts/sign-in/sessions.ts';
import { sealErasureKey } from '../people/erased/erased-names.ts';
import { StartError } from '../platform/common/start-error.ts';
import type { Config } from '../platform/config.ts';
import { type Flags, inSystem, show } from './commands.ts';
import { jsonCommand } from './workspace-command.ts';

export function addSecretCommands(program: Command, config: () => Config): void {
  const secrets = program
    .command('secrets')
    .description('manage the key that signs cookies and encrypts one-time codes');
  jsonCommand(
    secrets,
    'rotate',
    'encrypt one-time codes with a new key, and end all sessions',
  ).action((flags) => rotate(config(), flags));
}

async function rotate(config: Config, flags: Flags): Promise<void> {
  const keys = await rotatedKeys(config);
  const done = await inSystem(config, async (tx) => {
    await insertSecurityEvent(tx, {
      event: 'secret_key.rotated',
      outcome: 'success',
      actor: { kind: 'command' },
      subject: '',
    });
    await sealErasureKey(tx, keys);
    const codes = await encryptByCurrent(tx, keys, { isRotation: true });
    return { ...codes, sessions: await endEverySession(tx) };
  });
  const { changed: reencrypted, unreadable, sessions } = done;
  const lines = [
    `Encrypted the one-time codes of ${reencrypted} accounts with the new key, and ended ${sessions} sessions.`,
    'Restart the service now. Until then it uses the former key.',
  ];
  if (unreadable > 0) {
    lines.push(
      `No key can decrypt the one-time codes of ${unreadable} accounts. Restore the former key and rotate again, or run members reset-link --remove-second-factor for these people.`,
    );
  }
  if (config.secretKeys.length > 0) {
    lines.push('Then remove the former key from SECRET_KEY.');
  }
  show(flags, { reencrypted, unreadable, sessions }, lines);
}

/** Saved before it encrypts anything; the previous key stays, for data from a still running service. */
async function rotatedKeys(config: Config): Promise<readonly string[]> {
  const { secretKeys, databaseUrl, dataDir } = config;
  if (secretKeys.length === 1) {
    throw new StartError(
      `SECRET_KEY has only one key. Put a new key before it, as SECRET_KEY=NEW,FORMER, and run the command again. A new key:\n\n  ${newKey()}`,
    );
  }
  if (secretKeys.length > 0 || databaseUrl !== undefined) return secretKeys;
  const [former] = await openKeys(config);
  const keys = [newKey(), ...(former === undefined ? [] : [former])];
  await writeKeys(dataDir, keys);
  return keys;
}
