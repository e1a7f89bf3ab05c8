import { demo } from './cli/demo.ts'
import { serve } from './cli/serve.ts'
import { ConfigError, readConfig } from './platform/config.ts'

const verbs = { serve, demo } as const

const [verb = 'serve'] = process.argv.slice(2)
try {
  if (!(verb in verbs)) throw new ConfigError(`Unknown command ${verb}; there are: ${Object.keys(verbs).join(', ')}`)
  await verbs[verb as keyof typeof verbs](readConfig())
} catch (error) {
  if (error instanceof ConfigError) console.error(error.message)
  else if ((error as { code?: string }).code === 'EADDRINUSE')
    console.error('PORT is taken by another program; set PORT to a free one')
  else console.error(error)
  process.exit(1)
}
