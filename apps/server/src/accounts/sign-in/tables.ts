/** Maps better-auth's records to our tables (migrations/schema.sql). */

const times = { createdAt: 'created_at', updatedAt: 'updated_at' };

export const tables = {
  user: {
    modelName: 'users',
    fields: { ...times, image: 'avatar', emailVerified: 'email_verified' },
  },
  session: {
    modelName: 'user_sessions',
    fields: {
      ...times,
      userId: 'user_id',
      expiresAt: 'expires_at',
      ipAddress: 'ip_address',
      userAgent: 'user_agent',
    },
    additionalFields: {
      provedBy: { type: 'string', fieldName: 'proved_by', input: false, required: false },
      provedAt: { type: 'date', fieldName: 'proved_at', input: false, required: false },
    },
  },
  account: {
    modelName: 'user_accounts',
    fields: {
      ...times,
      userId: 'user_id',
      providerId: 'provider_id',
      accountId: 'account_id',
      accessToken: 'access_token',
      refreshToken: 'refresh_token',
      idToken: 'id_token',
      accessTokenExpiresAt: 'access_token_expires_at',
      refreshTokenExpiresAt: 'refresh_token_expires_at',
    },
  },
  verification: {
    modelName: 'user_verifications',
    fields: { ...times, expiresAt: 'expires_at' },
    storeIdentifier: 'hashed',
  },
  twoFactor: {
    user: { fields: { twoFactorEnabled: 'two_factor_enabled' } },
    twoFactor: {
      modelName: 'user_two_factors',
      fields: {
        userId: 'user_id',
        backupCodes: 'backup_codes',
        failedVerificationCount: 'failed_verification_count',
        lockedUntil: 'locked_until',
      },
    },
  },
  passkey: {
    modelName: 'user_passkeys',
    fields: {
      userId: 'user_id',
      publicKey: 'public_key',
      credentialID: 'credential_id',
      deviceType: 'device_type',
      backedUp: 'backed_up',
      createdAt: 'created_at',
    },
  },
} as const;
