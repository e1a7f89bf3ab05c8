import { Progress, TextInput } from '@mantine/core'
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
    <li className={classes.section} data-open={open || undefined} data-section={section.key}>
      <div className={classes.head}>
        <h3 className={classes.heading}>
          <button
            type="button"
            className={classes.unfold}
            aria-expanded={open}
            aria-controls={open ? panel : undefined}
            onClick={() => store.open(open ? null : section.key)}
          >
            <IconChevronRight size={18} className={classes.chevron} aria-hidden />
            <span className={classes.number}>{at + 1}</span>
            <span className={classes.words}>
              <span className={classes.name}>{name}</span>
              <SectionFigures section={section} refused={refused} />
            </span>
          </button>
        </h3>
        {!store.begun && (
          <div className={classes.tools}>
            <IconTool label={`Move section ${at + 1} up`} off={at === 0} onClick={() => onMove(section, at + 1, -1)}>
              <IconArrowUp size={16} />
            </IconTool>
            <IconTool label={`Move section ${at + 1} down`} off={last} onClick={() => onMove(section, at + 1, 1)}>
              <IconArrowDown size={16} />
            </IconTool>
            <IconTool label={`Remove section ${at + 1}`} onClick={() => onRemove(section, at)}>
              <IconTrash size={16} />
            </IconTool>
          </div>
        )}
      </div>
      {open && (
        <div id={panel} className={classes.panel}>
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
        </div>
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
    <span className={classes.figures}>
      <span className={classes.count} data-state={refused || tooMany ? 'wrong' : complete ? 'complete' : undefined}>
        {refused || tooMany ? (
          <IconAlertCircle size={15} aria-hidden />
        ) : (
          complete && <IconCircleCheck size={15} aria-hidden />
        )}
        {questions.length} of {plural(limit, 'question')}
        {refused && <span className="visually-hidden">, needs attention</span>}
      </span>
      <Progress
        value={limit > 0 ? Math.min(100, (questions.length / limit) * 100) : 0}
        size={5}
        color={tooMany ? 'red' : complete ? 'teal' : undefined}
        className={classes.bar}
        aria-hidden
      />
      <span>{plural(marksIn(section), 'mark')}</span>
      {typeof sectionDuration === 'number' && <span>{durationText(sectionDuration)}</span>}
    </span>
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
