import { describe, expect, it } from 'vitest'
import { refusalOf } from '#client/features/notifications/model/form-attachment.ts'
import {
  emptyForm,
  formOf,
  inputOf,
  type StoredAnswer,
  schemaOf,
  targetsOf,
  withoutGone,
} from '#client/features/notifications/model/notification-form.ts'
import { toLocalInput } from '#client/lib/local-time.ts'
import { timeSentence } from '#shared/schema.ts'

const chosen = (...ids: string[]) => ids.map((id) => ({ id, name: `Name of ${id}` }))
const narrowing = { branches: ['CSE'], batches: [], sections: [], users: chosen('s1') }

const stored: StoredAnswer = {
  notification: {
    id: 'n1',
    title: 'Later',
    message: 'Please read it.',
    type: 'reminder',
    priority: 'high',
    targetType: 'students',
    targetColleges: [],
    targetUsers: ['s1', 's2'],
    filters: { branches: ['CSE'], batches: [], sections: [] },
    scheduledFor: '2101-01-01T04:15:07.000Z',
    expiresAt: null,
    attachment: null,
    createdBy: { role: 'college_admin', name: 'Office', email: 'office@x.example' },
    createdAt: '2026-01-01T00:00:00.000Z',
    sentAt: null,
    status: 'scheduled',
    isOwn: true,
  },
  missingUsers: [],
  chosenUsers: [{ id: 's2', name: 'Asha Rao', email: 'asha@x.example' }],
}

describe('the recipients of a form', () => {
  const both = { ...emptyForm('master_admin'), students: narrowing, targetColleges: chosen('c1') }

  it('are only colleges, even if students were chosen earlier', () => {
    expect(targetsOf(both)).toEqual({ targetType: 'colleges', targetColleges: ['c1'] })
  })

  it('include the chosen students only if the target is students', () => {
    const filters = { branches: ['CSE'], batches: [], sections: [] }
    const students = { targetType: 'students', targetColleges: ['c1'], targetUsers: ['s1'], filters }
    expect(targetsOf({ ...both, targetType: 'students' })).toEqual(students)
    expect(targetsOf({ ...both, targetType: 'faculty' })).toMatchObject({ targetUsers: [] })
  })
})

describe('a scheduled notification', () => {
  const values = formOf(stored, [])

  it('is restored to the second', () => {
    const { title, message, type, priority, targetType, targetUsers, scheduledFor } = stored.notification
    const input = inputOf(values, stored.notification)
    expect(input).toMatchObject({ title, message, type, priority, targetType, scheduledFor, expiresAt: '' })
    expect([...(input.targetUsers ?? [])].sort()).toEqual(targetUsers)
  })

  it('shows people with known names first', () => {
    expect(values.students.users.map(({ name }) => name)).toEqual(['Asha Rao', ''])
  })

  it('uses the viewer’s time zone for a new time', () => {
    const at = '2101-02-03T09:30'
    const { scheduledFor } = inputOf({ ...values, scheduledFor: at }, stored.notification)
    expect(toLocalInput(scheduledFor ?? '')).toBe(at)
  })
})

describe('chosen people who no longer exist', () => {
  it('are removed if others remain', () => {
    expect(formOf({ ...stored, missingUsers: ['s1'] }, []).students.users).toEqual([{ id: 's2', name: 'Asha Rao' }])
  })

  it('are kept and fail validation if no one else is left, because an empty list means everyone', () => {
    const values = formOf({ ...stored, missingUsers: ['s1', 's2'] }, [])
    expect(values.students.users).toHaveLength(2)
    const { issues } = schemaOf(stored.notification, () => null).safeParse(values).error ?? {}
    expect(issues?.map(({ path }) => path)).toEqual([['targetUsers']])
    const other = { id: 's3', name: 'Bala Iyer' }
    expect(withoutGone([...values.students.users, other])).toEqual([other])
  })
})

describe('validation', () => {
  const issuesOf = (values: ReturnType<typeof emptyForm>, file: string | null = null) =>
    schemaOf(undefined, () => file)
      .safeParse(values)
      // A field shows only its first error.
      .error?.issues.filter(({ path }, at, all) => all.findIndex((one) => one.path[0] === path[0]) === at)
      .map(({ path, message }) => [path[0], message])

  it('reports each missing field with the shared messages', () => {
    expect(issuesOf(emptyForm('master_admin'))).toEqual([
      ['title', 'Title is required'],
      ['message', 'Message is required'],
      ['targetColleges', 'Please select at least one college'],
    ])
  })

  it('rejects a time in the past', () => {
    const whole = { ...emptyForm('college_admin'), title: 'Now', message: 'Read it' }
    const over = 'Please choose a time in the future'
    const times = { scheduledFor: '2001-01-01T10:00', expiresAt: '2001-01-01T11:00' }
    expect(issuesOf({ ...whole, ...times })).toEqual([
      ['scheduledFor', over],
      ['expiresAt', over],
    ])
  })

  it('rejects an empty file and a malformed time', () => {
    const whole = { ...emptyForm('college_admin'), title: 'Now', message: 'Read it' }
    expect(issuesOf(whole)).toBeUndefined()
    expect(issuesOf(whole, 'The file is empty')).toEqual([['attachment', 'The file is empty']])
    expect(issuesOf({ ...whole, scheduledFor: 'soon' })).toEqual([['scheduledFor', timeSentence]])
  })
})

describe('a file', () => {
  it.each([
    ['circular.PDF', 5 * 1024 * 1024, null],
    ['circular.pdf', 5 * 1024 * 1024 + 1, 'File size must be less than 5MB'],
    ['nothing.txt', 0, 'The file is empty'],
    ['program.exe', 10, 'Please choose a .jpg, .jpeg, .png, .gif, .pdf, .doc, .docx or .txt file'],
  ])('%s of %i bytes: %s', (name, size, refusal) => {
    expect(refusalOf({ name, size })).toBe(refusal)
  })
})
