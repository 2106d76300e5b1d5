/** What people may say of themselves. No schemas: the dashboard has these, too. */
export const profileLimits = {
  nameLength: 200,
  usernameLength: 100,
  /** Of a picture that is kept with the account, as a `data:` URL; each answer with its owner has it. */
  avatarLength: 8_000,
} as const;
