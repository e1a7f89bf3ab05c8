import { Button, type ButtonProps } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { messageOf } from '#client/lib/errors.ts'
import { notify } from '#client/lib/notify.ts'

interface AsyncButtonProps extends ButtonProps {
  run: () => Promise<unknown>
  /** Message for an error that has none. */
  failed?: string
  title?: string
  children: ReactNode
}

/** A button that shows a loader until its work has settled, and a failure in a toast. */
export function AsyncButton({ run, failed, ...props }: AsyncButtonProps) {
  const onError = (error: unknown) => notify.error(messageOf(error, failed))
  const { mutate, isPending } = useMutation({ mutationFn: run, onError })
  return <Button loading={isPending} onClick={() => mutate()} {...props} />
}
