import { type ReactNode, useState } from 'react'
import type { TargetType } from '#shared/notifications/notifications.schema.ts'
import type { Chosen, Narrowing } from '../model/notification-form.ts'
import { peopleNoun } from '../model/notification-text.ts'
import { type TargetPerson, useTargetPeople } from '../queries.ts'
import { TargetDialog } from './target-dialog.tsx'
import { TargetField } from './target-field.tsx'

interface PeopleFieldProps {
  targetType: TargetType
  /** College ids; empty for all that the sender can reach. */
  colleges: string[]
  narrowing: Narrowing
  onChange: (users: Chosen[]) => void
  /** Text for an empty choice. */
  everybody: string
  /** True to show people's colleges, if several colleges can be targeted. */
  acrossColleges: boolean
  error?: ReactNode
}

/** Selects individual people. The server searches as the user types. */
export function PeopleField(props: PeopleFieldProps) {
  const { targetType, narrowing, onChange, everybody, error } = props

  const { users, branches, batches, sections } = narrowing
  const narrowed = branches.length + batches.length + sections.length > 0
  const word = peopleNoun(targetType)
  return (
    <TargetField
      label={targetType === 'faculty' ? 'Individual faculty members' : 'Individual students'}
      path="targetUsers"
      value={users}
      onChange={onChange}
      nothing={everybody}
      {...(users.length > 0 && {
        text: narrowed
          ? 'Only these people receive it, if they are in the groups above.'
          : 'Only these people receive it.',
      })}
      error={error}
      chooseLabel={`Choose ${word}`}
      dialog={(onClose) => <PeopleDialog {...props} onClose={onClose} />}
    />
  )
}

function PeopleDialog(props: PeopleFieldProps & { onClose: () => void }) {
  const { targetType, colleges, narrowing, onChange, acrossColleges, onClose } = props
  const [search, setSearch] = useState('')
  const { branches, batches, sections } = narrowing
  const found = useTargetPeople({
    targetType,
    targetColleges: colleges,
    filters: { branches, batches, sections },
    ...(search && { search }),
  })
  const word = peopleNoun(targetType)
  return (
    <TargetDialog
      title={`Choose ${word}`}
      opened
      onClose={onClose}
      word={word}
      search={search}
      onSearch={setSearch}
      placeholder="Search by name, email or ID number"
      rows={found.data?.pages.flatMap(({ users }) =>
        users.map((person) => ({ id: person.id, name: person.name, text: textOf(person, acrossColleges) })),
      )}
      total={found.data?.pages[0]?.pagination.total ?? 0}
      stale={found.isPlaceholderData}
      error={found.error}
      onRetry={() => void (found.data ? found.fetchNextPage() : found.refetch())}
      loadingMore={found.isFetchingNextPage}
      onMore={() => void found.fetchNextPage()}
      value={narrowing.users}
      onChange={onChange}
    />
  )
}

/** ID number, group and college: `22CS017 · CSE · 2027 · A · Sahyadri College`. */
const textOf = ({ idNumber, branch, batch, section, collegeName }: TargetPerson, acrossColleges: boolean) =>
  [idNumber, branch, batch, section, acrossColleges ? collegeName : null].filter(Boolean).join(' · ')
