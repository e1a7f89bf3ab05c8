import { Alert, Autocomplete, Box, Button, Checkbox, Select, Stack, TagsInput, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useZodForm } from '#client/lib/form.ts'
import { plural } from '#client/lib/format.ts'
import { notify } from '#client/lib/notify.ts'
import { FormRow } from '#client/ui/form-section.tsx'
import { type DialogProps, Modal } from '#client/ui/modal.tsx'
import { StickyActions } from '#client/ui/sticky-actions.tsx'
import { bankFields } from '#shared/bank/bank.schema.ts'
import { difficulties, subjects } from '#shared/tests/tests.schema.ts'
import { useBankTopics, useSaveToBank, useSimilar } from '../../bank-queries.ts'
import { type BankOrigin, bankFormOf, withOrigins } from '../../model/bank-copies.ts'
import { paperText } from '../../model/paper-text.ts'
import type { DraftQuestion } from '../../model/test-draft.ts'
import { useDraftStore } from '../use-test-draft.ts'

const aboutForm = bankFields.pick({ subject: true, topic: true, difficulty: true, tags: true })

/** Similarity, as a percentage, at which a question is most likely in the bank already. */
const sameFrom = 90

interface SaveToBankProps extends DialogProps {
  /** Questions that are not in the bank yet. */
  questions: readonly DraftQuestion[]
  marksPerQuestion: number
}

/** Saves test questions to the bank and links them to their bank versions as copies. */
export function SaveToBank({ opened, questions, marksPerQuestion, onClose }: SaveToBankProps) {
  const store = useDraftStore()
  const { subject, difficulty } = store.read().draft
  const form = useZodForm({
    schema: aboutForm,
    initialValues: { subject: subject as string, topic: '', difficulty: difficulty as string, tags: [] as string[] },
  })
  const topics = useBankTopics().filter((one) => one.subject === form.values.subject && one.topic !== '')
  const similar = useSimilar(questions.map(({ questionText }) => questionText))
  const [choices, setChoices] = useState<ReadonlyMap<string, boolean>>(new Map())
  const { mutateAsync: save } = useSaveToBank()
  const isChosen = (question: DraftQuestion, at: number) =>
    questions.length === 1 ||
    (choices.get(question.key) ?? !similar?.[at]?.some(({ similarity }) => similarity >= sameFrom))
  const chosen = questions.filter(isChosen)
  const submit = form.submit(async (about) => {
    const forms = chosen.map((question) => ({ ...about, ...bankFormOf(question, marksPerQuestion) }))
    const { questions: saved } = await save({ questions: forms })
    const origins = new Map<string, BankOrigin>()
    for (const [at, { id, version }] of saved.entries())
      origins.set(chosen[at]?.key ?? '', { bankQuestionId: id, bankVersion: version })
    store.change((draft) => withOrigins(draft, origins))
    notify.success(`${plural(saved.length, 'question')} saved to the bank`)
    onClose()
  })
  const field = (name: keyof typeof form.values) => ({ ...form.getInputProps(name), 'data-path': name })
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={questions.length === 1 ? 'Save question to the bank' : 'Save questions to the bank'}
      size="lg"
      busy={form.busy}
    >
      <form noValidate onSubmit={(event) => void submit(event)}>
        <Stack gap="md">
          <FormRow>
            <Select label="Subject" data={[...subjects]} {...field('subject')} />
            <Select label="Difficulty" data={[...difficulties]} {...field('difficulty')} />
          </FormRow>
          <Autocomplete
            label="Topic"
            description="Separate levels with slashes, such as Trees/Binary trees"
            data={topics.map(({ topic }) => topic)}
            {...field('topic')}
          />
          <TagsInput label="Tags" description="Press Enter after each tag" acceptValueOnBlur {...field('tags')} />
          <ul className="card rows" aria-label="Questions to save">
            {questions.map((question, at) => {
              const text = paperText(question.type, question.questionText).slice(0, 300)
              return (
                <Box component="li" key={question.key} py="xs" px="sm" className="anywhere">
                  {questions.length === 1 ? (
                    <Text size="sm" lineClamp={3}>
                      {text}
                    </Text>
                  ) : (
                    <Checkbox
                      label={
                        <Text span inherit lineClamp={2}>
                          {text}
                        </Text>
                      }
                      checked={isChosen(question, at)}
                      onChange={(event) => setChoices(new Map(choices).set(question.key, event.currentTarget.checked))}
                    />
                  )}
                  <Similar questions={similar?.[at] ?? []} />
                </Box>
              )
            })}
          </ul>
        </Stack>
        <StickyActions>
          <Text size="sm" c="dimmed" me="auto" w={{ base: '100%', sm: 'auto' }} role="status" className="tabular">
            {similar ? `${plural(chosen.length, 'question')} selected` : 'Looking for similar questions…'}
          </Text>
          <Button variant="default" onClick={onClose} disabled={form.busy}>
            Cancel
          </Button>
          <Button type="submit" loading={form.busy} disabled={!similar || chosen.length === 0}>
            Save to the bank
          </Button>
        </StickyActions>
      </form>
    </Modal>
  )
}

type Found = NonNullable<ReturnType<typeof useSimilar>>[number]

/** Bank questions similar to the one being saved. */
const Similar = ({ questions }: { questions: Found }) =>
  questions.length > 0 && (
    <Alert color="yellow" mt={6} py={6} px="sm" title="Similar questions in the bank">
      {questions.slice(0, 3).map(({ id, questionText, similarity }) => (
        <Text key={id} size="sm">
          {similarity}%:{' '}
          <Link to="/bank/$questionId" params={{ questionId: id }} className="text-link" target="_blank">
            {questionText.slice(0, 200)}
          </Link>
        </Text>
      ))}
    </Alert>
  )
