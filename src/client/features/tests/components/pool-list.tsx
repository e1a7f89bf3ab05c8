import { Box, Button, Group, Select, Stack, TagsInput, Text } from '@mantine/core'
import { IconArrowsShuffle, IconTrash } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { messageOf } from '#client/lib/errors.ts'
import { plural } from '#client/lib/format.ts'
import { trpc } from '#client/lib/trpc.tsx'
import { FormError } from '#client/ui/form-section.tsx'
import { NumberField } from '#client/ui/number-field.tsx'
import { poolForm } from '#shared/tests/pools.schema.ts'
import { difficulties, subjects } from '#shared/tests/tests.schema.ts'
import type { DraftPool } from '../model/test-draft.ts'
import { IconTool } from './icon-tool.tsx'
import { useDraft, useDraftStore } from './use-test-draft.ts'

interface PoolListProps {
  pools: readonly DraftPool[]
  /** Path of the part in the form, such as `sections.0.`. */
  path: string
  marksPerQuestion: number
  onChange: (pools: DraftPool[]) => void
}

const blankPool: DraftPool = { pick: 1, from: {}, marks: null }

/** Bank pools that draw different questions for each student. */
export function PoolList({ pools, path, marksPerQuestion, onChange }: PoolListProps) {
  const { begun } = useDraftStore()
  const set = (place: number, pool: DraftPool) => onChange(pools.map((each, at) => (at === place ? pool : each)))
  if (begun)
    return pools.map((pool, place) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: these pools cannot change
      <FixedPool key={place} pool={pool} number={place + 1} marksPerQuestion={marksPerQuestion} />
    ))
  return (
    <Stack gap="sm">
      {pools.map((pool, place) => (
        <PoolFields
          // biome-ignore lint/suspicious/noArrayIndexKey: pools have no identity before they are saved
          key={place}
          pool={pool}
          number={place + 1}
          path={`${path}pools.${place}`}
          marksPerQuestion={marksPerQuestion}
          onChange={(changed) => set(place, changed)}
          onRemove={() => onChange(pools.filter((_, at) => at !== place))}
        />
      ))}
      {pools.length > 0 && <Blueprint pools={pools} marksPerQuestion={marksPerQuestion} />}
      <Group>
        <Button
          variant="default"
          leftSection={<IconArrowsShuffle size={16} aria-hidden />}
          onClick={() => onChange([...pools, blankPool])}
        >
          Draw from the bank
        </Button>
      </Group>
    </Stack>
  )
}

/** A pool of a test that somebody has started. */
function FixedPool({ pool, number, marksPerQuestion }: Pick<PoolFieldsProps, 'pool' | 'number' | 'marksPerQuestion'>) {
  const { subject, difficulty, topics, tags, questionIds } = pool.from
  const filters = [
    subject,
    difficulty,
    topics && `topics: ${topics.join(', ')}`,
    tags && `tags: ${tags.join(', ')}`,
    questionIds && plural(questionIds.length, 'chosen question'),
  ]
  return (
    <Box p="sm" className="card">
      <Text fw={500}>
        Pool {number}: {plural(Number(pool.pick), 'question')} with{' '}
        {plural(Number(pool.marks ?? marksPerQuestion), 'mark')}
        {pool.pick !== 1 && ' each'}
      </Text>
      <Text size="sm" c="dimmed" className="anywhere">
        {filters.filter(Boolean).join(' · ')}
      </Text>
    </Box>
  )
}

interface PoolFieldsProps {
  pool: DraftPool
  number: number
  path: string
  marksPerQuestion: number
  onChange: (pool: DraftPool) => void
  onRemove: () => void
}

