/** Limits of user profiles. No schemas: the dashboard imports this file too. */
export const profileLimits = {
  nameLength: 200,
  usernameLength: 100,
  /** Length of a `data:` URL. Low, because every response with the user contains it. */
  avatarLength: 8_000,
} as const;
