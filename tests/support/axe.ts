import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/** The accessibility checker's script. */
export const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** The script's path on a server under test. The browser caches its compiled code and saves a second per page. */
export const axePath = '/axe.min.js'
