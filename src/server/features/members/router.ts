import { z } from 'zod'
import { router } from '#server/trpc/init.ts'
import { collegeAdmin, collegeStaff } from '#server/trpc/procedures.ts'
import {
  memberAnswer,
  memberCreated,
  memberForm,
  memberList,
  memberListQuery,
  studentList,
  studentQuery,
} from '#shared/members/schema.ts'
import { byId } from '#shared/schema.ts'
import { createMember, findMembers, findStudents, getMember, groupNames } from './service.ts'

export const membersRouter = router({
  create: collegeAdmin
    .meta({
      rest: { method: 'POST', path: '/college/users', status: 201 },
      summary: 'Add a faculty member or student; the temporary password is told once',
    })
    .input(memberForm)
    .output(memberCreated)
    .mutation(({ ctx, input }) => createMember(ctx.app, ctx.scope, ctx.actor, input)),
  list: collegeAdmin
    .meta({ rest: { method: 'GET', path: '/college/users' }, summary: 'People of the college, newest first' })
    .input(memberListQuery)
    .output(memberList)
    .query(({ ctx, input }) => findMembers(ctx.app, ctx.scope, input)),
  get: collegeAdmin
    .meta({ rest: { method: 'GET', path: '/college/users/{id}' }, summary: 'One person of the college' })
    .input(byId)
    .output(memberAnswer)
    .query(async ({ ctx, input }) => ({ user: await getMember(ctx.app, ctx.scope, input.id) })),
  students: collegeStaff
    .meta({ rest: { method: 'GET', path: '/college/students' }, summary: 'Students that a filter matches, by name' })
    .input(studentQuery)
    .output(studentList)
    .query(({ ctx, input }) => findStudents(ctx.app, ctx.scope, input)),
  branches: collegeStaff
    .meta({ rest: { method: 'GET', path: '/college/branches' }, summary: "Branches of the college's students" })
    .output(z.object({ branches: z.array(z.string()) }))
    .query(async ({ ctx }) => ({ branches: await groupNames(ctx.app, ctx.scope, 'branch') })),
  batches: collegeStaff
    .meta({ rest: { method: 'GET', path: '/college/batches' }, summary: "Batches of the college's students" })
    .output(z.object({ batches: z.array(z.string()) }))
    .query(async ({ ctx }) => ({ batches: await groupNames(ctx.app, ctx.scope, 'batch') })),
  sections: collegeStaff
    .meta({ rest: { method: 'GET', path: '/college/sections' }, summary: "Sections of the college's students" })
    .output(z.object({ sections: z.array(z.string()) }))
    .query(async ({ ctx }) => ({ sections: await groupNames(ctx.app, ctx.scope, 'section') })),
})
