import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { features } from '../structure/vocabulary.ts'

/** The words in which a feature is spoken of. */
export interface FeatureNames {
  /** The name used in URL, procedure and folder: `study-halls` is refused, `halls` is fine. */
  many: string
  one: string
  /** At the beginning of a type's or component's name. */
  Many: string
  One: string
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

/** @returns the words for a feature of this name @throws Error with what is wrong with it */
export function namesOf(root: string, many: string): FeatureNames {
  if (!/^[a-z]{3,24}s$/.test(many) || many.endsWith('ss'))
    throw new Error(`"${many}" is no name for a feature: one plural word in small letters, such as halls.`)
  if (features.includes(many)) throw new Error(`"${many}" is a feature already.`)
  const taken = [
    ...[`src/server/features/${many}`, `src/client/features/${many}`, `src/shared/${many}`],
    ...[`src/shared/${many}.ts`, `drizzle/schema/${many}.ts`, `tests/${many}`],
  ].find((path) => existsSync(join(root, path)))
  if (taken) throw new Error(`${taken} is there already.`)
  const one = many.endsWith('ies') ? `${many.slice(0, -3)}y` : many.slice(0, -1)
  return { many, one, Many: capital(many), One: capital(one) }
}
