import { Group, Text } from '@mantine/core'
import { Note } from '#client/ui/note.tsx'
import { StudentLink } from '#client/ui/student-link.tsx'
import classes from './student.module.css'

interface ReportStudentProps {
  studentId: string
  name: string
  email: string
  idNumber?: string
  /** The student's group. Omitted if a separate column shows it. */
  groups?: { batch: string; branch: string; section: string }
}

/** A student's name, email and group, as shown in all reports. */
export const ReportStudent = ({ studentId, name, email, idNumber, groups }: ReportStudentProps) => (
  <>
    <Text component="div" fz="sm" fw={600} className="anywhere">
      <StudentLink studentId={studentId}>{name}</StudentLink>
    </Text>
    <Note fw={400} className={classes.email}>
      {idNumber && `${idNumber} · `}
      <EmailText email={email} />
    </Note>
    {groups && <GroupTags {...groups} />}
  </>
)

/** Lets long emails break after the @ rather than within a name. */
function EmailText({ email }: { email: string }) {
  const at = email.indexOf('@') + 1
  return (
    <>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </>
  )
}

/** Batch, branch and section as tags, without empty values. */
export function GroupTags({ batch, branch, section }: { batch: string; branch: string; section: string }) {
  const tags = [
    ['Batch', batch],
    ['Branch', branch],
    ['Section', section],
  ].filter(([, value]) => value !== '')
  if (tags.length === 0) return null
  return (
    <Group gap={4} align="stretch" className={classes.tags}>
      {tags.map(([label, value]) => (
        <Text
          span
          inherit
          px={6}
          c="dimmed"
          fz={11}
          fw={500}
          key={label}
          className={classes.tag}
          title={`${label} ${value}`}
        >
          <span className="visually-hidden">{label} </span>
          {value}
        </Text>
      ))}
    </Group>
  )
}
