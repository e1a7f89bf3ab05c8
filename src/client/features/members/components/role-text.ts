import type { MemberRole } from '#shared/members/members.schema.ts'

interface RoleText {
  title: string
  purpose: string
  /** Singular and plural within a sentence. */
  one: string
  many: string
  add: string
  added: string
  edit: string
  upload: string
  idNumber: string
  search: string
  emptyTitle: string
  emptyText: string
  /** Explains what deleting a person does to their data. */
  lostWith: string
  /** Explains what happens to a running exam when a user is deactivated. */
  keptWhenInactive?: string
  afterSignOut?: string
}

/** Wording for each role on the screens that both roles share. */
export const roleText: Record<MemberRole, RoleText> = {
  faculty: {
    title: 'Faculty',
    purpose: 'Teachers at your college. They monitor the tests it has accepted.',
    one: 'faculty member',
    many: 'faculty members',
    add: 'Add Faculty',
    added: 'Faculty member added',
    edit: 'Edit Faculty',
    upload: 'Upload Faculty',
    idNumber: 'ID Number',
    search: 'Search by name, email or ID',
    emptyTitle: 'No faculty yet',
    emptyText: 'Add the first faculty member, or upload a sheet with all of them. Each gets a temporary password.',
    lostWith: 'The account is deleted. Students’ attempts and results are kept.',
  },
  student: {
    title: 'Students',
    purpose: 'Students of your college, by batch, branch and section.',
    one: 'student',
    many: 'students',
    add: 'Add Student',
    added: 'Student added',
    edit: 'Edit Student',
    upload: 'Upload Students',
    idNumber: 'Roll Number',
    search: 'Search by name, email or roll number',
    emptyTitle: 'No students yet',
    emptyText: 'Add the first student, or upload a sheet with all of them. Each gets a temporary password.',
    lostWith: 'All attempts and results of this student are deleted too, and disappear from every report.',
    keptWhenInactive: 'A running exam is kept, with all saved answers.',
    afterSignOut: 'A running exam is kept, and continues after they sign in with the new password.',
  },
}
