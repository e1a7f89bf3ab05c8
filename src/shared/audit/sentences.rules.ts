import { roleLabels } from '../roles.ts'
import { type AuditAction, type AuditSubject, auditSubjects } from './audit.schema.ts'
import {
  type ActionWords,
  type DescribedEntry,
  keyWords,
  many,
  notification,
  numberIn,
  onThe,
  onTheir,
  own,
  person,
  possessive,
  practiceWords,
  releaseWords,
  roleIn,
  simple,
  studentIn,
  studentsIn,
  words,
} from './phrases.rules.ts'

/** The wording of every recorded action. A new action does not compile without one. */
export const actionWords: Record<AuditAction, ActionWords> = {
  'college.create': words('College created', onThe('created', 'college')),
  'college.update': words('College changed', onThe('changed', 'college')),
  'college.activate': words('College activated', onThe('activated', 'college')),
  'college.deactivate': words('College deactivated', onThe('deactivated', 'college')),
  'college.allow_own_tests': words('Own tests allowed', ({ subject }) => ({
    before: 'allowed',
    about: subject.name ?? 'a college',
    after: 'to write its own tests',
  })),
  'college.stop_own_tests': words('Own tests stopped', ({ subject }) => ({
    before: 'stopped',
    about: subject.name ?? 'a college',
    after: 'from writing its own tests',
  })),
  'college.delete': words('College deleted', onThe('deleted', 'college')),
  'member.create': words('Person added', person('added')),
  'member.update': words('Person changed', onTheir('changed', 'a person', 'details')),
  'member.change_role': words('Role changed', ({ subject, detail }) => {
    const [from, to] = [roleIn(detail, 'from'), roleIn(detail, 'to')]
    return {
      before: 'changed',
      about: possessive(subject.name ?? 'a person'),
      after: from && to ? `role from ${roleLabels[from]} to ${roleLabels[to]}` : 'role',
    }
  }),
  'member.activate': words('Person activated', person('activated')),
  'member.deactivate': words('Person deactivated', person('deactivated')),
  'member.delete': words('Person deleted', person('deleted')),
  'member.reissue_password': words('New temporary password', ({ subject }) => ({
    before: 'gave',
    about: subject.name ?? 'a person',
    after: 'a new temporary password',
  })),
  'member.bulk_upload': words('Bulk upload', (entry) => {
    const role = roleIn(entry.detail, 'role')
    const added = numberIn(entry, 'successful')
    const people = role === 'faculty' ? 'faculty' : role === 'student' ? 'students' : 'people'
    return {
      before: `uploaded a sheet of ${people}`,
      ...(added !== undefined && { after: `and added ${added.toLocaleString()}` }),
    }
  }),
  'member.activate_many': words('People activated', many('activated')),
  'member.deactivate_many': words('People deactivated', many('deactivated')),
  'member.move_many': words('People moved', many('moved', 'to another branch, batch or section')),
  'member.reissue_many': words('New temporary passwords', many('gave', 'new temporary passwords')),
  'member.export_list': words('People exported', many('exported a list of')),
  'account.update_profile': words('Profile changed', own('changed their profile')),
  'account.change_group': words('Group changed', own('changed their batch, branch or section')),
  'account.request_group': words('Group change requested', own('asked to move to another batch, branch or section')),
  'account.withdraw_group_request': words('Group request withdrawn', own('withdrew their request to change group')),
  'member.accept_group_request': words('Group request accepted', onTheir('accepted', 'a student', 'group request')),
  'member.reject_group_request': words('Group request rejected', onTheir('rejected', 'a student', 'group request')),
  'college.update_settings': words('College settings changed', onTheir('changed', 'a college', 'settings')),
  'account.change_password': words('Password changed', own('changed their password')),
  'account.reset_password': words('Password reset', own('set a new password with a reset link')),
  'test.create': words('Test created', onThe('created', 'test')),
  'test.update': words('Test changed', onThe('changed', 'test')),
  'test.key_change': words('Answer key changed', onThe('changed the answer key of', 'test')),
  'test.release_key': words('Answers released', ({ subject, detail }) => ({
    ...releaseWords('the answers of', detail.at),
    about: subject.name ?? 'a test',
  })),
  'test.choose_markers': words('Markers chosen', onThe('chose who marks', 'test')),
  'test.delete': words('Test deleted', onThe('deleted', 'test')),
  'bank_question.create': words('Question added to the bank', onThe('added', 'question')),
  'bank_question.update': words('Question changed in the bank', onThe('changed', 'question')),
  'bank_question.retire': words('Question retired', onThe('retired', 'question')),
  'bank_question.restore': words('Question restored', onThe('restored', 'question')),
  'bank_question.delete': words('Question deleted from the bank', onThe('deleted', 'question')),
  'bank_import.confirm': words('Questions imported', onThe('added the questions of', 'file')),
  'bank_import.undo': words('Import undone', onThe('undid the import of', 'file')),
  'bank_import.discard': words('Import discarded', onThe('discarded the import of', 'file')),
  'coding_question.create': words('Coding question created', onThe('created', 'coding question')),
  'coding_question.update': words('Coding question changed', ({ subject, detail }) => ({
    before: 'changed the coding question',
    about: subject.name ?? '(unnamed)',
    ...(detail.practice !== undefined && { after: `and ${practiceWords(detail.practice)}` }),
  })),
  'coding_question.delete': words('Coding question deleted', onThe('deleted', 'coding question')),
  'coding_question.archive': words('Coding question archived', onThe('archived', 'coding question')),
  'coding_question.restore': words('Coding question restored', onThe('restored', 'coding question')),
  'assignment.create': words('Test offered', ({ subject, college }) => ({
    before: 'offered the test',
    about: subject.name ?? '(unnamed)',
    after: `to ${college?.name ?? 'a deleted college'}`,
  })),
  'assignment.accepted': words('Test accepted', onThe('accepted', 'test')),
  'assignment.rejected': words('Test rejected', onThe('rejected', 'test')),
  'assignment.undo_rejection': words('Rejection undone', onThe('undid the rejection of', 'test')),
  'assignment.assign_students': words('Students assigned', (entry) => ({
    before: 'assigned the test',
    about: entry.subject.name ?? '(unnamed)',
    after: `to ${studentsIn(entry, 'assigned')}`,
  })),
  'assignment.unassign_student': words('Student removed from a test', ({ subject, detail }) => ({
    before: `removed ${studentIn(detail)} from the test`,
    about: subject.name ?? '(unnamed)',
  })),
  'assignment.change_marks': words('Marks changed', ({ subject, detail }) => ({
    before: `changed ${possessive(studentIn(detail))} marks in the test`,
    about: subject.name ?? '(unnamed)',
  })),
  'assignment.answer_objections': words('Objections answered', ({ subject, detail }) => ({
    before:
      typeof detail.student === 'string'
        ? `answered ${possessive(studentIn(detail))} objection to a question in the test`
        : 'answered objections to a question in the test',
    about: subject.name ?? '(unnamed)',
  })),
  'assignment.extra_time': words('Extra time given', (entry) => ({
    before: `gave ${studentsIn(entry, 'students')} extra time in the test`,
    about: entry.subject.name ?? '(unnamed)',
    ...keyWords(entry),
  })),
  'assignment.reopen_attempt': words('Attempt reopened', ({ subject, detail }) => ({
    before: `reopened ${possessive(studentIn(detail))} attempt at the test`,
    about: subject.name ?? '(unnamed)',
    ...keyWords({ detail }),
  })),
  'assignment.move_attempt': words('Attempt moved to another device', ({ subject, detail }) => ({
    before: `moved ${possessive(studentIn(detail))} attempt at the test`,
    about: subject.name ?? '(unnamed)',
    after: 'to another device',
  })),
  'assignment.network_exception': words('Network exception changed', ({ subject, detail }) => ({
    before: `${detail.allowed === false ? 'stopped letting' : 'let'} ${studentIn(detail)} take the test`,
    about: subject.name ?? '(unnamed)',
    after: 'from any network',
  })),
  'assignment.release_results': words('Scores released', ({ subject, detail }) => ({
    ...releaseWords('the scores of', detail.at),
    about: subject.name ?? 'a test',
  })),
  'notification.send': words('Notification sent', notification('sent')),
  'notification.schedule': words('Notification scheduled', notification('scheduled')),
  'notification.update': words('Notification changed', notification('changed')),
  'notification.delete': words('Notification deleted', notification('deleted')),
  'account.sign_out_everywhere': words('Signed out everywhere', own('signed out on all devices')),
  'account.add_passkey': words('Passkey added', own('added a passkey')),
  'account.remove_passkey': words('Passkey removed', own('removed a passkey')),
  'account.turn_on_two_step': words('Two-step sign-in on', own('turned on two-step sign-in')),
  'account.turn_off_two_step': words('Two-step sign-in off', own('turned off two-step sign-in')),
  'member.export_data': words('Personal data exported', onTheir('exported', 'a person', 'data')),
  'member.erase': words('Personal data erased', own('erased a student’s data')),
  'member.turn_off_two_step': words(
    'Two-step sign-in turned off by an admin',
    onTheir('turned off', 'a person', 'two-step sign-in'),
  ),
  'api_token.create': words('API token created', onThe('created', 'API token')),
  'api_token.delete': words('API token deleted', onThe('deleted', 'API token')),
  'webhook.create': words('Webhook added', onThe('added', 'webhook')),
  'webhook.update': words('Webhook changed', onThe('changed', 'webhook')),
  'webhook.delete': words('Webhook deleted', onThe('deleted', 'webhook')),
  'judge_worker.create': words('Judge worker added', onThe('added', 'judge worker')),
  'judge_worker.drain': words('Judge worker drained', onThe('drained', 'judge worker')),
  'judge_worker.resume': words('Judge worker resumed', onThe('resumed', 'judge worker')),
  'judge_worker.delete': words('Judge worker revoked', onThe('revoked', 'judge worker')),
  'platform.second_step': words('Second step for staff', ({ detail }) => ({
    before: `${detail.required === true ? 'started' : 'stopped'} requiring a second step for staff`,
  })),
  'platform.backup': words('Backup made', own('made a backup')),
  'platform.restore': words('Backup restored', own('restored a backup')),
  'platform.export_audit_log': words('Audit log exported', own('exported the audit log')),
  'platform.prune_audit_log': words('Old audit entries removed', (entry) => {
    const removed = numberIn(entry, 'entries')
    const entries = removed === undefined ? 'old' : `${removed.toLocaleString()} old`
    return { before: `removed ${entries} audit ${removed === 1 ? 'entry' : 'entries'}` }
  }),
  'sign_in.success': words('Signed in', own('signed in')),
  'sign_in.failure': words('Sign-in failed', (entry) => {
    const count = numberIn(entry, 'count')
    if (count !== undefined) return { before: `refused ${count.toLocaleString()} more sign-ins` }
    return { before: 'refused a sign-in by', about: entry.subject.name ?? 'an erased person' }
  }),
  'sign_in.limit': words(
    'Sign-in limited',
    simple('blocked sign-ins after too many attempts for', 'blocked sign-ins after too many attempts'),
  ),
  'sign_in.lift_limit': words('Sign-in limit lifted', onTheir('lifted', 'a person', 'sign-in limit')),
}

export const subjectLabels: Record<AuditSubject, string> = {
  college: 'Colleges',
  member: 'People',
  test: 'Tests',
  assignment: 'Assignments',
  account: 'Own accounts',
  bank_question: 'Question bank',
  bank_import: 'Question imports',
  coding_question: 'Coding questions',
  notification: 'Notifications',
  api_token: 'API tokens',
  webhook: 'Webhooks',
  judge_worker: 'Judge workers',
  platform: 'The platform',
  sign_in: 'Sign-ins',
}

/** Bulk actions, recorded with the members' college as the subject. */
const ofCollege: readonly AuditAction[] = [
  'member.bulk_upload',
  'member.activate_many',
  'member.deactivate_many',
  'member.move_many',
  'member.reissue_many',
  'member.export_list',
]

/** The kind of thing an action targets. */
export const subjectOf = (action: AuditAction): AuditSubject | undefined =>
  ofCollege.includes(action) ? 'college' : auditSubjects.find((kind) => action.startsWith(`${kind}.`))

/** An entry as one sentence. */
export function sentenceOf(entry: DescribedEntry): string {
  const { before, about, after } = actionWords[entry.action].sentence(entry)
  return [before, about, after].filter(Boolean).join(' ')
}
