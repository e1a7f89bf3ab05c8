import { Box, Button, Flex, Group, Progress, Stack, Text, TextInput } from '@mantine/core'
import { IconAlertCircle, IconChevronRight, IconCircleCheck, IconPlus, IconTrash } from '@tabler/icons-react'
import { memo, useCallback, useId, useState } from 'react'
import { plural } from '#client/lib/format.ts'
import { notify } from '#client/lib/notify.ts'
import { durationText } from '#client/lib/time.ts'
import { useConfirm } from '#client/ui/confirm.tsx'
import type { ConfirmQuestion } from '#client/ui/confirm-host.tsx'
import { FormError, FormSection } from '#client/ui/form-section.tsx'
import { CountInput, NumberField } from '#client/ui/number-field.tsx'
import { bounds } from '#shared/tests/form.schema.ts'
import { backToSections, withNewSection, withoutSection, withSectionMoved } from '../model/draft-changes.ts'
import { filledIn, limitOf, marksIn } from '../model/draft-parts.ts'
import type { DraftSection } from '../model/test-draft.ts'
import { IconTool, MoveTools } from './icon-tool.tsx'
import { PartQuestions } from './part-questions.tsx'
import { MarksInput } from './scheme-fields.tsx'
import classes from './sections-editor.module.css'
import { useDraft, useDraftError, useDraftStore } from './use-test-draft.ts'

/** A test's sections, in the order students take them. Only one is expanded at a time. */
export function SectionsEditor() {
  const store = useDraftStore()
  const sections = useDraft(({ draft }) => draft.sections)
  const open = useDraft((state) => state.open)
  const error = useDraftError('sections')
  const [said, setSaid] = useState('')
  const confirm = useConfirm()

  const add = () => {
    if (sections.length >= bounds.sections.max)
      return notify.warning(`A test can have at most ${bounds.sections.max} sections`)
    store.change(withNewSection)
    const added = store.read().draft.sections.at(-1)
    if (!added) return
    store.open(added.key)
    setSaid(`${added.sectionName} added`)
    focusName(added.key)
  }
  const move = useCallback(
    (section: DraftSection, from: number, by: 1 | -1) => {
      store.change((draft) => withSectionMoved(draft, section.key, by))
      setSaid(`${section.sectionName} is now section ${from + by}`)
    },
    [store],
  )
  const remove = useCallback(
    async (section: DraftSection, at: number) => {
      const { length } = section.questions
      if (length > 0 && !(await confirm(removalQuestion(section)))) return
      const text = `Section "${section.sectionName}" removed${length > 0 ? ` with ${plural(length, 'question')}` : ''}`
      store.change((draft) => withoutSection(draft, section.key), { text, back: backToSections(section, at) })
      setSaid(text)
      document.querySelector<HTMLElement>('[data-path="sections"]')?.focus()
    },
    [store, confirm],
  )

  return (
    <FormSection
      title="Sections"
      text="Students take the sections in this order. Each has its own time limit; when it ends, the next section opens."
    >
      <span className="visually-hidden" aria-live="polite">
        {said}
      </span>
      <FormError>{error}</FormError>
      {sections.length > 0 && (
        <Stack component="ol" gap="xs" aria-label="Sections">
          {sections.map((section, at) => (
            <SectionCard
              key={section.key}
              section={section}
              at={at}
              last={at === sections.length - 1}
              open={section.key === open}
              onMove={move}
              onRemove={remove}
            />
          ))}
        </Stack>
      )}
      <Group justify="space-between" gap="xs">
        <Button
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={add}
          disabled={store.begun}
          data-path="sections"
        >
          Add section
        </Button>
        <Text size="sm" c="dimmed" className="tabular">
          {sections.length} of {bounds.sections.max} sections
        </Text>
      </Group>
    </FormSection>
  )
}

const removalQuestion = ({ sectionName, questions }: DraftSection): ConfirmQuestion => ({
  title: `Remove section "${sectionName}"?`,
  message: `Its ${plural(questions.length, 'question')} will be removed with it.`,
  consequences: 'Until you save, you can undo this.',
  confirmLabel: 'Remove section',
})

/** Focuses the name of a new section, because it is the first field to fill in. */
const focusName = (key: string) =>
  requestAnimationFrame(() => {
    const input = document.querySelector<HTMLInputElement>(`[data-section="${key}"] [data-path$=".sectionName"]`)
    input?.focus()
    input?.select()
  })

interface SectionCardProps {
  section: DraftSection
  /** Zero-based index of the section. */
  at: number
  last: boolean
  open: boolean
  onMove: (section: DraftSection, from: number, by: 1 | -1) => void
  onRemove: (section: DraftSection, at: number) => void
}

