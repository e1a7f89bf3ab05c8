import { Center, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core'
import {
  type Icon,
  IconAbc,
  IconBriefcase,
  IconBulb,
  IconCalculator,
  IconChevronRight,
  IconClipboardCheck,
  IconClipboardText,
  IconCpu,
  IconMessages,
  IconStopwatch,
  IconTargetArrow,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { plural } from '#client/lib/format.ts'
import { useListParams } from '#client/lib/list-params.ts'
import { useUser } from '#client/lib/session.ts'
import { QueryError } from '#client/ui/load-state.tsx'
import { PageHeader, type PageHeaderProps } from '#client/ui/page-header.tsx'
import type { Role } from '#shared/roles.ts'
import { type SubjectCounts, subjects, type TestSummary, type TestType, testTypes } from '#shared/tests/tests.schema.ts'
import { ExamList } from '../components/exam-list.tsx'
import { StepBack } from '../components/step-back.tsx'
import classes from '../components/tests.module.css'
import { testTypeOf } from '../model/chosen-type.ts'
import { typeLabels } from '../model/type-labels.ts'
import { useSubjectCounts } from '../queries.ts'

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
    sibling: { label: 'Monitor your students', to: '/tests' },
  },
  student: {
    purpose: 'Browse your tests by type and subject.',
    sibling: { label: 'Take a test', to: '/my-tests' },
  },
}

/** Exam Management: choose a type and a subject, then list their tests. The URL contains both choices. */
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

/** Focuses the content on each step, because the focused link disappeared with the previous step. */
function useFocusOnStep(step: string) {
  const last = useRef(step)
  useEffect(() => {
    if (last.current === step) return
    last.current = step
    document.getElementById('main')?.focus({ preventScroll: true })
  }, [step])
}

const types: Record<TestType, { icon: Icon; text: string }> = {
  Assessment: { icon: IconClipboardCheck, text: 'In sections, each with its own time' },
  Practice: { icon: IconTargetArrow, text: 'Feedback right after submitting' },
  Assignment: { icon: IconClipboardText, text: 'One list of questions with one time limit' },
  'Mock Test': { icon: IconStopwatch, text: 'A rehearsal under exam conditions' },
  'Specific Company Test': { icon: IconBriefcase, text: 'Modelled on a company’s test' },
}

const subjectIcons: Record<TestSummary['subject'], Icon> = {
  Verbal: IconAbc,
  Reasoning: IconBulb,
  Technical: IconCpu,
  Arithmetic: IconCalculator,
  Communication: IconMessages,
}

const sum = (counts: Record<string, number>) => Object.values(counts).reduce((total, count) => total + count, 0)

/** Step 1: choose a test type. */
function TypeChoice(head: Pick<PageHeaderProps, 'purpose' | 'sibling'>) {
  return (
    <>
      <PageHeader title="Exam Management" {...head} />
      <Choices label="Test types">
        {(counts) =>
          testTypes.map((type) => (
            <Choice key={type} {...types[type]} name={typeLabels[type]} count={sum(counts[type])} search={{ type }} />
          ))
        }
      </Choices>
    </>
  )
}

/** Step 2: choose a subject. */
function SubjectChoice({ type }: { type: TestType }) {
  return (
    <>
      <StepBack />
      <PageHeader title={typeLabels[type]} purpose="Choose a subject." />
      <Choices label="Subjects">
        {(counts) =>
          subjects.map((subject) => (
            <Choice
              key={subject}
              icon={subjectIcons[subject]}
              name={subject}
              count={counts[type][subject]}
              search={{ type, subject }}
            />
          ))
        }
      </Choices>
    </>
  )
}

/** Renders the choices with their counts, or a placeholder while the counts load. */
function Choices({ label, children }: { label: string; children: (counts: SubjectCounts) => ReactNode }) {
  const query = useSubjectCounts()
  if (query.data)
    return (
      <SimpleGrid component="ul" minColWidth="min(320px, 100%)" aria-label={label}>
        {children(query.data)}
      </SimpleGrid>
    )
  if (query.error) return <QueryError framed title="Failed to load tests" query={query} />
  return (
    <SimpleGrid minColWidth="min(320px, 100%)" role="status" aria-label="Loading tests">
      {testTypes.map((type) => (
        <Skeleton key={type} height={78} radius="md" />
      ))}
    </SimpleGrid>
  )
}

interface ChoiceProps {
  icon: Icon
  name: string
  text?: string
  count: number
  search: { type: TestType; subject?: TestSummary['subject'] }
}

function Choice({ icon: Shape, name, text, count, search }: ChoiceProps) {
  // Say "offered" to college admins, because their sidebar counts every test on the platform.
  const { role } = useUser()
  return (
    <li>
      <Link to="/exam-management" search={search} className={`card ${classes.choice}`}>
        <Center
          component="span"
          w={44}
          h={44}
          flex="none"
          bdrs="md"
          bg={count === 0 ? 'var(--mantine-color-gray-light)' : 'var(--mantine-primary-color-light)'}
          c={count === 0 ? 'dimmed' : 'var(--mantine-primary-color-light-color)'}
        >
          <Shape size={22} stroke={1.6} aria-hidden />
        </Center>
        <Stack component="span" gap={0} flex={1} miw={0}>
          <Text span inherit fw={600}>
            {name}
          </Text>
          {text && (
            <Text span inherit c="dimmed" fz="sm">
              {text}
            </Text>
          )}
          <Text span inherit mt={2} c={count === 0 ? 'dimmed' : undefined} fz="sm" className="tabular">
            {role === 'college_admin' ? plural(count, 'test offered', 'tests offered') : plural(count, 'test')}
          </Text>
        </Stack>
        <IconChevronRight size={18} stroke={1.7} style={{ color: 'var(--mantine-color-dimmed)' }} aria-hidden />
      </Link>
    </li>
  )
}
