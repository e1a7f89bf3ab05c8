import { backup } from './cli/backup.ts'
import { createAdmin } from './cli/create-admin.ts'
import { demo } from './cli/demo.ts'
import { doctor } from './cli/doctor.ts'
import { fail } from './cli/failures.ts'
import { restore } from './cli/restore.ts'
import { serve } from './cli/serve.ts'
import { readCommand, type VerbName } from './cli/usage.ts'
import { type Config, readConfig } from './platform/config.ts'

/** A verb that is added here is added to the table of cli/usage.ts, too. */
const verbs: Record<VerbName, (config: Config, args: string[]) => Promise<void>> = {
  serve: (config) => serve(config),
  demo,
  backup,
  restore,
  'create-admin': createAdmin,
  doctor,
}

try {
  const command = readCommand(process.argv.slice(2))
  if ('answer' in command) console.log(command.answer)
  else await verbs[command.verb](readConfig(), command.args)
} catch (error) {
  fail(error)
}
