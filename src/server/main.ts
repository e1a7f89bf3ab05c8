import { fail } from './cli/failures.ts'
import { type CommandName, readCommand } from './cli/usage.ts'
import type { Config } from './platform/config.ts'

/** Commands must also be listed in cli/usage.ts. Each loads only what it needs. */
const commands: Record<CommandName, (config: Config, args: string[]) => Promise<void>> = {
  serve: async (config) => (await import('./cli/serve.ts')).serve(config),
  demo: async (config) => (await import('./cli/demo.ts')).demo(config),
  backup: async (config, args) => (await import('./cli/backup.ts')).backup(config, args),
  restore: async (config, args) => (await import('./cli/restore.ts')).restore(config, args),
  'create-admin': async (config, args) => (await import('./cli/create-admin.ts')).createAdmin(config, args),
  audit: async (config, args) => (await import('./cli/audit.ts')).audit(config, args),
  judge: async (config, args) => (await import('./cli/judge.ts')).judgeElsewhere(config, args),
  cluster: async (config, args) => (await import('./cli/cluster.ts')).manageCluster(config, args),
  doctor: async (config, args) => (await import('./cli/doctor.ts')).doctor(config, args),
}

try {
  const command = readCommand(process.argv.slice(2))
  if ('answer' in command) console.log(command.answer)
  else await commands[command.name](command.config, command.args)
} catch (error) {
  fail(error)
}
