import { Box, Button, Progress, Text } from '@mantine/core'
import { IconPhoto } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { codeOf, messageOf } from '#client/lib/errors.ts'
import { type UploadOptions, uploadFile } from '#client/lib/upload.ts'
import { DropArea } from '#client/ui/drop-area.tsx'
import { type ImageAnswer, imageUploadFailed } from '#shared/tests/images.schema.ts'
import { imageMimeTypes, imageProblem, scaleImage } from '../model/scale-image.ts'
import classes from './questions.module.css'

interface ImageFieldProps {
  /** Label of the image: `Image of the question`, `Image of option A`. */
  label: string
  value: string | null
  onChange: (url: string | null) => void
  /** True for a single compact row, as for an option. The label is then for screen readers only. */
  compact?: boolean
  disabled?: boolean
  /** Uploads the scaled image and returns its URL. By default, uploads a question image. */
  send?: (file: File, options: Pick<UploadOptions, 'signal' | 'onProgress'>) => Promise<string>
  /** Called with true when an upload starts, and with false when it ends, successfully or not. */
  onBusy?: (busy: boolean) => void
}

async function sendQuestionImage(file: File, options: UploadOptions): Promise<string> {
  const { imageUrl } = await uploadFile<ImageAnswer>('/api/tests/upload-image', 'file', file, options)
  return imageUrl
}

/** A field for one image, which can be chosen, dropped or pasted. Scales it down and uploads it at once. */
export function ImageField({
  label,
  value,
  onChange,
  compact = false,
  disabled = false,
  send = sendQuestionImage,
  onBusy,
}: ImageFieldProps) {
  const id = useId()
  const choose = useRef<HTMLButtonElement>(null)
  const sending = useRef<AbortController>(null)
  /** Percentage uploaded; null while no image is being uploaded. */
  const [sent, setSent] = useState<number | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [news, setNews] = useState('')
  const change = useRef(onChange)
  useEffect(() => {
    change.current = onChange
  })
  useEffect(() => () => sending.current?.abort(), [])
  const uploading = sent !== null
  const tell = useEffectEvent((busy: boolean) => onBusy?.(busy))
  useEffect(() => {
    if (!uploading) return
    tell(true)
    return () => tell(false)
  }, [uploading])

  const take = async (file: File) => {
    setNews('')
    const problem = imageProblem(file)
    setFailure(problem ?? null)
    if (problem) return
    const abort = new AbortController()
    sending.current = abort
    setSent(0)
    try {
      const scaled = await scaleImage(file)
      if (abort.signal.aborted) return
      const imageUrl = await send(scaled, {
        signal: abort.signal,
        onProgress: (done, total) => setSent(Math.round((done / total) * 100)),
      })
      change.current(imageUrl)
      setNews('Image uploaded')
    } catch (error) {
      if (!abort.signal.aborted)
        setFailure(codeOf(error) === 'NETWORK' ? imageUploadFailed : messageOf(error, imageUploadFailed))
    } finally {
      if (sending.current === abort) {
        sending.current = null
        setSent(null)
      }
    }
  }
  const cancel = () => {
    sending.current?.abort()
    sending.current = null
    setSent(null)
    choose.current?.focus()
  }
  const remove = () => {
    setFailure(null)
    setNews('Image removed')
    onChange(null)
    choose.current?.focus()
  }

  const verb = value ? 'Replace' : compact ? 'Add image' : 'Choose image'
  const small = compact ? 'xs' : 'sm'
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend cannot be laid out in a row
    <div role="group" aria-labelledby={id} aria-describedby={`${id}-failure`}>
      <Box id={id} mb={4} fz="sm" fw={550} className={compact ? 'visually-hidden' : undefined}>
        {label}
      </Box>
      <DropArea
        label={`${label}, file`}
        accept={imageMimeTypes.join(',')}
        onFile={(file) => void take(file)}
        icon={
          value ? (
            <img src={value} alt={label} className={classes.imageFieldThumbnail} data-compact={compact || undefined} />
          ) : (
            <IconPhoto size={compact ? 18 : 24} stroke={1.5} aria-hidden />
          )
        }
        choose={verb}
        chooseLabel={`${verb}: ${label}`}
        chooseRef={choose}
        actions={
          uploading ? (
            <Button variant="subtle" color="gray" size={small} onClick={cancel}>
              Cancel
            </Button>
          ) : value ? (
            <Button
              variant="subtle"
              color="red"
              size={small}
              disabled={disabled}
              aria-label={`Remove: ${label}`}
              onClick={remove}
            >
              Remove
            </Button>
          ) : undefined
        }
        disabled={disabled || uploading}
        chosen={value !== null}
        paste
        size={compact ? 'sm' : 'md'}
      >
        {uploading ? (
          <>
            <Text size={small}>{sent < 100 ? `Uploading, ${sent}%` : 'Uploading…'}</Text>
            <Progress value={sent} size="sm" mt={4} aria-label={`Uploading ${label}`} />
          </>
        ) : (
          !value && <Hint compact={compact} />
        )}
      </DropArea>
      <Text
        component="div"
        mt={4}
        c="var(--mantine-color-error)"
        fz="sm"
        role="alert"
        id={`${id}-failure`}
        className="anywhere"
      >
        {failure}
      </Text>
      <span role="status" className="visually-hidden">
        {news}
      </span>
    </div>
  )
}

function Hint({ compact }: { compact: boolean }) {
  if (compact)
    return (
      <Text size="xs" c="dimmed">
        Drop or paste an image
      </Text>
    )
  return (
    <>
      <Text size="sm" fw={550}>
        Drop or paste an image here, or choose one
      </Text>
      <Text size="xs" c="dimmed">
        JPEG, PNG, GIF or WebP, less than 5 MB
      </Text>
    </>
  )
}
