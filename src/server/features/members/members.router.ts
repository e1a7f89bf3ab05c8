import { z } from 'zod'
import { lookUp, router } from '#server/trpc/init.ts'
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

/** Looks up the person before validating the rest of the input: returns 404 before 400. */
const ownMember = collegeAdmin.input(byId).use(lookUp((ctx, id) => getMember(ctx.app, ctx.scope, id)))

export const membersRouter = router({
  bulk: bulkRouter,
  selection: selectionRouter,
  create: collegeAdmin
    .meta({
      rest: 'POST /college/users',
      status: 201,
      summary: 'Add a faculty member or student; the temporary password is shown once',
    })
    .input(memberForm)
    .output(memberCreated)
    .mutation(({ ctx, input }) => createMember(ctx.app, ctx.scope, ctx.actor, input)),
  list: collegeAdmin
    .meta({ rest: 'GET /college/users', summary: "List the college's people, newest first" })
    .input(memberListQuery)
    .output(memberList)
    .query(({ ctx, input }) => findMembers(ctx.app, ctx.scope, input)),
  get: collegeAdmin
    .meta({ rest: 'GET /college/users/{id}', summary: 'Get a person of the college' })
    .input(byId)
    .output(memberAnswer)
    .query(async ({ ctx, input }) => ({ user: await getMember(ctx.app, ctx.scope, input.id) })),
  update: ownMember
    .meta({ rest: 'PUT /college/users/{id}', summary: 'Update a person' })
    .input(memberForm)
    .output(memberAnswer)
    .mutation(async ({ ctx, input }) => ({
      user: await updateMember(ctx.app, ctx.scope, ctx.actor, input.id, input),
    })),
  delete: collegeAdmin
    .meta({ rest: 'DELETE /college/users/{id}', summary: 'Delete a person and all their attempts' })
    .input(byId)
    .output(messageAnswer)
    .mutation(({ ctx, input }) => deleteMember(ctx.app, ctx.scope, ctx.actor, input.id)),
  toggleStatus: collegeAdmin
    .meta({
      rest: 'PUT /college/users/{id}/toggle-status',
      summary: 'Activate or deactivate a person; deactivating ends their sessions',
    })
    .input(byId)
    .output(memberAnswer)
    .mutation(async ({ ctx, input }) => ({ user: await toggleMember(ctx.app, ctx.scope, ctx.actor, input.id) })),
  reissuePassword: collegeAdmin
    .meta({
      inPerson: true,
      rest: 'POST /college/users/{id}/temporary-password',
      summary: "Issue a new temporary password, shown once; ends the person's sessions",
    })
    .input(byId)
    .output(memberCreated)
    .mutation(({ ctx, input }) => reissueMemberPassword(ctx.app, ctx.scope, ctx.actor, input.id)),
  settings: collegeAdmin
    .meta({ rest: 'GET /college/settings', summary: "Get the college's rule for students' group changes" })
    .output(collegeSettings)
    .query(({ ctx }) => getCollegeSettings(ctx.app, ctx.scope)),
  putSettings: collegeAdmin
    .meta({ rest: 'PUT /college/settings', summary: "Set the college's rule for students' group changes" })
    .input(collegeSettings)
    .output(collegeSettings)
    .mutation(({ ctx, input }) => putCollegeSettings(ctx.app, ctx.scope, ctx.actor, input)),
  groupWork: collegeAdmin.output(groupWork).query(({ ctx }) => findGroupWork(ctx.app, ctx.scope)),
  decideGroupRequest: collegeAdmin
    .input(groupDecision)
    .output(messageAnswer)
    .mutation(({ ctx, input }) => decideGroupRequest(ctx.app, ctx.scope, ctx.actor, input)),
  hierarchy: collegeAdmin
    .meta({ rest: 'GET /college/hierarchy', summary: 'List students by batch, branch and section' })
    .output(hierarchyAnswer)
    .query(({ ctx }) => getHierarchy(ctx.app, ctx.scope)),
  hierarchySummary: collegeAdmin
    .meta({ rest: 'GET /college/hierarchy/summary', summary: "Get the hierarchy's totals" })
    .output(hierarchySummaryAnswer)
    .query(({ ctx }) => getHierarchySummary(ctx.app, ctx.scope)),
  hierarchyLevel: collegeAdmin
    .meta({
      rest: 'GET /college/hierarchy/level',
      summary: "List one level of the hierarchy: batches, a batch's branches, or a branch's sections",
    })
    .input(hierarchyQuery)
    .output(hierarchyLevel)
    .query(({ ctx, input }) => getHierarchyLevel(ctx.app, ctx.scope, input)),
  students: collegeStaff
    .meta({ rest: 'GET /college/students', summary: 'List students matching a filter, by name' })
    .input(studentQuery)
    .output(studentList)
    .query(({ ctx, input }) => findStudents(ctx.app, ctx.scope, input)),
  studentsFiltered: collegeStaff
    .meta({ rest: 'GET /college/students/filtered', summary: 'List students of a batch, branch and section, by name' })
    .input(studentQuery.omit({ search: true }))
    .output(studentList)
    .query(({ ctx, input }) => findStudents(ctx.app, ctx.scope, input)),
  branches: collegeStaff
    .meta({ rest: 'GET /college/branches', summary: "List the branches of the college's students" })
    .output(z.object({ branches: z.array(z.string()) }))
    .query(async ({ ctx }) => ({ branches: await groupNames(ctx.app, ctx.scope, 'branch') })),
  batches: collegeStaff
    .meta({ rest: 'GET /college/batches', summary: "List the batches of the college's students" })
    .output(z.object({ batches: z.array(z.string()) }))
    .query(async ({ ctx }) => ({ batches: await groupNames(ctx.app, ctx.scope, 'batch') })),
  sections: collegeStaff
    .meta({ rest: 'GET /college/sections', summary: "List the sections of the college's students" })
    .output(z.object({ sections: z.array(z.string()) }))
    .query(async ({ ctx }) => ({ sections: await groupNames(ctx.app, ctx.scope, 'section') })),
})
