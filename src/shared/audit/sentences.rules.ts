import { roleLabels } from '../roles.ts'
import { type AuditAction, type AuditSubject, auditSubjects } from './audit.schema.ts'
import {
  type ActionWords,
  keyWords,
  many,
  notification,
  numberIn,
  own,
  person,
  practiceWords,
  releaseWords,
  roleIn,
  simple,
  type Told,
} from './phrases.rules.ts'

/** Wording of every recorded action. A new action does not compile until it has one. */
export const actionWords: Record<AuditAction, ActionWords> = {
  'college.create': { label: 'College created', sentence: simple('created the college', 'created a college') },
  'college.update': { label: 'College changed', sentence: simple('changed the college', 'changed a college') },
  'college.activate': { label: 'College activated', sentence: simple('activated the college', 'activated a college') },
  'college.deactivate': {
    label: 'College deactivated',
    sentence: simple('deactivated the college', 'deactivated a college'),
  },
  'college.delete': { label: 'College deleted', sentence: simple('deleted the college', 'deleted a college') },
  'member.create': { label: 'Person added', sentence: person('added') },
  'member.update': { label: 'Person changed', sentence: simple('changed the details of', 'changed a person') },
  'member.change_role': {
    label: 'Role changed',
    sentence: ({ subject, detail }) => {
      const [from, to] = [roleIn(detail, 'from'), roleIn(detail, 'to')]
      return {
        before: 'changed the role of',
        about: subject.name ?? 'a person',
        ...(from && to && { after: `from ${roleLabels[from]} to ${roleLabels[to]}` }),
      }
    },
  },
  'member.activate': { label: 'Person activated', sentence: person('activated') },
  'member.deactivate': { label: 'Person deactivated', sentence: person('deactivated') },
  'member.delete': { label: 'Person deleted', sentence: person('deleted') },
  'member.reissue_password': {
    label: 'New temporary password',
    sentence: ({ subject }) => ({
      before: 'gave',
      about: subject.name ?? 'a person',
      after: 'a new temporary password',
    }),
  },
  'member.bulk_upload': {
    label: 'Bulk upload',
    sentence: (entry) => {
      const role = roleIn(entry.detail, 'role')
      const added = numberIn(entry, 'successful')
      const people = role === 'faculty' ? 'faculty' : role === 'student' ? 'students' : 'people'
      return {
        before: `uploaded a sheet of ${people}`,
        ...(added !== undefined && { after: `and added ${added.toLocaleString()}` }),
      }
    },
  },
  'member.activate_many': { label: 'People activated', sentence: many('activated') },
  'member.deactivate_many': { label: 'People deactivated', sentence: many('deactivated') },
  'member.move_many': {
    label: 'People moved',
    sentence: many('moved', 'to another branch, batch or section'),
  },
  'member.reissue_many': {
    label: 'New temporary passwords',
    sentence: many('gave', 'new temporary passwords'),
  },
  'member.export_list': { label: 'People exported', sentence: many('exported a list of') },
  'account.update_profile': { label: 'Profile changed', sentence: own('changed their profile') },
  'account.change_group': { label: 'Group changed', sentence: own('changed their batch, branch or section') },
  'account.request_group': {
    label: 'Group change requested',
    sentence: own('asked to be in another batch, branch or section'),
  },
  'account.withdraw_group_request': {
    label: 'Group request withdrawn',
    sentence: own('withdrew a request to change the group'),
  },
  'member.accept_group_request': {
    label: 'Group request accepted',
    sentence: simple('accepted the group request of', 'accepted a group request'),
  },
  'member.reject_group_request': {
    label: 'Group request rejected',
    sentence: simple('rejected the group request of', 'rejected a group request'),
  },
  'college.update_settings': {
    label: 'College settings changed',
    sentence: simple('changed the settings of', 'changed the settings of a college'),
  },
  'account.change_password': { label: 'Password changed', sentence: own('changed their password') },
  'account.reset_password': { label: 'Password reset', sentence: own('set a new password with a reset link') },
  'test.create': { label: 'Test created', sentence: simple('created the test', 'created a test') },
  'test.update': { label: 'Test changed', sentence: simple('changed the test', 'changed a test') },
  'test.key_change': {
    label: 'Answer key changed',
    sentence: simple('changed the answer key of the test', 'changed the answer key of a test'),
  },
  'test.release_key': {
    label: 'Answers released',
    sentence: ({ subject, detail }) => ({
      ...releaseWords('the answers of', detail.at),
      about: subject.name ?? 'a test',
    }),
  },
  'test.delete': { label: 'Test deleted', sentence: simple('deleted the test', 'deleted a test') },
  'coding_question.create': {
    label: 'Coding question created',
    sentence: simple('created the coding question', 'created a coding question'),
  },
  'coding_question.update': {
    label: 'Coding question changed',
    sentence: ({ subject, detail }) => ({
      before: 'changed the coding question',
      about: subject.name ?? 'without a name',
      ...(detail.practice !== undefined && { after: `and ${practiceWords(detail.practice)}` }),
    }),
  },
  'coding_question.delete': {
    label: 'Coding question deleted',
    sentence: simple('deleted the coding question', 'deleted a coding question'),
  },
  'coding_question.archive': {
    label: 'Coding question archived',
    sentence: simple('archived the coding question', 'archived a coding question'),
  },
  'coding_question.restore': {
    label: 'Coding question restored',
    sentence: simple('restored the coding question', 'restored a coding question'),
  },
  'assignment.create': {
    label: 'Test offered',
    sentence: ({ subject, college }) => ({
      before: 'offered the test',
      about: subject.name ?? 'without a name',
      after: `to ${college?.name ?? 'a deleted college'}`,
    }),
  },
  'assignment.accepted': { label: 'Test accepted', sentence: simple('accepted the test', 'accepted a test') },
  'assignment.rejected': { label: 'Test rejected', sentence: simple('rejected the test', 'rejected a test') },
  'assignment.undo_rejection': {
    label: 'Rejection undone',
    sentence: simple('undid the rejection of the test', 'undid the rejection of a test'),
  },
  'assignment.assign_students': {
    label: 'Students assigned',
    sentence: (entry) => {
      const assigned = numberIn(entry, 'assigned')
      const students =
        assigned === undefined ? 'students' : `${assigned.toLocaleString()} ${assigned === 1 ? 'student' : 'students'}`
      return { before: 'assigned the test', about: entry.subject.name ?? 'without a name', after: `to ${students}` }
    },
  },
  'assignment.unassign_student': {
    label: 'Student removed from a test',
    sentence: ({ subject, detail }) => ({
      before: 'took the test',
      about: subject.name ?? 'without a name',
      after: `away from ${typeof detail.student === 'string' ? detail.student : 'a student'}`,
    }),
  },
  'assignment.extra_time': {
    label: 'Extra time given',
    sentence: (entry) => {
      const students = numberIn(entry, 'students')
      const to =
        students === undefined ? 'students' : `${students.toLocaleString()} ${students === 1 ? 'student' : 'students'}`
      return {
        before: `gave ${to} extra time in the test`,
        about: entry.subject.name ?? 'without a name',
        ...keyWords(entry),
      }
    },
  },
  'assignment.reopen_attempt': {
    label: 'Attempt opened again',
    sentence: ({ subject, detail }) => ({
      before: `rereopened the attempt of ${typeof detail.student === 'string' ? detail.student : 'a student'} in the test`,
      about: subject.name ?? 'without a name',
      ...keyWords({ detail }),
    }),
  },
  'assignment.move_attempt': {
    label: 'Attempt moved to another device',
    sentence: ({ subject, detail }) => ({
      before: `moved the attempt of ${typeof detail.student === 'string' ? detail.student : 'a student'} to another device, in the test`,
      about: subject.name ?? 'without a name',
    }),
  },
  'assignment.network_exception': {
    label: 'Network exception changed',
    sentence: ({ subject, detail }) => ({
      before: `${detail.allowed === false ? 'no longer lets' : 'let'} ${typeof detail.student === 'string' ? detail.student : 'a student'} take from any network the test`,
      about: subject.name ?? 'without a name',
    }),
  },
  'assignment.release_results': {
    label: 'Scores released',
    sentence: ({ subject, detail }) => ({
      ...releaseWords('the scores of', detail.at),
      about: subject.name ?? 'a test',
    }),
  },
  'notification.send': { label: 'Notification sent', sentence: notification('sent') },
  'notification.schedule': { label: 'Notification scheduled', sentence: notification('scheduled') },
  'notification.update': { label: 'Notification changed', sentence: notification('changed') },
  'notification.delete': { label: 'Notification deleted', sentence: notification('deleted') },
  'account.sign_out_everywhere': { label: 'Signed out everywhere', sentence: own('signed out on all devices') },
  'account.add_passkey': { label: 'Passkey added', sentence: own('added a passkey') },
  'account.remove_passkey': { label: 'Passkey removed', sentence: own('removed a passkey') },
  'account.turn_on_two_step': { label: 'Two-step sign-in on', sentence: own('turned on two-step sign-in') },
  'account.turn_off_two_step': { label: 'Two-step sign-in off', sentence: own('turned off two-step sign-in') },
  'member.export_data': {
    label: 'Personal data exported',
    sentence: simple('exported the data of', 'exported a person’s data'),
  },
  'member.erase': { label: 'Personal data erased', sentence: own('erased the data of a student') },
  'member.turn_off_two_step': {
    label: 'Two-step sign-in turned off by an admin',
    sentence: simple('turned off the two-step sign-in of', 'turned off a person’s two-step sign-in'),
  },
  'api_token.create': { label: 'API token made', sentence: simple('created the API token', 'created an API token') },
  'api_token.delete': { label: 'API token deleted', sentence: simple('deleted the API token', 'deleted an API token') },
  'webhook.create': { label: 'Webhook added', sentence: simple('added the webhook', 'added a webhook') },
  'webhook.update': { label: 'Webhook changed', sentence: simple('changed the webhook', 'changed a webhook') },
  'webhook.delete': { label: 'Webhook deleted', sentence: simple('deleted the webhook', 'deleted a webhook') },
  'platform.second_step': {
    label: 'Second step for staff',
    sentence: ({ detail }) => ({
      before:
        detail.required === true ? 'required a second step for staff' : 'no longer required a second step for staff',
    }),
  },
  'platform.backup': { label: 'Backup made', sentence: own('made a backup') },
  'platform.restore': { label: 'Backup restored', sentence: own('restored a backup') },
  'platform.export_audit_log': { label: 'Audit log exported', sentence: own('exported the audit log') },
  'platform.prune_audit_log': {
    label: 'Old audit entries removed',
    sentence: (entry) => {
      const removed = numberIn(entry, 'entries')
      const entries = removed === undefined ? 'old' : `${removed.toLocaleString()} old`
      return { before: `removed ${entries} audit ${removed === 1 ? 'entry' : 'entries'}` }
    },
  },
  'sign_in.success': { label: 'Signed in', sentence: own('signed in') },
  'sign_in.failure': {
    label: 'Sign-in failed',
    sentence: (entry) => {
      const count = numberIn(entry, 'count')
      if (count !== undefined) return { before: `refused ${count.toLocaleString()} more sign-ins` }
      return { before: 'refused to sign in', about: entry.subject.name ?? 'an erased person' }
    },
  },
  'sign_in.limit': {
    label: 'Sign-in limited',
    sentence: simple('stopped sign-ins, after too many attempts, to', 'stopped sign-ins after too many attempts'),
  },
  'sign_in.lift_limit': {
    label: 'Sign-in limit lifted',
    sentence: simple('lifted the sign-in limit of', 'lifted a sign-in limit'),
  },
}

export const subjectLabels: Record<AuditSubject, string> = {
  college: 'Colleges',
  member: 'People',
  test: 'Tests',
  assignment: 'Assignments',
  account: 'Own accounts',
  coding_question: 'Coding questions',
  notification: 'Notifications',
  api_token: 'API tokens',
  webhook: 'Webhooks',
  platform: 'The platform',
  sign_in: 'Sign-ins',
}

/** Bulk actions, recorded under the people's college. */
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
export function sentenceOf(entry: Told): string {
  const { before, about, after } = actionWords[entry.action].sentence(entry)
  return [before, about, after].filter(Boolean).join(' ')
}
