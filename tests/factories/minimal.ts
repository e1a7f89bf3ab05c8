import { z } from 'zod'

/**
 * Creates output that matches the schema, with empty values: null, 0, false, an empty list or the first option.
 * Fixtures spread it and set only the fields they need, so new fields do not change them.
 */
export const minimal = <Schema extends z.ZodType>(schema: Schema) => minimalOf(schema) as z.output<Schema>

function minimalOf(schema: z.core.$ZodType): unknown {
  if (schema instanceof z.ZodObject)
    return Object.fromEntries(
      Object.entries(schema.shape)
        .filter(([, field]) => !(field instanceof z.ZodOptional))
        .map(([name, field]) => [name, minimalOf(field as z.core.$ZodType)]),
    )
  if (schema instanceof z.ZodPipe) return minimalOf(schema.out)
  if (schema instanceof z.ZodNullable) return null
  if (schema instanceof z.ZodArray) return []
  if (schema instanceof z.ZodEnum) return schema.options[0]
  if (schema instanceof z.ZodLiteral) return schema.value
  if (schema instanceof z.ZodNumber) return 0
  if (schema instanceof z.ZodBoolean) return false
  if (schema instanceof z.ZodString) return schema.meta()?.format === 'date-time' ? '2026-01-01T00:00:00.000Z' : ''
  throw new Error(`No minimal value for ${schema._zod.def.type}`)
}
