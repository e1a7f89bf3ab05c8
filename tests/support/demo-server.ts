/** The demo on a free port with a clock that stands still, as a process of its own: its tests open on the round hours of TZ. */
import { openProduct } from '../../scripts/screenshots/product.ts'

const { url } = await openProduct()
console.log(`listens on ${url}`)
