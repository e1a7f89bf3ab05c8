import { keepAnswering } from '#server/demo/answering.ts'
import { loadDemo, stateOf } from '#server/demo/load.ts'
import { signInLines } from '#server/demo/sign-ins.ts'
import type { Config } from '../platform/config.ts'
import type { Platform } from '../platform/platform.ts'
import { serve } from './serve.ts'

/** Serves the demo, after loading its data if the database is empty. */
export const demo = (config: Config) =>
  serve(config, async (app) => {
    const lines = await prepareDemo(app)
    if ((await stateOf(app)) === 'present') keepAnswering(app)
    return lines
  })

/** Loads the demo data into an empty database. @returns lines to print: the credentials, or an explanation */
export async function prepareDemo(app: Platform): Promise<string[]> {
  const began = performance.now()
  const loaded = await loadDemo(app)
  if (loaded === 'refused')
    return [
      `The demo data was not loaded because the database in ${app.config.dataDir} already contains data.`,
      'Set DATA_DIR to an empty folder to see the demo.',
    ]
  const seconds = ((performance.now() - began) / 1_000).toFixed(1)
  return [...(loaded === 'loaded' ? [`Demo data loaded in ${seconds} s.`] : []), ...signInLines()]
}
