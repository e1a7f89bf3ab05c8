/**
 * A tenant's edge, in the types. Queries about a college's things take a `CollegeScope` as their first argument, and only
 * the role builders in trpc/procedures.ts mint one, from the signed-in person. A query that forgets its college does not
 * compile.
 */
declare const minted: unique symbol

export interface CollegeScope {
  readonly collegeId: string
  readonly [minted]: true
}

/** A student's own things inside a college. */
export interface StudentScope extends CollegeScope {
  readonly studentId: string
}

/** How far somebody sees, for calls that answer each role differently. */
export type Reach =
  | { kind: 'platform' }
  | { kind: 'college_admin' | 'faculty'; scope: CollegeScope }
  | { kind: 'student'; scope: StudentScope }

/** For trpc/procedures.ts alone (the structure check sees to it). */
export const mintCollegeScope = (collegeId: string): CollegeScope => ({ collegeId }) as CollegeScope

/** For trpc/procedures.ts alone. */
export const mintStudentScope = (collegeId: string, studentId: string): StudentScope =>
  ({ collegeId, studentId }) as StudentScope
