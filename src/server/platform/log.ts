import { type Logger, pino } from 'pino'
import type { Config } from './config.ts'

export type { Logger }

/** One JSON line per event on standard output, without passwords and tokens. */
export const createLogger = (level: Config['logLevel']): Logger =>
  pino({ level, base: null, redact: ['req.headers.authorization', 'password', 'token'] })
