/** Serves the demo on a free port with a stopped clock, in its own process, because TZ decides when its tests start. */
import { openProduct } from '../../scripts/screenshots/product.ts'

const { url } = await openProduct()
console.log(`listens on ${url}`)