function PoolFields({ pool, number, path, marksPerQuestion, onChange, onRemove }: PoolFieldsProps) {
  const { pick, from, marks } = pool
  const errors = useDraft((state) => state.errors)
  const topics = trpc.bank.topics.useQuery().data?.topics ?? []
  const narrow = (change: Partial<DraftPool['from']>) => {
    const next = { ...from, ...change }
    onChange({ ...pool, from: Object.fromEntries(Object.entries(next).filter(([, value]) => value !== undefined)) })
  }
  const many = (values: string[]) => (values.length > 0 ? values : undefined)
  return (
    <fieldset className="card" style={{ padding: 14, margin: 0, minWidth: 0 }}>
      <legend className="visually-hidden">Pool {number}</legend>
      <Group gap="sm" align="flex-start">
        <NumberField
          label="Draw"
          w={72}
          inputMode="numeric"
          value={pick}
          error={errors[`${path}.pick`] ? true : undefined}
          data-path={`${path}.pick`}
          onChange={(value) => onChange({ ...pool, pick: value })}
        />
        <NumberField
          label="Marks each"
          placeholder={String(marksPerQuestion)}
          w={96}
          value={marks ?? ''}
          error={errors[`${path}.marks`] ? true : undefined}
          data-path={`${path}.marks`}
          onChange={(value) => onChange({ ...pool, marks: value === '' ? null : value })}
        />
        <Select
          allowDeselect
          label="Subject"
          placeholder="Any"
          clearable
          w={126}
          data={[...subjects]}
          value={from.subject ?? null}
          onChange={(subject) => narrow({ subject: subject ?? undefined })}
        />
        <Select
          allowDeselect
          label="Difficulty"
          placeholder="Any"
          clearable
          w={126}
          data={[...difficulties]}
          value={from.difficulty ?? null}
          onChange={(difficulty) => narrow({ difficulty: difficulty ?? undefined })}
        />
        <TagsInput
          label="Topics"
          placeholder={from.topics ? '' : 'Any'}
          flex="1 1 100px"
          miw={0}
          data={[...new Set(topics.flatMap(({ topic }) => (topic ? [topic] : [])))]}
          value={from.topics ?? []}
          onChange={(values) => narrow({ topics: many(values) })}
        />
        <TagsInput
          label="Tags"
          placeholder={from.tags ? '' : 'Any'}
          flex="1 1 100px"
          miw={0}
          value={from.tags ?? []}
          onChange={(values) => narrow({ tags: many(values) })}
        />
        <IconTool label={`Remove pool ${number}`} onClick={onRemove}>
          <IconTrash size={16} />
        </IconTool>
      </Group>
      {from.questionIds && (
        <Text size="sm" c="dimmed" mt="xs">
          From {plural(from.questionIds.length, 'chosen question')}
        </Text>
      )}
      <FormError>{errors[`${path}.pick`] ?? errors[`${path}.marks`] ?? errors[`${path}.from`]}</FormError>
    </fieldset>
  )
}

/** The number of questions in the pools, and the expected variety between papers. */
function Blueprint({ pools, marksPerQuestion }: Pick<PoolListProps, 'pools' | 'marksPerQuestion'>) {
  const { client } = trpc.useUtils()
  const checked = pools.map((pool) => poolForm.safeParse(pool).data)
  const complete = checked.flatMap((pool) => pool ?? [])
  const isComplete = complete.length === pools.length
  const tried = useQuery({
    queryKey: ['blueprint', complete, marksPerQuestion],
    queryFn: () => client.tests.blueprint.mutate({ pools: complete, marksPerQuestion }),
    enabled: isComplete,
    placeholderData: keepPreviousData,
  })
  if (!isComplete)
    return (
      <Text size="sm" c="dimmed">
        Choose what each pool draws from.
      </Text>
    )
  if (tried.error) return <FormError>{messageOf(tried.error)}</FormError>
  if (!tried.data) return null
  const { spread } = tried.data
  return (
    <Stack gap={4} role="status">
      {tried.data.pools.map(({ candidates, pick, overlap }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: same order as the pools
        <Text key={place} size="sm" c={overlap === null ? 'red' : 'dimmed'}>
          Pool {place + 1}: {plural(candidates, 'question')} to draw {pick} from
          {overlap === null ? ', which is not enough.' : `. Two students share about ${Math.round(overlap)}% of them.`}
        </Text>
      ))}
      {spread && (
        <Text size="sm" c="dimmed">
          Expected marks in {spread.draws.toLocaleString()} simulated papers: {spread.mean} on average, {spread.low} to{' '}
          {spread.high} in 9 of 10.
        </Text>
      )}
    </Stack>
  )
}
