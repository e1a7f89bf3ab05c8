import type { Config } from '../platform/config.ts'
import { serve } from './serve.ts'

/** Serves the demo college; loads it first when the database is empty. */
export const demo = (config: Config) => serve(config)
