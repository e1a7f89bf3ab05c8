/**
 * Takes the guides' screenshots of the demo college in Debian's Chromium. Fails if anything in a guide is missing.
 *
 *     npm run docs:screenshots              all of docs/images/guides
 *     node scripts/screenshots.ts student   one guide
 */
import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { openCamera } from './screenshots/camera.ts'
import { collegeAdmin, faculty, student } from './screenshots/college.ts'
import { fromMoodle } from './screenshots/from-moodle.ts'
import { masterAdmin } from './screenshots/master-admin.ts'
import { openProduct, timeZone } from './screenshots/product.ts'
import { prepareClient } from './setup/client.mjs'
import { Steps } from './setup/steps.mjs'

// The demo college opens its tests on the hour, in the machine's time zone.
process.env.TZ = timeZone

const guides = {
  'master-admin': masterAdmin,
  'college-admin': collegeAdmin,
  faculty,
  student,
  'from-moodle': fromMoodle,
}
const folder = join(import.meta.dirname, '../docs/images/guides')
const asked = process.argv.slice(2)

await prepareClient(process.execPath, new Steps())
const product = await openProduct()
const camera = await openCamera(product, folder)
try {
  for (const [name, take] of Object.entries(guides)) if (asked.length === 0 || asked.includes(name)) await take(camera)
} finally {
  await camera.close()
  await product.close()
}

const files = readdirSync(folder)
if (asked.length === 0)
  for (const file of files) if (!camera.taken.includes(file.replace('.webp', ''))) rmSync(join(folder, file))
const kilobytes = camera.taken.reduce((sum, name) => sum + statSync(join(folder, `${name}.webp`)).size, 0) / 1024
console.log(`${camera.taken.length} pictures, ${kilobytes.toFixed(0)} kB, in docs/images/guides`)
