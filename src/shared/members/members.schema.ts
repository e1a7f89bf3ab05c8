import { z } from 'zod'
import { collegeOfUser } from '../auth/auth.schema.ts'
import { activities } from '../colleges/colleges.schema.ts'
import {
  emailField,
  idSchema,
  isoTime,
  optionalText,
  pageQuery,
  pagination,
  phoneField,
  requiredText,
} from '../schema.ts'

/** The roles a college admin may create. */
export const memberRoles = ['faculty', 'student'] as const
export type MemberRole = (typeof memberRoles)[number]

/** Batch and section are optional for faculty and required for students. */
export const memberForm = z
  .object({
    role: z.enum(memberRoles, { error: 'Role must be student or faculty' }),
    name: requiredText('Name is required'),
    email: emailField,
    idNumber: optionalText(64).transform((text) => text ?? ''),
    branch: requiredText('Branch is required', 100),
    batch: optionalText(100),
    section: optionalText(100),
    phoneNumber: phoneField,
  })
  .superRefine(
    ({ role, idNumber, batch, section }, ctx) => {
      const require = (given: unknown, field: string, message: string) => {
        if (!given) ctx.addIssue({ code: 'custom', path: [field], message })
      }
      require(idNumber, 'idNumber', role === 'student' ? 'Roll Number is required' : 'ID is required')
      if (role !== 'student') return
      require(batch, 'batch', 'Batch is required')
      require(section, 'section', 'Section is required')
    },
    // Checked even if other fields are invalid, so that all errors are reported at once.
    { when: ({ value }) => typeof value === 'object' && value !== null && !Array.isArray(value) },
  )
export type MemberForm = z.output<typeof memberForm>

export const member = z.object({
  id: idSchema,
  role: z.enum(memberRoles),
  name: z.string(),
  email: z.string(),
  idNumber: z.string(),
  branch: z.string(),
  batch: z.string().nullable(),
  section: z.string().nullable(),
  phoneNumber: z.string().nullable(),
  collegeName: z.string(),
  collegeId: collegeOfUser,
  companyName: z.string().nullable(),
  companyAddress: z.string().nullable(),
  isActive: z.boolean(),
  hasLoggedIn: z.boolean(),
  lastLogin: isoTime.nullable(),
  createdAt: isoTime,
})
export type Member = z.output<typeof member>

export const memberSortKeys = [
  'name',
  'email',
  'idNumber',
  'branch',
  'batch',
  'section',
  'lastLogin',
  'createdAt',
] as const
export type MemberSortKey = (typeof memberSortKeys)[number]
/** A column name sorts ascending; a leading minus sorts descending. */
export const memberSorts = memberSortKeys.flatMap((key) => [key, `-${key}`] as const)

export const memberListQuery = pageQuery.extend({
  role: z.enum(memberRoles).optional(),
  batch: z.string().optional(),
  branch: z.string().optional(),
  section: z.string().optional(),
  search: z.string().max(200).optional(),
  status: z.enum(activities).optional(),
  login: z
    .enum(['never', 'once'])
    .optional()
    .describe('never: has not signed in yet; once: has signed in at least once'),
  sort: z.enum(memberSorts).default('-createdAt'),
})
export type MemberListQuery = z.output<typeof memberListQuery>

/** The student pickers' query, which returns all matches, unpaged. */
export const studentQuery = memberListQuery.pick({ branch: true, batch: true, section: true, search: true })

export const memberAnswer = z.object({ user: member })
export const memberCreated = z.object({ user: member, temporaryPassword: z.string() })
export const memberList = z.object({ users: z.array(member), pagination })
export const studentList = z.object({ students: z.array(member) })

/** Selects what to list: all batches, a batch's branches, or the sections of a branch within a batch. */
export const hierarchyQuery = z.object({ batch: z.string().optional(), branch: z.string().optional() })
export type HierarchyQuery = z.output<typeof hierarchyQuery>
export const hierarchyLevel = z.object({
  groups: z.array(
    z.object({
      name: z.string(),
      students: z.number().int(),
      children: z.number().int().describe('Number of branches in a batch, or of sections in a branch; 0 for a section'),
    }),
  ),
})
export type HierarchyGroup = z.output<typeof hierarchyLevel>['groups'][number]

export const hierarchySummary = z.object({
  totalStudents: z.number().int(),
  totalBatches: z.number().int(),
  totalBranches: z.number().int(),
  totalSections: z.number().int(),
})
export const hierarchySummaryAnswer = z.object({ summary: hierarchySummary })
/** By batch, then branch, then section; each section's students are sorted by name. */
export const hierarchyAnswer = z.object({
  hierarchy: z.record(z.string(), z.record(z.string(), z.record(z.string(), z.array(member)))),
  summary: hierarchySummary,
})
