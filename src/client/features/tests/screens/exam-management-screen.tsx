import { useEffect, useRef } from 'react'
import { useListParams } from '#client/lib/list-params.ts'
import { useUser } from '#client/lib/session.ts'
import type { PageHeaderProps } from '#client/ui/page-header.tsx'
import type { Role } from '#shared/roles.ts'
import { subjects } from '#shared/tests/tests.schema.ts'
import { SubjectChoice, TypeChoice } from '../components/exam-choices.tsx'
import { ExamList } from '../components/exam-list.tsx'
import { testTypeOf } from '../model/chosen-type.ts'

const heads: Record<Role, Pick<PageHeaderProps, 'purpose' | 'sibling'>> = {
  master_admin: {
    purpose: 'Browse all tests by type and subject.',
    sibling: { label: 'Manage tests in one list', to: '/tests' },
  },
  college_admin: {
    purpose: 'Browse the tests offered to your college by type and subject.',
    sibling: { label: 'Accept and assign tests', to: '/assigned-tests' },
  },
  faculty: {
    purpose: 'Browse the tests your college has accepted by type and subject.',
    sibling: { label: 'Follow your students', to: '/tests' },
  },
  student: {
    purpose: 'Browse your tests by type and subject.',
    sibling: { label: 'Take a test', to: '/my-tests' },
  },
}

/** Exam Management: choose a type and a subject, then list their tests. The URL holds the step. */
export function ExamManagementScreen() {
  const { role } = useUser()
  const [params] = useListParams(['type', 'subject'])
  const type = testTypeOf(params.type)
  const subject = subjects.find((one) => one === params.subject)
  useFocusOnStep(type ? (subject ? 'list' : 'subject') : 'type')
  if (!type) return <TypeChoice {...heads[role]} />
  if (!subject) return <SubjectChoice type={type} />
  return <ExamList type={type} subject={subject} isAuthor={role === 'master_admin'} />
}

/** Start each step at its top: the link that led to it is gone, and the focus with it. */
function useFocusOnStep(step: string) {
  const last = useRef(step)
  useEffect(() => {
    if (last.current === step) return
    last.current = step
    document.getElementById('main')?.focus({ preventScroll: true })
  }, [step])
}
