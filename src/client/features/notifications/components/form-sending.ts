import { useState } from 'react'
import { codeOf, messageOf } from '#client/lib/errors.ts'
import { notify } from '#client/lib/notify.ts'
import { formatDateTime } from '#client/lib/time.ts'
import { useConfirm } from '#client/ui/confirm.tsx'
import type { ConfirmQuestion } from '#client/ui/confirm-host.tsx'
import { invalid } from '#shared/errors.ts'
import type { ChosenFile } from '../model/form-attachment.ts'
import { noMatches, peopleText } from '../model/notification-text.ts'
import { type NotificationInput, useCountAudience, useCreateNotification, useUpdateNotification } from '../queries.ts'

/**
 * The confirmation before sending; null if an edited notification is still scheduled, since it can still be changed.
 */
function questionOf(
  { title, targetType, scheduledFor }: NotificationInput,
  total: number,
  editing: boolean,
): ConfirmQuestion | null {
  const people = peopleText(total, targetType)
  if (!scheduledFor)
    return {
      title: `Send to ${people}?`,
      message: `“${title.trim()}” appears in their notifications immediately, and each of them gets an email.`,
      consequences: 'You can’t recall an email once it is sent.',
      confirmLabel: 'Send',
      destructive: false,
    }
  if (editing) return null
  return {
    title: `Schedule for ${formatDateTime(scheduledFor)}?`,
    message: `“${title.trim()}” currently matches ${people}. It is sent to everyone who matches at that time, with an email.`,
    consequences: 'Until then you can edit or cancel it.',
    confirmLabel: 'Schedule',
    destructive: false,
  }
}

/** The result, as a sentence without a full stop. */
function newsOf({ targetType, scheduledFor }: NotificationInput, total: number): string {
  const people = peopleText(total, targetType)
  return scheduledFor ? `Scheduled for ${formatDateTime(scheduledFor)}: ${people} as of now` : `Sent to ${people}`
}

/** True for errors to show at the file field. */
const aboutFile = (error: unknown) => ['TOO_LARGE', 'UNSUPPORTED_TYPE'].includes(codeOf(error))

/**
 * Sends the form: recounts the recipients, confirms, and reports the result.
 *
 * @param id the edited notification; undefined for a new one
 * @param onSent receives the result once the notification is sent or stored
 * @param onAlreadySent called if the edited notification was sent in the meantime, so nothing was changed
 */
export function useSending(
  id: string | undefined,
  chosen: ChosenFile,
  onSent: (news: string) => Promise<void>,
  onAlreadySent: () => void,
) {
  const confirm = useConfirm()
  const count = useCountAudience()
  const create = useCreateNotification()
  const update = useUpdateNotification(id ?? '')
  const [progress, setProgress] = useState<number | null>(null)

  const put = async (form: NotificationInput) => {
    const file = chosen.file ?? undefined
    const onProgress = (sent: number, total: number) => setProgress(Math.round((sent / total) * 100))
    if (file) setProgress(0)
    try {
      return id === undefined
        ? await create.mutateAsync({ form, file, ...(file && { onProgress }) })
        : await update.mutateAsync({
            form,
            file,
            removeAttachment: chosen.removed && !file,
            ...(file && { onProgress }),
          })
    } catch (error) {
      throw aboutFile(error) ? invalid([{ field: 'attachment', message: messageOf(error) }]) : error
    } finally {
      setProgress(null)
    }
  }

  /** Throws field errors, which the form shows at their fields. */
  const send = async (form: NotificationInput) => {
    const { targetType, targetColleges, targetUsers, filters } = form
    const { totalRecipients } = await count.mutateAsync({ targetType, targetColleges, targetUsers, filters })
    if (totalRecipients === 0) throw invalid([{ field: 'targetType', message: noMatches }])
    const question = questionOf(form, totalRecipients, id !== undefined)
    if (question && !(await confirm(question))) return
    const answer = await put(form).catch((error: unknown) => {
      if (id === undefined || codeOf(error) !== 'CONFLICT') throw error
    })
    if (!answer) return onAlreadySent()
    const news = newsOf(form, answer.totalRecipients)
    notify.success(news)
    await onSent(news)
  }
  return { send, progress }
}
