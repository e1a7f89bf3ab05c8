import type { CurrentUser, ProfileForm } from '#shared/auth/auth.schema.ts'
import { roleLabels } from '#shared/roles.ts'

/** One line of a profile: editable as `field`, or locked for the reason in `locked`. */
export type ProfileFact = { label: string; value: string | null; wide?: boolean } & (
  | { field: keyof ProfileForm; required?: boolean; phone?: boolean }
  | { field?: never; locked: string }
)

interface ProfilePart {
  title: string
  text: string
  facts: ProfileFact[]
}

const basics = (user: CurrentUser): ProfilePart => ({
  title: 'Basic Information',
  text: 'Your name and contact details.',
  facts: [
    { label: 'Full Name', value: user.name, field: 'name', required: true },
    { label: 'Email', value: user.email, locked: 'Email cannot be changed' },
    { label: 'Phone Number', value: user.phoneNumber, field: 'phoneNumber', phone: true },
  ],
})

const company = (user: CurrentUser): ProfilePart => ({
  title: 'Company Information',
  text: 'The organisation that runs this platform.',
  facts: [
    { label: 'Role', value: roleLabels[user.role], locked: 'Role cannot be changed' },
    { label: 'Company Name', value: user.companyName, field: 'companyName' },
    { label: 'Company Address', value: user.companyAddress, field: 'companyAddress', wide: true },
  ],
})

const college = ({ collegeId }: CurrentUser): ProfilePart => ({
  title: 'College Information',
  text: 'The college that you administer.',
  facts: [
    { label: 'College Code', value: collegeId?.code ?? null, locked: 'College code cannot be changed' },
    {
      label: 'College Address',
      value: collegeId?.address ?? null,
      field: 'address',
      required: true,
      wide: true,
    },
  ],
})

function academic(user: CurrentUser): ProfilePart {
  const student = user.role === 'student'
  return {
    title: 'Academic Information',
    text: 'Your batch, branch and section.',
    facts: [
      { label: student ? 'Roll Number' : 'ID Number', value: user.idNumber, locked: 'ID cannot be changed' },
      { label: 'Branch/Department', value: user.branch, field: 'branch', required: true },
      { label: 'Batch/Year', value: user.batch, field: 'batch', required: student },
      { label: 'Section', value: user.section, field: 'section', required: student },
    ],
  }
}

const second = { master_admin: company, college_admin: college, faculty: academic, student: academic }

/** The two parts of a user's profile. The second depends on the role. */
export const profileParts = (user: CurrentUser): ProfilePart[] => [basics(user), second[user.role](user)]

export function profileValues(user: CurrentUser): Record<string, string> {
  const facts = profileParts(user).flatMap((part) => part.facts)
  return Object.fromEntries(facts.flatMap(({ field, value }) => (field ? [[field, value ?? '']] : [])))
}
