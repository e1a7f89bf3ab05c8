import { z } from 'zod'
import { type ComparisonForm, comparisons, toleranceForm } from './comparison.schema.ts'
import { type CodingGroup, showGroup, shownGroup } from './groups.schema.ts'
import { shownTemplate, showTemplate, type TemplateForm } from './templates.schema.ts'

/** How a question is judged; visible to everyone. */
export const shownJudging = {
  comparison: z.enum(comparisons).optional().describe('lines if absent'),
  tolerance: toleranceForm.optional(),
  ignore_case: z.boolean().optional(),
  groups: z.array(shownGroup).optional(),
  templates: z.array(shownTemplate).optional(),
}

interface Columns {
  comparison: ComparisonForm['comparison']
  tolerance: ComparisonForm['tolerance']
  ignoreCase: boolean
  groups: readonly CodingGroup[]
  templates: readonly TemplateForm[]
}

/** Selects the fields that differ from plain questions. */
export const showJudging = ({ comparison, tolerance, ignoreCase, groups, templates }: Columns) => ({
  ...(comparison === 'lines' ? {} : { comparison }),
  ...(tolerance ? { tolerance } : {}),
  ...(ignoreCase ? { ignore_case: ignoreCase } : {}),
  ...(groups.length > 0 ? { groups: groups.map(showGroup) } : {}),
  ...(templates.length > 0 ? { templates: templates.map(showTemplate) } : {}),
})