/** One section: a summary line that expands to its fields and questions. Memoized, as there may be twenty. */
const SectionCard = memo(function SectionCard({ section, at, last, open, onMove, onRemove }: SectionCardProps) {
  const store = useDraftStore()
  const panel = useId()
  const refused = useDraft(({ errors }) => Object.keys(errors).some((path) => path.startsWith(`sections.${at}.`)))
  const name = section.sectionName.trim() || 'Unnamed section'
  return (
    <li className={`card ${classes.section}`} data-open={open || undefined} data-section={section.key}>
      <Flex align="center" gap={{ base: 0, sm: 'xs' }} wrap={{ base: 'wrap', sm: 'nowrap' }} pe="xs">
        <Box component="h3" flex="1 1 auto" miw={0} style={{ font: 'inherit' }}>
          <button
            type="button"
            className={classes.unfold}
            aria-expanded={open}
            aria-controls={open ? panel : undefined}
            onClick={() => store.open(open ? null : section.key)}
          >
            <IconChevronRight size={18} className="chevron" aria-hidden />
            <Text span inherit miw={18} c="dimmed" fw={600} flex="none" className="tabular">
              {at + 1}
            </Text>
            <Stack component="span" gap={4} flex={1} miw={0}>
              <span className={`anywhere ${classes.name}`}>{name}</span>
              <SectionFigures section={section} refused={refused} />
            </Stack>
          </button>
        </Box>
        {!store.begun && (
          <Group gap={2} wrap="nowrap" align="stretch" flex="none" className={classes.tools}>
            <MoveTools
              what={`section ${at + 1}`}
              first={at === 0}
              last={last}
              onMove={(by) => onMove(section, at + 1, by)}
            />
            <IconTool label={`Remove section ${at + 1}`} onClick={() => onRemove(section, at)}>
              <IconTrash size={16} />
            </IconTool>
          </Group>
        )}
      </Flex>
      {open && (
        <Stack id={panel} py="md" px={{ base: 'sm', sm: 'md' }} className="line-above">
          <SectionFields section={section} at={at} />
          <PartQuestions
            part={section.key}
            at={at}
            name={name}
            questions={section.questions}
            numberOfQuestions={section.numberOfQuestions}
            countTyped={section.countTyped}
            marksPerQuestion={section.marksPerQuestion}
            bestOf={section.bestOf}
            pools={section.pools}
          />
        </Stack>
      )}
    </li>
  )
})

function SectionFigures({ section, refused }: { section: DraftSection; refused: boolean }) {
  const { sectionDuration } = section
  const limit = limitOf(section)
  const filled = filledIn(section)
  const complete = limit > 0 && filled === limit
  const tooMany = filled > limit
  return (
    <Group component="span" gap="2px 14px" c="dimmed" fz="xs" className="tabular">
      <Group
        component="span"
        gap={4}
        wrap="nowrap"
        c={refused || tooMany ? 'var(--mantine-color-error)' : complete ? 'var(--correct)' : undefined}
        fw={refused || tooMany ? 550 : undefined}
      >
        {refused || tooMany ? (
          <IconAlertCircle size={15} aria-hidden />
        ) : (
          complete && <IconCircleCheck size={15} aria-hidden />
        )}
        {filled} of {plural(limit, 'question')}
        {refused && <span className="visually-hidden">, needs attention</span>}
      </Group>
      <Progress
        value={limit > 0 ? Math.min(100, (filled / limit) * 100) : 0}
        size={5}
        color={tooMany ? 'red' : complete ? 'teal' : undefined}
        w={{ base: 64, sm: 96 }}
        aria-hidden
      />
      <span>{plural(marksIn(section), 'mark')}</span>
      {typeof sectionDuration === 'number' && <span>{durationText(sectionDuration)}</span>}
    </Group>
  )
}

function SectionFields({ section, at }: { section: DraftSection; at: number }) {
  const store = useDraftStore()
  const errors = useDraft((state) => state.errors)
  const { key } = section
  const field = <Field extends keyof DraftSection>(name: Field) => ({
    value: section[name],
    error: errors[`sections.${at}.${name}`],
    'data-path': `sections.${at}.${name}`,
    onChange: (value: DraftSection[Field]) => store.setSectionField(key, name, value),
  })
  const { onChange, ...name } = field('sectionName')
  return (
    <div className={classes.fields}>
      <TextInput
        label="Section name"
        description="Shown to students"
        required
        maxLength={200}
        {...name}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <CountInput label="Minutes" {...bounds.sectionDuration} {...field('sectionDuration')} disabled={store.begun} />
      <CountInput label="Questions" {...bounds.questions} {...field('numberOfQuestions')} disabled={store.begun} />
      <MarksInput {...field('marksPerQuestion')} disabled={store.begun} />
      <NumberField
        label="Best answers that count"
        description="Empty for all"
        inputMode="numeric"
        {...field('bestOf')}
        disabled={store.begun}
      />
      <NumberField
        label="Cut-off in percent"
        description="Needed to pass; empty for none"
        {...field('cutoff')}
        error={errors[`sectionCutoffs.${section.sectionName.trim()}`]}
      />
    </div>
  )
}
