import { Box, Group, Progress, Stack, Text, TextInput } from '@mantine/core'
import {
  IconAlertCircle,
  IconArrowDown,
  IconArrowUp,
  IconChevronRight,
  IconCircleCheck,
  IconTrash,
} from '@tabler/icons-react'
import { memo, useId } from 'react'
import { plural } from '#client/lib/format.ts'
import { durationText } from '#client/lib/time.ts'
import { bounds } from '#shared/tests/form.schema.ts'
import { limitOf, marksIn } from '../model/draft-parts.ts'
import type { DraftSection } from '../model/test-draft.ts'
import { IconTool } from './icon-tool.tsx'
import { CountInput, MarksInput } from './number-fields.tsx'
import { PartQuestions } from './part-questions.tsx'
import classes from './sections-editor.module.css'
import { useDraft, useDraftStore } from './use-test-draft.ts'

interface SectionCardProps {
  section: DraftSection
  /** Index of the section from 0. */
  at: number
  last: boolean
  open: boolean
  onMove: (section: DraftSection, from: number, by: 1 | -1) => void
  onRemove: (section: DraftSection, at: number) => void
}

/** One section: a line of figures that expands to its fields and questions. Memoized, because there may be twenty. */
export const SectionCard = memo(function SectionCard({ section, at, last, open, onMove, onRemove }: SectionCardProps) {
  const store = useDraftStore()
  const panel = useId()
  const refused = useDraft(({ errors }) => Object.keys(errors).some((path) => path.startsWith(`sections.${at}.`)))
  const name = section.sectionName.trim() || 'Without a name'
  return (
    <li className={`card ${classes.section}`} data-open={open || undefined} data-section={section.key}>
      <Group gap="xs" wrap="nowrap" pe="xs" className={classes.head}>
        <Box component="h3" flex="1 1 auto" miw={0} className={classes.heading}>
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
            <IconTool label={`Move section ${at + 1} up`} off={at === 0} onClick={() => onMove(section, at + 1, -1)}>
              <IconArrowUp size={16} />
            </IconTool>
            <IconTool label={`Move section ${at + 1} down`} off={last} onClick={() => onMove(section, at + 1, 1)}>
              <IconArrowDown size={16} />
            </IconTool>
            <IconTool label={`Remove section ${at + 1}`} onClick={() => onRemove(section, at)}>
              <IconTrash size={16} />
            </IconTool>
          </Group>
        )}
      </Group>
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
          />
        </Stack>
      )}
    </li>
  )
})

function SectionFigures({ section, refused }: { section: DraftSection; refused: boolean }) {
  const { questions, sectionDuration } = section
  const limit = limitOf(section)
  const complete = limit > 0 && questions.length === limit
  const tooMany = questions.length > limit
  return (
    <Group component="span" gap="2px 14px" c="dimmed" fz="xs" className="tabular">
      <Group
        component="span"
        gap={4}
        wrap="nowrap"
        className={classes.count}
        data-state={refused || tooMany ? 'wrong' : complete ? 'complete' : undefined}
      >
        {refused || tooMany ? (
          <IconAlertCircle size={15} aria-hidden />
        ) : (
          complete && <IconCircleCheck size={15} aria-hidden />
        )}
        {questions.length} of {plural(limit, 'question')}
        {refused && <span className="visually-hidden">, needs attention</span>}
      </Group>
      <Progress
        value={limit > 0 ? Math.min(100, (questions.length / limit) * 100) : 0}
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
    </div>
  )
}
