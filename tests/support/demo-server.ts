/** The demo on a free port with a stopped clock, in its own process: its tests start on full hours of TZ. */
import { openProduct } from '../../scripts/screenshots/product.ts'

const { url } = await openProduct()
console.log(`listens on ${url}`)
