import { type Role, roles } from '../roles.ts'
import type { AuditEntry } from './audit.schema.ts'

/** The action, phrased to follow the actor's name: "deleted the student" **Asha Rao**. */
export interface Sentence {
  before: string
  /** The name of the person or thing acted on, possibly as a possessive. */
  about?: string
  after?: string
}

/** The fields an entry's sentence is built from. */
export type DescribedEntry = Pick<AuditEntry, 'action' | 'subject' | 'college' | 'detail'>

export interface ActionWords {
  /** The action's name in the filter. */
  label: string
  sentence: (entry: DescribedEntry) => Sentence
}

export const words = (label: string, sentence: ActionWords['sentence']): ActionWords => ({ label, sentence })

/** @param at ISO-8601, null when a release was revoked */
export const releaseWords = (what: string, at: unknown): Pick<Sentence, 'before'> => ({
  before: at === null ? `cancelled the release of ${what}` : `released ${what}`,
})

/** @param change `{from, to}` of a coding question's `practice` */
export const practiceWords = (change: unknown) =>
  (change as { to?: unknown }).to === true ? 'made it available for practice' : 'made it exam only'

/** Suffix when extra time or a reopened attempt went to students who had seen, or could have seen, the key. */
export const keyWords = ({ detail }: Pick<DescribedEntry, 'detail'>): Pick<Sentence, 'after'> =>
  detail.keySeen !== undefined
    ? { after: 'after the answers were seen, or could have been' }
    : detail.keyReleased !== undefined
      ? { after: 'after the answers had been released' }
      : {}

const nouns: Record<Role, string> = {
  master_admin: 'master administrator',
  college_admin: 'college administrator',
  faculty: 'faculty member',
  student: 'student',
}
const manyNouns: Partial<Record<Role, string>> = { faculty: 'faculty members', student: 'students' }

/** The role in the entry's detail, if any. */
export const roleIn = (detail: AuditEntry['detail'], key: string) => roles.find((role) => role === detail[key])

const nounOf = ({ detail }: DescribedEntry) => {
  const role = roleIn(detail, 'role')
  return role ? nouns[role] : 'person'
}

export const numberIn = ({ detail }: DescribedEntry, key: string) => {
  const value = detail[key]
  return typeof value === 'number' ? value : undefined
}

const counted = (count: number, one: string, many: string) => `${count.toLocaleString()} ${count === 1 ? one : many}`

/** The student's name in the entry's detail. */
export const studentIn = ({ student }: AuditEntry['detail']) => (typeof student === 'string' ? student : 'a student')

export const possessive = (name: string) => `${name}’s`

/** `12 students`, or `students` if the entry has no count. */
export const studentsIn = (entry: DescribedEntry, key: string) => {
  const count = numberIn(entry, key)
  return count === undefined ? 'students' : counted(count, 'student', 'students')
}

/** A sentence of just a verb and the subject's name, which is enough for most actions. */
export const simple =
  (before: string, unnamed: string): ActionWords['sentence'] =>
  ({ subject }) =>
    subject.name ? { before, about: subject.name } : { before: unnamed }

/** "changed **Asha Rao’s** details", or "changed a person’s details" if the name is unknown. */
export const onTheir =
  (verb: string, owner: string, what: string): ActionWords['sentence'] =>
  ({ subject }) => ({ before: verb, about: possessive(subject.name ?? owner), after: what })

/** "deleted the test Aptitude", or "deleted a test" if its name is unknown. */
export const onThe = (verb: string, noun: string) =>
  simple(`${verb} the ${noun}`, `${verb} ${/^[aeiou]/i.test(noun) ? 'an' : 'a'} ${noun}`)

/** `12 students`, from the entry's role and count. */
const peopleIn = (entry: DescribedEntry) => {
  const role = roleIn(entry.detail, 'role')
  const count = numberIn(entry, 'count')
  const one = role ? nouns[role] : 'person'
  const many = (role && manyNouns[role]) ?? 'people'
  return count === undefined ? many : counted(count, one, many)
}

export const many =
  (verb: string, after?: string): ActionWords['sentence'] =>
  (entry) => ({ before: `${verb} ${peopleIn(entry)}`, ...(after && { after }) })
export const person =
  (verb: string): ActionWords['sentence'] =>
  (entry) => ({ before: `${verb} the ${nounOf(entry)}`, about: entry.subject.name ?? '(unnamed)' })
export const notification = (verb: string) => onThe(verb, 'notification')
export const own = (before: string) => () => ({ before })
