import { z } from 'zod'
import { router } from '#server/trpc/init.ts'
import { collegeAdmin, collegeStaff } from '#server/trpc/procedures.ts'
import { collegeSettings, groupDecision, groupWork } from '#shared/members/groups.schema.ts'
import {
  hierarchyAnswer,
  hierarchyLevel,
  hierarchyQuery,
  hierarchySummaryAnswer,
  memberAnswer,
  memberCreated,
  memberForm,
  memberList,
  memberListQuery,
  studentList,
  studentQuery,
} from '#shared/members/members.schema.ts'
import { byId, messageAnswer } from '#shared/schema.ts'
import { bulkRouter } from './bulk/bulk.router.ts'
import { decideGroupRequest, findGroupWork, getCollegeSettings, putCollegeSettings } from './groups.ts'
import { getHierarchy, getHierarchyLevel, getHierarchySummary } from './hierarchy.ts'
import {
  createMember,
  deleteMember,
  findMembers,
  findStudents,
  getMember,
  groupNames,
  reissueMemberPassword,
  toggleMember,
  updateMember,
} from './members.ts'
import { selectionRouter } from './selection.router.ts'

/** Returns 404 for a missing or another college's person before 400. */
const ownMember = collegeAdmin.input(byId).use(async ({ ctx, input, next }) => {
  await getMember(ctx.app, ctx.scope, input.id)
  return next()
})

export const membersRouter = router({
  bulk: bulkRouter,
  selection: selectionRouter,
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
  update: ownMember
    .meta({ rest: { method: 'PUT', path: '/college/users/{id}' }, summary: 'Replace what is known of a person' })
    .input(memberForm)
    .output(memberAnswer)
    .mutation(async ({ ctx, input }) => ({
      user: await updateMember(ctx.app, ctx.scope, ctx.actor, input.id, input),
    })),
  delete: collegeAdmin
    .meta({ rest: { method: 'DELETE', path: '/college/users/{id}' }, summary: 'Delete a person with all attempts' })
    .input(byId)
    .output(messageAnswer)
    .mutation(({ ctx, input }) => deleteMember(ctx.app, ctx.scope, ctx.actor, input.id)),
  toggleStatus: collegeAdmin
    .meta({
      rest: { method: 'PUT', path: '/college/users/{id}/toggle-status' },
      summary: 'Activate or deactivate a person; deactivating ends the sessions',
    })
    .input(byId)
    .output(memberAnswer)
    .mutation(async ({ ctx, input }) => ({ user: await toggleMember(ctx.app, ctx.scope, ctx.actor, input.id) })),
  reissuePassword: collegeAdmin
    .meta({
      inPerson: true,
      rest: { method: 'POST', path: '/college/users/{id}/temporary-password' },
      summary: 'Give a person a new temporary password, told once; ends the sessions',
    })
    .input(byId)
    .output(memberCreated)
    .mutation(({ ctx, input }) => reissueMemberPassword(ctx.app, ctx.scope, ctx.actor, input.id)),
  settings: collegeAdmin
    .meta({ rest: { method: 'GET', path: '/college/settings' }, summary: 'How the college treats changes by students' })
    .output(collegeSettings)
    .query(({ ctx }) => getCollegeSettings(ctx.app, ctx.scope)),
  putSettings: collegeAdmin
    .meta({
      rest: { method: 'PUT', path: '/college/settings' },
      summary: 'Change how the college treats changes by students',
    })
    .input(collegeSettings)
    .output(collegeSettings)
    .mutation(({ ctx, input }) => putCollegeSettings(ctx.app, ctx.scope, ctx.actor, input)),
  groupWork: collegeAdmin.output(groupWork).query(({ ctx }) => findGroupWork(ctx.app, ctx.scope)),
  decideGroupRequest: collegeAdmin
    .input(groupDecision)
    .output(messageAnswer)
    .mutation(({ ctx, input }) => decideGroupRequest(ctx.app, ctx.scope, ctx.actor, input)),
  hierarchy: collegeAdmin
    .meta({ rest: { method: 'GET', path: '/college/hierarchy' }, summary: 'Students by batch, branch and section' })
    .output(hierarchyAnswer)
    .query(({ ctx }) => getHierarchy(ctx.app, ctx.scope)),
  hierarchySummary: collegeAdmin
    .meta({ rest: { method: 'GET', path: '/college/hierarchy/summary' }, summary: 'The totals of the hierarchy' })
    .output(hierarchySummaryAnswer)
    .query(({ ctx }) => getHierarchySummary(ctx.app, ctx.scope)),
  hierarchyLevel: collegeAdmin
    .meta({
      rest: { method: 'GET', path: '/college/hierarchy/level' },
      summary: "One level of the hierarchy: batches, a batch's branches, or a branch's sections",
    })
    .input(hierarchyQuery)
    .output(hierarchyLevel)
    .query(({ ctx, input }) => getHierarchyLevel(ctx.app, ctx.scope, input)),
  students: collegeStaff
    .meta({ rest: { method: 'GET', path: '/college/students' }, summary: 'Students that a filter matches, by name' })
    .input(studentQuery)
    .output(studentList)
    .query(({ ctx, input }) => findStudents(ctx.app, ctx.scope, input)),
  studentsFiltered: collegeStaff
    .meta({
      rest: { method: 'GET', path: '/college/students/filtered' },
      summary: 'Students of a batch, branch and section, by name',
    })
    .input(studentQuery.omit({ search: true }))
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
