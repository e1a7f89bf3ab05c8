import { describe, expect, it } from 'vitest'
import { type AuditEntry, auditActions } from './audit.schema.ts'
import { detailsOf } from './details.rules.ts'
import { actionWords, sentenceOf, subjectLabels, subjectOf } from './sentences.rules.ts'

const entry = (fields: Partial<AuditEntry>): AuditEntry => ({
  id: '1',
  at: '2026-03-10T06:15:00.000Z',
  action: 'member.delete',
  actor: { id: '2', name: 'Lead', email: 'lead@x.example', role: 'college_admin' },
  subject: { type: 'member', id: '3', name: 'Asha Rao' },
  college: { id: '4', name: 'Nilgiri College' },
  detail: {},
  address: '127.0.0.1',
  number: 1,
  hash: null,
  ...fields,
})
const said = (fields: Partial<AuditEntry>) => sentenceOf(entry(fields))

describe('sentenceOf', () => {
  it('names the subject and its role', () => {
    expect(said({ detail: { role: 'student' } })).toBe('deleted the student Asha Rao')
    expect(said({ action: 'member.create', detail: { role: 'faculty' } })).toBe('added the faculty member Asha Rao')
    expect(said({ action: 'member.change_role', detail: { from: 'student', to: 'faculty' } })).toBe(
      'changed Asha Rao’s role from Student to Faculty',
    )
    expect(said({ action: 'member.reissue_password' })).toBe('gave Asha Rao a new temporary password')
  })

  it('includes the number of people in an upload or assignment', () => {
    expect(said({ action: 'member.bulk_upload', detail: { role: 'student', successful: 1200 } })).toMatch(
      /^uploaded a sheet of students and added 1.?200$/,
    )
    const test = { type: 'assignment', id: '5', name: 'Aptitude' } as const
    expect(said({ action: 'assignment.assign_students', subject: test, detail: { assigned: 1 } })).toBe(
      'assigned the test Aptitude to 1 student',
    )
    expect(said({ action: 'assignment.create', subject: test, college: { id: '4', name: null } })).toBe(
      'offered the test Aptitude to a deleted college',
    )
  })

  it('names the student whose attempt changed', () => {
    const test = { type: 'assignment', id: '5', name: 'Aptitude' } as const
    const changed = (action: AuditEntry['action']) => said({ action, subject: test, detail: { student: 'Asha Rao' } })
    expect(changed('assignment.reopen_attempt')).toBe('reopened Asha Rao’s attempt at the test Aptitude')
    expect(changed('assignment.network_exception')).toBe('let Asha Rao take the test Aptitude from any network')
  })

  it('includes the number of people in a bulk action', () => {
    const many = (detail: AuditEntry['detail']) => said({ action: 'member.deactivate_many', detail })
    expect(many({ role: 'student', count: 12, ids: ['1'] })).toBe('deactivated 12 students')
    expect(many({ role: 'faculty', count: 1 })).toBe('deactivated 1 faculty member')
    expect(many({ count: 2 })).toBe('deactivated 2 people')
  })

  it.each(auditActions)('has a sentence for %s even if only the action is known', (action) => {
    const subject = {
      type: subjectOf(action) ?? 'account',
      id: '3',
      name: null,
    }
    expect(said({ action, subject, college: null })).not.toMatch(/null|undefined|NaN|\[object/)
    expect(actionWords[action].label).not.toBe('')
    expect(subjectOf(action)).toBeDefined()
    expect(subjectLabels[subject.type]).not.toBe('')
  })
})

describe('detailsOf', () => {
  it('labels changed fields as the forms do', () => {
    expect(detailsOf({ detail: { changed: ['idNumber', 'phoneNumber'] } })).toEqual([
      { label: 'Changed', value: 'ID number, Phone number' },
    ])
  })

  it('shows a role once, with its previous value', () => {
    expect(detailsOf({ detail: { changed: ['role'], from: 'student', to: 'faculty' } })).toEqual([
      { label: 'New role', value: 'Student → Faculty' },
    ])
  })

  it('shows changed answers without identifiers', () => {
    const changedKey = [
      { questionId: 'q1', from: 'A', to: 'B' },
      { questionId: 'q2', from: 'C', to: 'D' },
    ]
    expect(detailsOf({ detail: { changedKey } })).toEqual([
      { label: 'Changed answers', value: '2' },
      { label: 'From → to', value: 'A → B, C → D' },
    ])
    expect(detailsOf({ detail: { changedKey: [], testId: 't1' } })).toEqual([])
  })

  it('shows details that have no known label', () => {
    expect(
      detailsOf({ detail: { fileName: 'a.xlsx', kept: true, rows: [2, 3], more: { addedLater: 4, x: null } } }),
    ).toEqual([
      { label: 'File name', value: 'a.xlsx' },
      { label: 'Kept', value: 'Yes' },
      { label: 'Rows', value: '2, 3' },
      { label: 'More', value: 'Added later: 4' },
    ])
  })
})
