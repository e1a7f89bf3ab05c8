/** Serves the demo on a free port with a fixed clock. Runs in its own process, because its tests' times depend on TZ. */
import { openProduct } from '../../scripts/screenshots/product.ts'

const { url } = await openProduct()
console.log(`listens on ${url}`)
