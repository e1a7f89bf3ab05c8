import { Alert, Autocomplete, Select, Stack, TagsInput, Text, Textarea, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconCopy } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ZodForm } from '#client/lib/form.ts'
import { trpc } from '#client/lib/trpc.tsx'
import { FormRow } from '#client/ui/form-section.tsx'
import { difficulties, subjects } from '#shared/tests/tests.schema.ts'
import type { BankValues } from '../bank-values.ts'
import { useTopics } from '../queries.ts'

/** Topic, difficulty, source and similar fields. */
export function AboutFields<Output>({ form }: { form: ZodForm<BankValues, Output> }) {
  const { about } = form.values
  const topics = (useTopics().data ?? []).filter(({ subject, topic }) => subject === about.subject && topic !== '')
  const field = (name: keyof BankValues['about']) => ({
    ...form.getInputProps(`about.${name}`),
    'data-path': `about.${name}`,
  })
  return (
    <Stack gap="md">
      <FormRow>
        <Select label="Subject" data={[...subjects]} {...field('subject')} />
        <Select label="Difficulty" data={[...difficulties]} {...field('difficulty')} />
        <TextInput
          label="Language"
          description="Language code, such as en or hi"
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          {...field('language')}
        />
      </FormRow>
      <Autocomplete
        label="Topic"
        description="Separate levels with slashes, such as Trees/Binary trees"
        data={topics.map(({ topic }) => topic)}
        {...field('topic')}
      />
      <TagsInput label="Tags" description="Press Enter after each tag" acceptValueOnBlur {...field('tags')} />
      <TextInput label="Source" description="Where the question comes from" {...field('source')} />
      <Textarea label="Notes" description="Students never see these" minRows={1} maxRows={8} {...field('notes')} />
    </Stack>
  )
}

/** Minimum text length; shorter text has too few words to compare. */
const minLength = 12

/** Bank questions whose text is similar to the one being written. */
export function SimilarQuestions({ text, id }: { text: string; id: string | undefined }) {
  const { client } = trpc.useUtils()
  const [settled] = useDebouncedValue(text.trim(), 600)
  const { data } = useQuery({
    queryKey: ['similarQuestions', settled, id],
    queryFn: () => client.bank.similar.mutate({ questionText: settled, ...(id && { id }) }),
    enabled: settled.length >= minLength && settled.length <= 10_000,
  })
  if (!data || data.questions.length === 0) return null
  return (
    <Alert color="yellow" icon={<IconCopy size={18} aria-hidden />} title="Similar questions in the bank" role="status">
      <Stack gap={6}>
        {data.questions.map((question) => (
          <Text key={question.id} size="sm" className="anywhere">
            {question.similarity}%:{' '}
            <Link to="/bank/$questionId" params={{ questionId: question.id }} className="text-link" target="_blank">
              {question.questionText.slice(0, 200)}
            </Link>
          </Text>
        ))}
      </Stack>
    </Alert>
  )
}
