import { z } from 'zod'
import { collegeOfUser } from '../auth/schema.ts'
import { member, memberRoles } from '../members/schema.ts'
import { idSchema } from '../schema.ts'

/** The seed's College dashboard. */
export const collegeDashboard = z.object({
  totalFaculty: z.number().int(),
  totalStudents: z.number().int(),
  loginStats: z.object({ hasLoggedIn: z.number().int(), neverLoggedIn: z.number().int() }),
  recentUsers: z.array(member),
})
/** What faculty and students see of their college. */
export const collegeColleagues = z.object({
  college: collegeOfUser,
  colleagues: z
    .array(
      z.object({
        id: idSchema,
        name: z.string(),
        email: z.string().optional().describe('For faculty alone'),
        role: z.enum(memberRoles),
        branch: z.string(),
      }),
    )
    .describe('The first 200 by name'),
  totalColleagues: z.number().int(),
})
export const collegeHome = z.union([collegeDashboard, collegeColleagues])
