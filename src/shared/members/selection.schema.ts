import { z } from 'zod'
import { exportQuery } from '../exports.ts'
import { changedText, idSchema, optionalText, requiredText } from '../schema.ts'
import { memberListQuery } from './members.schema.ts'

/** Maximum people per selection. */
export const maxSelected = 5_000
const tooMany = `Please select at most ${maxSelected.toLocaleString('en')} people`
const selectedIds = z.array(idSchema).min(1, 'Please select at least one person').max(maxSelected, tooMany)

const listFilter = memberListQuery.omit({ page: true, limit: true })

/** The query for the ids of everyone who matches a list's filters, in list order, up to the maximum selection. */
export const selectionQuery = listFilter
export const selectionAnswer = z.object({ ids: z.array(idSchema), total: z.number().int() })

export const skipReasons = ['missing', 'unchanged', 'incomplete'] as const
const skipped = z.object({
  id: idSchema,
  name: z.string().nullable().describe('null for someone outside the college'),
  reason: z
    .enum(skipReasons)
    .describe(
      'missing: not in the college; unchanged: already set, or changed since; incomplete: lacks a batch or section',
    ),
})
export type Skipped = z.output<typeof skipped>

export const activeForm = z.object({ ids: selectedIds, isActive: z.boolean() })
export const activeAnswer = z.object({ changed: z.array(idSchema), skipped: z.array(skipped) })

/** New batch, branch or section; a missing field is left unchanged. */
const groupPatch = z.object({
  branch: requiredText('Branch is required', 100).optional(),
  batch: changedText(100),
  section: changedText(100),
})
export type GroupPatch = z.output<typeof groupPatch>
const group = z.object({
  branch: requiredText('Branch is required', 100),
  batch: optionalText(100),
  section: optionalText(100),
})
export type Group = z.output<typeof group>

const nothingChosen = 'Please choose a branch, batch or section'
const move = z.object({
  ids: selectedIds,
  to: groupPatch.refine((to) => Object.values(to).some((value) => value !== undefined), nothingChosen),
  from: group.optional().describe('Moves only people who are still in this group; used by undo'),
})
export type Move = z.output<typeof move>

export const moveForm = z.object({
  moves: z
    .array(move)
    .min(1, nothingChosen)
    .refine((moves) => moves.reduce((sum, { ids }) => sum + ids.length, 0) <= maxSelected, tooMany),
})
export const moveAnswer = z.object({
  moved: z
    .array(z.object({ ids: z.array(idSchema), from: group, to: group }))
    .describe('The moves that undo this one once `from` and `to` are swapped'),
  skipped: z.array(skipped),
})

export const passwordsForm = z.object({
  ids: selectedIds,
  uploadId: idSchema.optional().describe('Chosen by the client, to query the progress'),
})
export const passwordsAnswer = z.object({
  credentials: z.array(
    z.object({ name: z.string(), email: z.string(), idNumber: z.string(), temporaryPassword: z.string() }),
  ),
  skipped: z.array(skipped),
  mailed: z.boolean().describe('True if passwords are also emailed'),
})
export type PasswordsAnswer = z.output<typeof passwordsAnswer>

/** The people in a list or a selection, as a file. */
export const memberExportForm = listFilter
  .omit({ sort: true })
  .extend({ ids: selectedIds.optional(), ...exportQuery.shape })
export type MemberExport = z.output<typeof memberExportForm>
