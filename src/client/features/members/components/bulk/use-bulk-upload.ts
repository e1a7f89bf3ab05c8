import { useEffect, useRef, useState } from 'react'
import { ApiError, codeOf, messageOf } from '#client/lib/errors.ts'
import { plural } from '#client/lib/format.ts'
import { notify } from '#client/lib/notify.ts'
import type { BulkResult } from '#shared/members/bulk.schema.ts'
import type { MemberRole } from '#shared/members/members.schema.ts'
import { refusalOf } from '../../model/people-sheets.ts'
import { useBulkUpload } from '../../queries.ts'
import { roleText } from '../role-text.ts'

/** Explains why an upload failed and what the user should do. */
export interface UploadFailure {
  title: string
  lines: readonly string[]
}

export interface Upload {
  id: string
  sent: number
  size: number
}

export type Stage =
  | { step: 'choose'; file: File | null; failure: UploadFailure | null }
  | { step: 'uploading'; file: File; upload: Upload }
  | { step: 'result'; file: File; result: BulkResult }

const lost = [
  'The connection was lost, and the upload may have continued without this page.',
  'It is safe to upload the sheet again: people already added are reported as existing.',
]

/** Avoids `crypto.randomUUID`, which is missing on sites served over plain HTTP. */
export const newUploadId = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** Detects a file that changed on disk after it was chosen. Sending it would look like a network failure. */
const isReadable = (file: File) =>
  file
    .slice(0, 1)
    .arrayBuffer()
    .then(() => true)
    .catch(() => false)

function failureOf(error: unknown): UploadFailure {
  const title = 'Bulk upload failed'
  if (codeOf(error) === 'NETWORK') return { title, lines: lost }
  // One line per error: sentences joined with commas are hard to read.
  if (error instanceof ApiError && error.errors)
    return { title, lines: [...new Set(error.errors.map(({ message }) => message))] }
  return { title, lines: [messageOf(error, '')].filter(Boolean) }
}

const refusedFile = (title: string, ...lines: string[]): Stage => ({
  step: 'choose',
  file: null,
  failure: { title, lines },
})

/** The steps of an upload dialog. A failed upload returns to the first step, with the file still chosen. */
export function useBulkUploadSteps(role: MemberRole) {
  const send = useBulkUpload()
  const [stage, setStage] = useState<Stage>({ step: 'choose', file: null, failure: null })
  // The current run. Results of older runs are ignored.
  const running = useRef<AbortController | null>(null)
  useEffect(
    () => () => {
      running.current = null
    },
    [],
  )

  const choose = (file: File) => {
    const refusal = refusalOf(file)
    setStage(refusal ? refusedFile(refusal) : { step: 'choose', file, failure: null })
  }

  /** @returns false if the user has abandoned this run */
  const finish = (control: AbortController, next: Stage) => {
    if (running.current !== control) return false
    running.current = null
    setStage(next)
    return true
  }

  const start = async (file: File | null) => {
    if (!file) return setStage(refusedFile('Please choose an Excel file'))
    if (running.current) return
    const control = new AbortController()
    running.current = control
    if (!(await isReadable(file))) {
      const reason = 'It was changed, moved or deleted after you chose it. Please choose it again.'
      return finish(control, refusedFile('The file can no longer be read', reason))
    }
    const upload = { id: newUploadId(), sent: 0, size: Math.max(1, file.size) }
    setStage({ step: 'uploading', file, upload })
    try {
      const result = await send.mutateAsync({
        role,
        file,
        uploadId: upload.id,
        signal: control.signal,
        onProgress: (sent, size) => {
          if (running.current === control) setStage({ step: 'uploading', file, upload: { ...upload, sent, size } })
        },
      })
      if (!finish(control, { step: 'result', file, result }))
        notify.success(`Upload finished: ${plural(result.successful, roleText[role].one, roleText[role].many)} added`)
    } catch (error) {
      if (!finish(control, { step: 'choose', file, failure: failureOf(error) }) && !control.signal.aborted)
        notify.error('Bulk upload failed')
    }
  }

  /** Abandons a running upload. The server continues to process it. */
  const reset = () => {
    running.current = null
    setStage({ step: 'choose', file: null, failure: null })
  }

  /** Cancels while the file is being sent. The server does not read incomplete files. */
  const cancel = () => {
    const control = running.current
    if (stage.step !== 'uploading' || stage.upload.sent >= stage.upload.size) return
    running.current = null
    setStage({ step: 'choose', file: stage.file, failure: null })
    control?.abort()
    notify.warning('The upload was cancelled. No one was added.')
  }

  return { stage, choose, start, reset, cancel }
}
