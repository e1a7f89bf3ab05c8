import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useActiveColleges, useEveryActiveCollege } from '#client/features/tests/queries.ts'
import { messageOf } from '#client/lib/errors.ts'
import { plural } from '#client/lib/format.ts'
import { notify } from '#client/lib/notify.ts'
import type { Chosen } from '../model/notification-form.ts'
import { TargetDialog } from './target-dialog.tsx'
import { TargetField } from './target-field.tsx'

interface TargetCollegesProps {
  /** True if at least one college must be selected. Otherwise, an empty selection means all colleges. */
  required: boolean
  value: Chosen[]
  onChange: (value: Chosen[]) => void
  error: ReactNode
}

/** Selects target colleges. Only active ones are offered. */
export function TargetColleges({ required, value, onChange, error }: TargetCollegesProps) {
  const flawed = value.filter(({ flaw }) => flaw)
  return (
    <TargetField
      label="Colleges"
      required={required}
      path="targetColleges"
      value={value}
      onChange={onChange}
      nothing={required ? 'None chosen yet' : 'All colleges'}
      {...(flawed.length > 0 && { text: 'Inactive and deleted colleges receive nothing.' })}
      error={error}
      chooseLabel="Choose colleges"
      dialog={(onClose) => <CollegesDialog value={value} onChange={onChange} onClose={onClose} />}
    />
  )
}

function CollegesDialog(props: Pick<TargetCollegesProps, 'value' | 'onChange'> & { onClose: () => void }) {
  const { value, onChange, onClose } = props
  const [{ search, pages }, setAsked] = useState({ search: '', pages: 1 })
  const found = useActiveColleges(search, pages)
  const every = useEveryActiveCollege()
  const [gathering, setGathering] = useState(false)

  /** Selects or clears all matches, including ones not loaded yet. */
  const choose = async (wanted: boolean) => {
    setGathering(true)
    try {
      const colleges = (await every(search)).map(({ id, name }) => ({ id, name }))
      const ids = new Set(colleges.map(({ id }) => id))
      const others = value.filter(({ id }) => !ids.has(id))
      onChange(wanted ? [...others, ...colleges] : others)
    } catch (failure) {
      notify.error(messageOf(failure, 'Failed to load colleges'))
    } finally {
      setGathering(false)
    }
  }
  const suffix = search && ' found'
  return (
    <TargetDialog
      title="Choose colleges"
      opened
      onClose={onClose}
      word="colleges"
      search={search}
      onSearch={(next) => setAsked({ search: next, pages: 1 })}
      placeholder="Search by name, code or email"
      rows={found.colleges?.map(({ id, name, code, totalStudents }) => ({
        id,
        name,
        text: `${code} · ${plural(totalStudents, 'student')}`,
      }))}
      total={found.total}
      error={found.error}
      onRetry={found.retry}
      loadingMore={found.isFetching}
      onMore={() => setAsked({ search, pages: pages + 1 })}
      value={value}
      onChange={onChange}
      actions={
        <>
          <Button
            variant="subtle"
            size="compact-sm"
            disabled={found.total === 0}
            loading={gathering}
            onClick={() => void choose(true)}
          >
            Select all {found.total.toLocaleString()}
            {suffix}
          </Button>
          {value.length > 0 && (
            <Button
              variant="subtle"
              color="gray"
              size="compact-sm"
              disabled={gathering}
              onClick={() => void choose(false)}
            >
              Deselect all{suffix}
            </Button>
          )}
        </>
      }
    />
  )
}
