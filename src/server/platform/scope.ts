/**
 * Tenant isolation by type. Queries about a college's data take a `CollegeScope` as their first argument, and only the
 * role builders in trpc/procedures.ts create one, from the signed-in person. A query that forgets its college does not
 * compile.
 */
declare const minted: unique symbol

export interface CollegeScope {
  readonly collegeId: string
  readonly [minted]: true
}

/** A student's own data inside a college. */
export interface StudentScope extends CollegeScope {
  readonly studentId: string
}

/**
 * The tests and questions that a person may write: the owner's (`collegeId` is null) or one college's. Each scope
 * excludes all others.
 */
export interface AuthorScope {
  readonly collegeId: string | null
  readonly [minted]: true
}

/** A person's visible data, for calls whose result depends on the role. */
export type Reach =
  | { kind: 'platform' }
  | { kind: 'college_admin' | 'faculty'; scope: CollegeScope }
  | { kind: 'student'; scope: StudentScope }

/** For trpc/procedures.ts only (enforced by the structure check). */
export const mintCollegeScope = (collegeId: string): CollegeScope => ({ collegeId }) as CollegeScope

/** For trpc/procedures.ts only. */
export const mintStudentScope = (collegeId: string, studentId: string): StudentScope =>
  ({ collegeId, studentId }) as StudentScope

/** For trpc/procedures.ts only. */
export const mintAuthorScope = (collegeId: string | null): AuthorScope => ({ collegeId }) as AuthorScope
