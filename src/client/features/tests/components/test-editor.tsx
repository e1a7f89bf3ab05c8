import { Button } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { codeOf, fieldErrorsOf, messageOf } from '#client/lib/errors.ts'
import { useZodForm } from '#client/lib/form.ts'
import { notify } from '#client/lib/notify.ts'
import { BackLink } from '#client/ui/back-link.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { useLeaveWarning } from '#client/ui/use-leave-warning.ts'
import type { TestForm } from '#shared/tests/form/schema.ts'
import { draftOf, draftSchema, emptyDraft, toInput } from '../model/draft.ts'
import { type TestDetail, useCreateTest, useUpdateTest } from '../queries.ts'
import { DraftPreview } from './draft-preview.tsx'
import { QuestionSection } from './question-section.tsx'
import { SaveBar } from './save-bar.tsx'
import { TestFields } from './test-fields.tsx'

/** The create/edit form of a test. @param stored the test to change, undefined for a new one */
export function TestEditor({ stored }: { stored: TestDetail | undefined }) {
  const navigate = useNavigate()
  const create = useCreateTest()
  const update = useUpdateTest()
  const [schema] = useState(() => draftSchema(stored))
  const [initialValues] = useState(() => (stored ? draftOf(stored) : emptyDraft()))
  const form = useZodForm({ schema, initialValues })
  const [failure, setFailure] = useState<string | null>(null)
  const [previewing, setPreviewing] = useState(false)
  const saved = useRef(false)
  const isDirty = () => !saved.current && form.isDirty()
  useLeaveWarning(isDirty, 'What you changed in this test is not saved yet. It is lost if you leave now.')

  const store = async (test: TestForm) => {
    const { testType } = stored
      ? (await update.mutateAsync({ id: stored.id, ...toInput(test) })).test
      : (await create.mutateAsync(toInput(test))).test
    saved.current = true
    notify.success(stored ? 'Test updated successfully!' : 'Test created successfully!')
    await navigate({ to: '/tests', search: { type: testType } })
  }
  const save = form.submit(async (test) => {
    setFailure(null)
    try {
      await store(test)
    } catch (error) {
      if (codeOf(error) === 'VALIDATION' && form.showErrors(error)) return
      form.setErrors(fieldErrorsOf(error))
      const reason = messageOf(error, 'Unknown error')
      setFailure(stored ? reason : `Test creation failed: ${reason}`)
    }
  })

  const title = stored ? 'Edit Test' : 'Create Test'
  return (
    <form
      noValidate
      onSubmit={(event) => {
        setFailure(null)
        void save(event)
      }}
    >
      <BackLink to="/tests">Tests</BackLink>
      <PageHeader
        title={title}
        purpose={
          stored
            ? 'Changes are seen at once by everyone who has the test.'
            : 'Describe the test, say when it may be taken, and add its questions.'
        }
        action={
          <Button
            variant="default"
            leftSection={<IconEye size={16} aria-hidden />}
            disabled={form.values.questions.length === 0}
            onClick={() => setPreviewing(true)}
          >
            Preview all
          </Button>
        }
      />
      <TestFields form={form} />
      <QuestionSection form={form} />
      <SaveBar
        message={failure ?? firstOf(form.errors)}
        dirty={isDirty()}
        busy={form.busy}
        label={stored ? 'Save Changes' : 'Create Test'}
      />
      <DraftPreview draft={form.values} opened={previewing} onClose={() => setPreviewing(false)} />
    </form>
  )
}

/** The first refused field's sentence; one about a question in the list says which. */
function firstOf(errors: Record<string, unknown>): string | null {
  const first = Object.entries(errors).find(([, message]) => typeof message === 'string' && message !== '')
  if (!first) return null
  const place = /^questions\.(\d+)\./.exec(first[0])?.[1]
  return place === undefined ? String(first[1]) : `Question ${Number(place) + 1}: ${String(first[1])}`
}
