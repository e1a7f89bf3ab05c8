import { describe, expect, it } from 'vitest'
import { fits, names, placeOf } from '#client/features/search/model/result-links.ts'
import type { SearchHit } from '#client/features/search/queries.ts'

const hit = (fields: Partial<SearchHit>): SearchHit => ({
  kind: 'test',
  id: 'an-id',
  title: 'Aptitude round',
  detail: '',
  ...fields,
})
const params = { testId: 'an-id' }

describe('the page a test opens', () => {
  it.each([
    ['master_admin', 'upcoming', { to: '/tests/$testId/edit', params }],
    ['master_admin', 'active', { to: '/tests/$testId/report', params }],
    ['college_admin', 'pending', { to: '/assigned-tests', search: { search: 'Aptitude round' } }],
    ['college_admin', 'ended', { to: '/assigned-tests/$testId/report', params }],
    ['faculty', 'ended', { to: '/test-reports', search: { report: 'an-id' } }],
    ['student', 'submitted', { to: '/my-tests/$testId/report', params }],
    ['student', 'active', { to: '/my-tests/$testId/take', params }],
  ] as const)('depends on the role and status: %s, %s', (role, status, place) => {
    expect(placeOf(hit({ status }), role)).toEqual(place)
  })
})

it('opens a student’s page, but shows a faculty member in the list', () => {
  expect(placeOf(hit({ kind: 'student' }), 'faculty')).toEqual({
    to: '/students/$studentId',
    params: { studentId: 'an-id' },
  })
  expect(placeOf(hit({ kind: 'faculty', email: 'rao@x.example' }), 'college_admin')).toEqual({
    to: '/faculty',
    search: { search: 'rao@x.example' },
  })
})

it('opens a question in the bank for its author, and in practice for a student', () => {
  expect(placeOf(hit({ kind: 'question' }), 'master_admin').to).toBe('/coding-questions/$questionId/edit')
  expect(placeOf(hit({ kind: 'question' }), 'student').to).toBe('/practice-coding/$questionId')
})

it('finds a page by word prefixes, in any order and case', () => {
  expect(names('LOG aud', 'Audit Log')).toBe(true)
  expect(names('audit test', 'Audit Log')).toBe(false)
  expect(names('ra', 'Student Hierarchy')).toBe(false)
})

it('keeps a result while its text contains every word', () => {
  expect(fits('RAO ash', 'Asha Rao · 28ECE07')).toBe(true)
  expect(fits('ashok', 'Asha Rao · 28ECE07')).toBe(false)
})
