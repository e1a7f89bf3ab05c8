import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { ownedBy } from './columns.ts'
import { users } from './members.ts'

/** `id` is the SHA-256 of the token, so the table's contents cannot be used to sign in. */
export const sessions = sqliteTable(
  'sessions',
  {
    id: text().primaryKey(),
    userId: ownedBy(() => users.id),
    remember: integer({ mode: 'boolean' }).notNull(),
    expiresAt: integer().notNull(),
    /** Start time, IP address and browser, for the person's list of devices; null for older sessions. */
    createdAt: integer(),
    address: text(),
    userAgent: text(),
    /** When the person last authenticated: at sign-in or in a step-up. */
    provedAt: integer(),
    /** True once the person has used a second step in this session: a code or a passkey (docs/decisions/051). */
    secondStep: integer({ mode: 'boolean' }).notNull().default(false),
  },
  (table) => [index('sessions_user').on(table.userId), index('sessions_expires').on(table.expiresAt)],
)

/** The platform's internal values, such as the key for temporary password hashes. */
export const settings = sqliteTable('settings', { key: text().primaryKey(), value: text().notNull() })

/**
 * One password reset request per email. Unknown emails get one too, so that both cases take the same time. A job turns
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

/** Authenticator secrets for two-step sign-in (RFC 6238). A secret takes effect once a first code confirms it. */
export const totpSecrets = sqliteTable('totp_secrets', {
  userId: text()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** In Base32, as authenticators expect, and encrypted (docs/decisions/048). */
  secret: text().notNull(),
  createdAt: integer().notNull(),
  confirmedAt: integer(),
  /** The last time step whose code was accepted, so that no code works twice. */
  lastStep: integer(),
})

/** Recovery codes for a lost authenticator. Each works once; only hashes are stored. */
export const recoveryCodes = sqliteTable(
  'recovery_codes',
  {
    userId: ownedBy(() => users.id),
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
    userId: ownedBy(() => users.id),
    name: text().notNull(),
    /** COSE, in base64url. */
    publicKey: text().notNull(),
    /** The authenticator's signature counter; 0 if it has none. */
    counter: integer().notNull(),
    transports: text({ mode: 'json' }).$type<string[]>().notNull(),
    createdAt: integer().notNull(),
    lastUsedAt: integer(),
  },
  (table) => [index('passkeys_user').on(table.userId)],
)
