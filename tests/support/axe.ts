import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/** The accessibility checker's script. */
export const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Where products under test serve it: from there the browser keeps the compiled code, which saves a second per page. */
export const axePath = '/axe.min.js'
