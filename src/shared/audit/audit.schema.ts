import { z } from 'zod'
import { exportQuery } from '../exports.ts'
import { roles } from '../roles.ts'
import { idSchema, isoTime, pageQuery, pagination, timeInput } from '../schema.ts'

export const auditSubjects = [
  'college',
  'member',
  'test',
  'assignment',
  'account',
  'bank_question',
  'coding_question',
  'notification',
  'api_token',
  'webhook',
  'platform',
  'sign_in',
] as const
export type AuditSubject = (typeof auditSubjects)[number]

/** Every recorded action, grouped by the kind of thing it targets. sentences.rules.ts has a sentence for each. */
export const auditActions = [
  'college.create',
  'college.update',
  'college.activate',
  'college.deactivate',
  'college.delete',
  'member.create',
  'member.update',
  'member.change_role',
  'member.activate',
  'member.deactivate',
  'member.delete',
  'member.reissue_password',
  'member.bulk_upload',
  'member.activate_many',
  'member.deactivate_many',
  'member.move_many',
  'member.reissue_many',
  'member.export_list',
  'account.update_profile',
  'account.change_group',
  'account.request_group',
  'account.withdraw_group_request',
  'member.accept_group_request',
  'member.reject_group_request',
  'college.update_settings',
  'account.change_password',
  'account.reset_password',
  'test.create',
  'test.update',
  'test.key_change',
  'test.release_key',
  'test.choose_markers',
  'test.delete',
  'bank_question.create',
  'bank_question.update',
  'bank_question.retire',
  'bank_question.restore',
  'bank_question.delete',
  'coding_question.create',
  'coding_question.update',
  'coding_question.delete',
  'coding_question.archive',
  'coding_question.restore',
  'assignment.create',
  'assignment.accepted',
  'assignment.rejected',
  'assignment.undo_rejection',
  'assignment.assign_students',
  'assignment.unassign_student',
  'assignment.change_marks',
  'assignment.answer_objections',
  'assignment.extra_time',
  'assignment.reopen_attempt',
  'assignment.move_attempt',
  'assignment.network_exception',
  'assignment.release_results',
  'notification.send',
  'notification.schedule',
  'notification.update',
  'notification.delete',
  'account.sign_out_everywhere',
  'account.turn_on_two_step',
  'account.turn_off_two_step',
  'account.add_passkey',
  'account.remove_passkey',
  'member.export_data',
  'member.erase',
  'member.turn_off_two_step',
  'api_token.create',
  'api_token.delete',
  'webhook.create',
  'webhook.update',
  'webhook.delete',
  'platform.second_step',
  'platform.backup',
  'platform.restore',
  'platform.export_audit_log',
  'platform.prune_audit_log',
  'sign_in.success',
  'sign_in.failure',
  'sign_in.limit',
  'sign_in.lift_limit',
] as const
export type AuditAction = (typeof auditActions)[number]

export const auditListQuery = pageQuery.extend({
  action: z.enum(auditActions).optional(),
  subject: z.enum(auditSubjects).optional(),
  except: z.enum(auditSubjects).optional().describe('Excludes this subject'),
  collegeId: z.string().optional().describe('Master admin only; college admins always see their college'),
  search: z.string().max(200).optional().describe('Matches names and emails of the actor and the subject'),
  from: timeInput('Please choose a date').optional(),
  to: timeInput('Please choose a date').optional().describe('Until this time, exclusive'),
})
/** The same entries as a file. */
export const auditExportQuery = auditListQuery.omit({ page: true, limit: true }).extend(exportQuery.shape)
export type AuditListQuery = z.output<typeof auditListQuery>

const person = z.object({ id: idSchema, name: z.string(), email: z.string(), role: z.enum(roles) })

export const auditEntry = z.object({
  id: idSchema,
  number: z.number().nullable().describe("Position in the platform's log, from 1 without gaps"),
  at: isoTime,
  action: z.enum(auditActions),
  actor: person.nullable().describe('With the name at that time; null for the platform'),
  subject: z.object({ type: z.enum(auditSubjects), id: idSchema, name: z.string().nullable() }),
  college: z.object({ id: idSchema, name: z.string().nullable() }).nullable(),
  detail: z.record(z.string(), z.unknown()),
  address: z.string().nullable().describe('IP address of the request'),
  hash: z.string().nullable().describe("SHA-256 of this entry and the previous entry's hash"),
})
export type AuditEntry = z.output<typeof auditEntry>

export const auditList = z.object({ entries: z.array(auditEntry), pagination })
