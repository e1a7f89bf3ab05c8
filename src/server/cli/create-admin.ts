import { parseArgs } from 'node:util'
import { masterAdminForm } from '#shared/auth/auth.schema.ts'
import { openServices } from '../app.ts'
import { addMasterAdmin } from '../features/auth/auth.ts'
import type { Config } from '../platform/config.ts'
import { ask } from './ask.ts'
import { UsageError } from './usage.ts'

function readOptions(args: string[]): { email?: string; name?: string } {
  try {
    return parseArgs({ args, options: { email: { type: 'string' }, name: { type: 'string' } } }).values
  } catch (error) {
    throw new UsageError(`create-admin takes [--email ADDRESS] [--name NAME]: ${(error as Error).message}`)
  }
}

/** Prompts twice, because the password is not echoed. @returns undefined for a random password */
async function askPassword(): Promise<string | undefined> {
  const password = await ask('Password (empty for a random one): ', 'hidden')
  if (password === '') return undefined
  if (password !== (await ask('Repeat password: ', 'hidden'))) throw new UsageError('The passwords do not match')
  return password
}

/**
 * Creates a master admin. Safe while a server is running. On a terminal, prompts for the email unless --email is given,
 * and for the password unless MASTER_ADMIN_PASSWORD is set. Without a password, generates one and prints it once.
 * @throws UsageError for an invalid email or password; CONFLICT if the email is taken
 */
export async function createAdmin(config: Config, args: string[]): Promise<void> {
  const options = readOptions(args)
  const known = config.masterAdmin
  const onTerminal = process.stdin.isTTY && process.stdout.isTTY
  const asked = options.email === undefined && onTerminal ? await ask(`Email (${known.email}): `, 'shown') : ''
  const email = options.email ?? (asked || known.email)
  const given = known.password ?? (onTerminal ? await askPassword() : undefined)
  const form = masterAdminForm.safeParse({ email, name: options.name ?? 'Master Admin', password: given })
  if (!form.success) throw new UsageError(form.error.issues[0]?.message)
  const platform = await openServices(config)
  try {
    const admin = await addMasterAdmin(platform, form.data)
    console.log(`Master admin: ${admin.email}`)
    console.log(given === undefined ? `Password (shown this once): ${admin.password}` : 'Password: as provided')
  } finally {
    await platform.db.close()
  }
}
