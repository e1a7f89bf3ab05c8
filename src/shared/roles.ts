/** The platform's roles, as stored and as sent over the network. */
export const roles = ['master_admin', 'college_admin', 'faculty', 'student'] as const
export type Role = (typeof roles)[number]

export const roleLabels: Record<Role, string> = {
  master_admin: 'Master Administrator',
  college_admin: 'College Administrator',
  faculty: 'Faculty',
  student: 'Student',
}
