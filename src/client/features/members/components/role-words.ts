import type { MemberRole } from '#shared/members/schema.ts'

interface RoleWords {
  title: string
  purpose: string
  add: string
  added: string
  idNumber: string
  search: string
  emptyTitle: string
  emptyText: string
}

/** How each of the two roles is spoken of on the screen that they share. */
export const roleWords: Record<MemberRole, RoleWords> = {
  faculty: {
    title: 'Faculty',
    purpose: 'Teachers of your college. They follow the tests your college accepted.',
    add: 'Add Faculty',
    added: 'Faculty member added',
    idNumber: 'ID Number',
    search: 'Search by name, email or ID',
    emptyTitle: 'No faculty yet',
    emptyText: 'Add the first faculty member. They get a temporary password to sign in with.',
  },
  student: {
    title: 'Students',
    purpose: 'Students of your college, by batch, branch and section.',
    add: 'Add Student',
    added: 'Student added',
    idNumber: 'Roll Number',
    search: 'Search by name, email or roll number',
    emptyTitle: 'No students yet',
    emptyText: 'Add the first student. They get a temporary password to sign in with.',
  },
}
