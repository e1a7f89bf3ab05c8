import { downloadedFile, uploadedFile } from '#server/platform/files.ts'
import { lookUp, router } from '#server/trpc/init.ts'
import { administrator, signedIn } from '#server/trpc/procedures.ts'
import {
  attachmentTooLarge,
  audience,
  groupNames,
  groupsQuery,
  inbox,
  inboxQuery,
  maxAttachmentBytes,
  notificationAnswer,
  notificationCreated,
  notificationForm,
  notificationStats,
  peopleList,
  peopleQuery,
  recipientList,
  recipientsQuery,
  removeAttachment,
  sentExportQuery,
  sentList,
  sentQuery,
  targetsForm,
  unreadAnswer,
} from '#shared/notifications/notifications.schema.ts'
import { byId, messageAnswer } from '#shared/schema.ts'
import { analyticsRouter } from './analytics/analytics.router.ts'
import { downloadAttachment } from './downloads.ts'
import { findInbox, markAllRead, markRead } from './inbox.ts'
import {
  createNotification,
  deleteNotification,
  getNotification,
  requireOwnNotification,
  requireVisible,
  updateNotification,
} from './notifications.ts'
import { findRecipients } from './recipients.ts'
import { exportSent, findSent, getStats } from './sent.ts'
import { findGroups, findPeople, previewAudience } from './targets.ts'

const multipart = {
  part: 'attachment',
  maxBytes: maxAttachmentBytes,
  tooLarge: attachmentTooLarge,
  optional: true,
} as const
const file = uploadedFile.optional()

/** Looks up the notification before validating the input: returns 404 before 400. */
const ofOwn = administrator
  .input(byId)
  .use(lookUp((ctx, id) => requireOwnNotification(ctx.app, ctx.reach, ctx.actor, id)))
const ofVisible = administrator.input(byId).use(lookUp((ctx, id) => requireVisible(ctx.app, ctx.reach, ctx.actor, id)))

export const notificationsRouter = router({
  analytics: analyticsRouter,
  create: administrator
    .meta({
      rest: 'POST /notifications',
      status: 201,
      multipart,
      summary: 'Send or schedule a notification, optionally with an attachment',
    })
    .input(notificationForm.safeExtend({ file }))
    .output(notificationCreated)
    .mutation(({ ctx, input }) => createNotification(ctx.app, ctx.reach, ctx.actor, input)),
  update: ofOwn
    .meta({ rest: 'PUT /notifications/{id}', multipart, summary: 'Update a scheduled notification' })
    .input(notificationForm.safeExtend({ file, removeAttachment }))
    .output(notificationCreated)
    .mutation(({ ctx, input }) => updateNotification(ctx.app, ctx.reach, ctx.actor, input.id, input)),
  delete: administrator
    .meta({
      rest: 'DELETE /notifications/{id}',
      summary: 'Cancel a scheduled notification, or delete a sent one; sender only',
    })
    .input(byId)
    .output(messageAnswer)
    .mutation(({ ctx, input }) => deleteNotification(ctx.app, ctx.reach, ctx.actor, input.id)),
  get: administrator
    .meta({ rest: 'GET /notifications/{id}', summary: 'Get a notification you sent' })
    .input(byId)
    .output(notificationAnswer)
    .query(({ ctx, input }) => getNotification(ctx.app, ctx.reach, ctx.actor, input.id)),
  audience: administrator
    .meta({
      rest: 'POST /notifications/audience',
      summary: 'Count the recipients a notification would reach now, without sending it',
    })
    .input(targetsForm)
    .output(audience)
    .mutation(({ ctx, input }) => previewAudience(ctx.app, ctx.reach, input)),
  // POST because the ids of many colleges are too long for a URL.
  groups: administrator
    .meta({ rest: 'POST /notifications/groups', summary: 'List the branches, batches and sections you can notify' })
    .input(groupsQuery)
    .output(groupNames)
    .mutation(({ ctx, input }) => findGroups(ctx.app, ctx.reach, input)),
  people: administrator
    .meta({ rest: 'POST /notifications/people', summary: 'List people you can notify, by name' })
    .input(peopleQuery)
    .output(peopleList)
    .mutation(({ ctx, input }) => findPeople(ctx.app, ctx.reach, input)),
  inbox: signedIn
    .meta({
      rest: 'GET /notifications/my-notifications',
      summary: 'List notifications you received, newest first, with the unread count',
    })
    .input(inboxQuery)
    .output(inbox)
    .query(({ ctx, input }) => findInbox(ctx.app, ctx.actor, input)),
  markRead: signedIn
    .meta({ rest: 'PUT /notifications/{id}/read', summary: 'Mark a notification as read' })
    .input(byId)
    .output(unreadAnswer)
    .mutation(({ ctx, input }) => markRead(ctx.app, ctx.actor, input.id)),
  markAllRead: signedIn
    .meta({ rest: 'PUT /notifications/mark-all-read', summary: 'Mark all notifications as read' })
    .output(unreadAnswer)
    .mutation(({ ctx }) => markAllRead(ctx.app, ctx.actor)),
  attachment: signedIn
    .meta({ rest: 'GET /notifications/{id}/attachment', summary: 'Download an attachment; sender and recipients only' })
    .input(byId)
    .output(downloadedFile)
    .query(({ ctx, input }) => downloadAttachment(ctx.app, ctx.actor, input.id)),
  stats: administrator
    .meta({ rest: 'GET /notifications/stats', summary: 'Get statistics on sent notifications' })
    .output(notificationStats)
    .query(({ ctx }) => getStats(ctx.app, ctx.reach)),
  sent: administrator
    .meta({
      rest: 'GET /notifications/sent-notifications',
      summary: 'List sent notifications with their statistics, newest first',
    })
    .input(sentQuery)
    .output(sentList)
    .query(({ ctx, input }) => findSent(ctx.app, ctx.reach, ctx.actor, input)),
  export: administrator
    .meta({ rest: 'GET /notifications/export', summary: 'Export sent notifications' })
    .input(sentExportQuery)
    .output(downloadedFile)
    .query(({ ctx, input }) => exportSent(ctx.app, ctx.reach, ctx.actor, input)),
  recipients: ofVisible
    .meta({
      rest: 'GET /notifications/{id}/recipients',
      summary: "List a notification's recipients and when they read it",
    })
    .input(recipientsQuery)
    .output(recipientList)
    .query(({ ctx, input }) => findRecipients(ctx.app, ctx.reach, ctx.actor, input.id, input)),
})
