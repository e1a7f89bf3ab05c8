import { describe, expect, it } from 'vitest'
import type { Actor } from '#server/platform/platform.ts'
import { listProcedures } from '#server/rest/procedures.ts'
import type { Role } from '#shared/roles.ts'
import { roles } from '#shared/roles.ts'
import { createWorld } from '#tests/support/world.ts'

/** Who may call what, written down a second time on purpose: a procedure that is not in this list fails the test. */
const expected: Record<string, readonly Role[] | 'public'> = {
  'auth.login': 'public',
  'auth.logout': roles,
  'auth.me': roles,
  'auth.forgotPassword': 'public',
  'auth.resetPassword': 'public',
  'colleges.create': ['master_admin'],
  'colleges.list': ['master_admin'],
  'colleges.get': ['master_admin'],
  'members.create': ['college_admin'],
  'members.list': ['college_admin'],
  'members.get': ['college_admin'],
  'members.students': ['college_admin', 'faculty'],
  'members.branches': ['college_admin', 'faculty'],
  'members.batches': ['college_admin', 'faculty'],
  'members.sections': ['college_admin', 'faculty'],
  'tests.create': ['master_admin'],
  'tests.list': ['master_admin'],
  'tests.get': roles,
  'tests.update': ['master_admin'],
  'tests.delete': ['master_admin'],
  'tests.extractFile': ['master_admin'],
  'assignments.assignColleges': ['master_admin'],
  'assignments.assignedColleges': ['master_admin'],
  'assignments.listForCollege': ['college_admin'],
  'assignments.listForFaculty': ['faculty'],
  'assignments.listForStudent': ['student'],
  'assignments.decide': ['college_admin'],
  'assignments.assignStudents': ['college_admin'],
  'assignments.assignedStudents': ['college_admin'],
  'attempts.start': ['student'],
  'attempts.save': ['student'],
  'attempts.submit': ['student'],
  'attempts.results': ['student'],
}

describe('every procedure', () => {
  it('is in the list', () => {
    expect(listProcedures().map((listed) => listed.name)).toEqual(
      Object.keys(expected).sort((a, b) => a.localeCompare(b)),
    )
  })

  it('lets in the roles it says, and nobody else: 401 without a session, 403 for the wrong role', async () => {
    const world = await createWorld()
    const college = await world.college()
    const people: Record<Role, Actor> = {
      master_admin: world.admin,
      college_admin: college.admin,
      faculty: await world.faculty(college),
      student: await world.student(college),
    }
    // Signing out ends the session; everything else is asked without a body that could do anything.
    for (const { name, rest } of listProcedures()) {
      const allowed = expected[name] ?? []
      if (!rest || allowed === 'public') continue
      const path = rest.path.replace('{id}', 'unknown')
      expect([name, (await world.rest(rest.method, path)).status]).toEqual([name, 401])
      for (const role of roles) {
        const { status, body } = await world.rest(rest.method, path, { as: people[role] })
        if (allowed.includes(role)) expect([name, role, status]).not.toEqual([name, role, 403])
        else {
          expect([name, role, status]).toEqual([name, role, 403])
          expect(body.message).toBe('Access denied. You do not have permission to access this resource.')
        }
      }
    }
  })
})
