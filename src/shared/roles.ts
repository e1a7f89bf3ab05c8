/** The four roles of the platform, as stored and as sent over the wire. */
export const roles = ['master_admin', 'college_admin', 'faculty', 'student'] as const
export type Role = (typeof roles)[number]

/** Display names. */
export const roleLabels: Record<Role, string> = {
  master_admin: 'Master Administrator',
  college_admin: 'College Administrator',
  faculty: 'Faculty',
  student: 'Student',
}
