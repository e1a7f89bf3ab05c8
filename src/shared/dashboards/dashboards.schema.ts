import { z } from 'zod'
import { collegeOfUser } from '../auth/auth.schema.ts'
import { member, memberRoles } from '../members/members.schema.ts'
import { idSchema } from '../schema.ts'

/** The original API's College dashboard. */
export const collegeDashboard = z.object({
  totalFaculty: z.number().int(),
  totalStudents: z.number().int(),
  loginStats: z.object({ hasLoggedIn: z.number().int(), neverLoggedIn: z.number().int() }),
  recentUsers: z.array(member),
})
/** The college as shown to faculty and students. */
export const collegeColleagues = z.object({
  college: collegeOfUser,
  colleagues: z
    .array(
      z.object({
        id: idSchema,
        name: z.string(),
        email: z.string().optional().describe('Faculty only'),
        role: z.enum(memberRoles),
        branch: z.string(),
      }),
    )
    .describe('The first 200 by name'),
  totalColleagues: z.number().int(),
})
export const collegeHome = z.union([collegeDashboard, collegeColleagues])

/** The onboarding steps for a new college and for a new platform, in order. */
export const collegeSteps = ['add_students', 'add_faculty', 'accept_test', 'assign_test', 'send_notification'] as const
export const platformSteps = ['create_college', 'create_test', 'offer_test', 'send_notification'] as const
export type FirstStep = (typeof collegeSteps)[number] | (typeof platformSteps)[number]

export const firstSteps = z.object({
  steps: z.array(z.object({ step: z.enum([...collegeSteps, ...platformSteps]), done: z.boolean() })),
})

/** Changes in a college over the last 30 days, and accounts that have never signed in. */
export const collegeChanges = z.object({
  newFaculty: z.number().int(),
  newStudents: z.number().int(),
  signedIn: z.number().int().describe('Faculty and students who have signed in'),
  pendingFaculty: z.number().int().describe('Faculty who have never signed in'),
  pendingStudents: z.number().int(),
})
