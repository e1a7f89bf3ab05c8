/** Serves the demo on a free port with a stopped clock. Runs in its own process, because TZ sets its tests' times. */
import { openProduct } from '../../scripts/screenshots/product.ts'

const { url } = await openProduct()
console.log(`listens on ${url}`)
