import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { users } from './members.ts'

/** `id` is the SHA-256 of the token: whoever reads this table cannot sign in with it. */
export const sessions = sqliteTable(
  'sessions',
  {
    id: text().primaryKey(),
    userId: text()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    remember: integer({ mode: 'boolean' }).notNull(),
    expiresAt: integer().notNull(),
    /** Since when, from where and by which program, for its owner's list; null in those from before this was kept. */
    createdAt: integer(),
    address: text(),
    userAgent: text(),
    /** When the person last proved who they are: at the sign-in, or when a step-up asked. */
    provedAt: integer(),
    /** True when the session was opened with a second step: a code or a passkey (docs/decisions/051). */
    secondStep: integer({ mode: 'boolean' }).notNull().default(false),
  },
  (table) => [index('sessions_user').on(table.userId), index('sessions_expires').on(table.expiresAt)],
)

/** Values the platform keeps about itself, such as the key of temporary password hashes. */
export const settings = sqliteTable('settings', { key: text().primaryKey(), value: text().notNull() })

/**
 * Password reset requests, one per email, whether or not an account has it, so that both cost the same. A job turns
 * requests for known emails into links; `tokenHash` is the SHA-256 of the link's token.
 */
export const passwordResets = sqliteTable(
  'password_resets',
  {
    email: text().primaryKey(),
    requestedAt: integer().notNull(),
    tokenHash: text(),
    expiresAt: integer(),
  },
  (table) => [
    uniqueIndex('password_resets_token').on(table.tokenHash),
    index('password_resets_waiting').on(table.requestedAt).where(sql`token_hash is null`),
  ],
)

/** The second step of an admin's sign-in (RFC 6238). It counts once a first code has confirmed it. */
export const totpSecrets = sqliteTable('totp_secrets', {
  userId: text()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** In Base32, as an authenticator takes it. */
  secret: text().notNull(),
  createdAt: integer().notNull(),
  confirmedAt: integer(),
  /** The last time step a code was taken for: no code signs in twice. */
  lastStep: integer(),
})

/** Recovery codes: each signs in once when the authenticator is lost. Only hashes are stored. */
export const recoveryCodes = sqliteTable(
  'recovery_codes',
  {
    userId: text()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    codeHash: text().notNull(),
    usedAt: integer(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.codeHash] })],
)

/** Passkeys (WebAuthn). `id` is the credential id, in base64url. */
export const passkeys = sqliteTable(
  'passkeys',
  {
    id: text().primaryKey(),
    userId: text()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    /** COSE, in base64url. */
    publicKey: text().notNull(),
    /** Of signatures, as the authenticator counts them; 0 where it does not. */
    counter: integer().notNull(),
    transports: text({ mode: 'json' }).$type<string[]>().notNull(),
    createdAt: integer().notNull(),
    lastUsedAt: integer(),
  },
  (table) => [index('passkeys_user').on(table.userId)],
)
