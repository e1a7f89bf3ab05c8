import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/** The accessibility checker's script. */
export const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Its path on a product under test. Loaded from there, its compiled code stays in the browser, which saves a second per page. */
export const axePath = '/axe.min.js'
