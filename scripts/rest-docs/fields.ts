/** The parts of a JSON schema that the page uses. */
interface Schema {
  type?: string | string[]
  description?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  format?: string
  default?: unknown
  contentSchema?: Schema
}

export const escapeCell = (text: string) => text.replace(/\|/g, '\\|').replace(/\s+/g, ' ')

/** The largest safe integer means "no limit". */
const isLimit = (value: number | undefined): value is number =>
  value !== undefined && Math.abs(value) < Number.MAX_SAFE_INTEGER

function limitsOf(schema: Schema): string[] {
  const { minimum, maximum, minLength, maxLength, minItems, maxItems } = schema
  const limits: string[] = []
  const range = (low: number | undefined, high: number | undefined, unit: string) => {
    const [from, to] = [isLimit(low) ? low : undefined, isLimit(high) ? high : undefined]
    if (from !== undefined && to !== undefined) limits.push(`${from} to ${to}${unit}`)
    else if (to !== undefined) limits.push(`at most ${to}${unit}`)
    else if (from !== undefined && from > 0) limits.push(`at least ${from}${unit}`)
  }
  range(minimum, maximum, '')
  range(minLength, maxLength, ' characters')
  range(minItems, maxItems, ' entries')
  if (schema.default !== undefined) limits.push(`default ${JSON.stringify(schema.default)}`)
  return limits
}

/** Returns a short name for a schema's type and a description of the accepted values. */
export function typeOf(given: object): { type: string; takes: string } {
  const schema = given as Schema
  const variants = schema.anyOf ?? schema.oneOf
  const takes = [...limitsOf(schema), ...(schema.description ? [schema.description] : [])]
  if (schema.contentSchema) return { type: 'JSON text', takes: takes.join('; ') }
  if (schema.enum) return { type: schema.enum.map((value) => `\`${value}\``).join(' '), takes: takes.join('; ') }
  if (schema.const !== undefined) return { type: `\`${schema.const}\``, takes: takes.join('; ') }
  if (variants) {
    const all = variants.map(typeOf)
    const types = [...new Set(all.map(({ type }) => type))]
    return {
      type: types.join(' or '),
      takes: [...new Set([...takes, ...all.map((one) => one.takes)])].filter(Boolean).join('; '),
    }
  }
  if (schema.type === 'array') {
    const inside = schema.items ? typeOf(schema.items) : { type: 'anything', takes: '' }
    return { type: `list of ${inside.type}`, takes: [...takes, inside.takes].filter(Boolean).join('; ') }
  }
  const type =
    schema.format === 'date-time'
      ? 'time'
      : schema.format === 'binary'
        ? 'file'
        : [schema.type ?? 'anything'].flat().join(' or ')
  return { type, takes: takes.join('; ') }
}

/** Maximum nesting of listed fields. */
const deepest = 3

/** Lists the object schemas within a schema: itself, its parts, or its variants. */
const objectsOf = (schema: Schema): Schema[] =>
  schema.properties
    ? [schema]
    : [schema.allOf, schema.anyOf, schema.oneOf].flatMap((parts) => (parts ?? []).flatMap(objectsOf))

const insideOf = (schema: Schema): Schema | undefined => {
  const inner = schema.items ?? schema.contentSchema ?? schema
  return objectsOf(inner).length > 0 ? inner : undefined
}

/** Returns one row per field of a body, followed by the fields of its objects. */
export function fieldRows(given: object, where: string, before = '', depth = 1): string[][] {
  const seen = new Set<string>()
  return objectsOf(given as Schema).flatMap((schema) =>
    Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
      if (seen.has(name)) return []
      seen.add(name)
      const { type, takes } = typeOf(property)
      const isNeeded = schema.required?.includes(name) && property.default === undefined
      const row = [`\`${before}${name}\``, where, type, isNeeded ? 'yes' : '', escapeCell(takes)]
      const inside = depth < deepest ? insideOf(property) : undefined
      const step = property.type === 'array' ? `${before}${name}[].` : `${before}${name}.`
      return [row, ...(inside ? fieldRows(inside, where, step, depth + 1) : [])]
    }),
  )
}
