import { round2 } from '#shared/numbers.ts'

/** The parts of a JSON schema needed to walk a response. */
interface JsonSchema {
  'x-decimals'?: number
  properties?: Record<string, JsonSchema>
  additionalProperties?: JsonSchema | boolean
  items?: JsonSchema
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
}

type Round = (value: unknown) => unknown

const roundOne: Round = (value) => {
  if (typeof value === 'number') return round2(value)
  return typeof value === 'string' ? round2(Number(value)).toFixed(2) : value
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns a function that rounds the percentages of a schema's values in place; undefined if there are none. */
function partRounder(schema: JsonSchema): Round | undefined {
  if (schema['x-decimals']) return roundOne
  const alternatives = [schema.anyOf, schema.oneOf, schema.allOf].flatMap((some) => some ?? []).flatMap(optional)
  const items = schema.items && partRounder(schema.items)
  const others = typeof schema.additionalProperties === 'object' ? partRounder(schema.additionalProperties) : undefined
  const properties = Object.entries(schema.properties ?? {}).flatMap(([key, part]) =>
    optional(part).map((round) => [key, round] as const),
  )
  if (alternatives.length === 0 && !items && !others && properties.length === 0) return undefined
  return (value) => {
    if (items && Array.isArray(value)) for (const [place, item] of value.entries()) value[place] = items(item)
    if (isObject(value)) {
      for (const [key, round] of properties) if (key in value) value[key] = round(value[key])
      if (others) for (const [key, part] of Object.entries(value)) value[key] = others(part)
    }
    return alternatives.reduce((rounded, round) => round(rounded), value)
  }
}

const optional = (schema: JsonSchema): Round[] => {
  const round = partRounder(schema)
  return round ? [round] : []
}

/**
 * Returns a function that rounds a REST response's outputs declared with `percentage` to two decimals. Services return
 * exact percentages, which screens round themselves.
 */
export const rounderOf = (schema: object): Round => partRounder(schema) ?? ((value) => value)
